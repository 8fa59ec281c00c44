import { moneyOf } from '@anticipa/domain/money';
import { rejectionMotiveOf } from '@anticipa/domain/motives';
import { motiveTexts, UNKNOWN_MOTIVE } from '@anticipa/texts/motive-texts';
import { formatMoney } from '../../../lib/format.ts';
import { es } from '../es.ts';
import type { Check, Item } from './review.ts';

const { found } = es;
const statuses: Readonly<Record<string, string>> = found.statuses;
const situations: Readonly<Record<string, string>> = found.listed;

/** Finding of a check, in words. */
export function foundBy({ rule, result, value, limit, at }: Check, { creditCurrency, currency }: Item): string {
  const amount = (text: string | null, of = creditCurrency) => formatMoney(moneyOf(text ?? '0.00', of));
  if (rule === 'stamp' && result !== 'passed') return found.stamp;
  if (rule === 'tax-status') return taxText(value);
  if (rule === 'issuer-listed' || rule === 'receiver-listed') {
    if (at === null) return found.noList;
    return value === null ? found.notListed : (situations[value] ?? value);
  }
  if (rule === 'duplicate' && result !== 'passed') return result === 'failed' ? found.duplicate : found.released;
  if (rule === 'related' && limit !== null) return found.reduced(amount(value, currency), amount(limit, currency));
  if (rule === 'related' && result !== 'passed') return motiveText(value);
  if (rule === 'receiver') return statuses[value ?? ''] ?? found.ok;
  if (rule === 'product' && result !== 'passed') return found.productOff;
  if (rule === 'credit-line') return found.line(amount(value), amount(limit));
  if (rule === 'receiver-limit' || rule === 'pair-limit')
    return limit === null ? found.noLimit : found.line(amount(value, currency), amount(limit, currency));
  if (rule === 'purchase-order') return value ?? (result === 'passed' ? found.orderNotNeeded : found.noOrder);
  if (rule === 'concentration') return found.share(value ?? '', limit ?? '');
  if (rule === 'late-payment') return value === null ? found.noRecord : found.days(value, limit ?? '');
  return found.ok;
}

function taxText(value: string | null): string {
  return value === 'VIGENTE' ? found.taxValid : motiveText(value, found.taxUnknown);
}

function motiveText(value: string | null, unknown: string = UNKNOWN_MOTIVE): string {
  const motive = rejectionMotiveOf(value);
  return motive ? motiveTexts[motive].reason : unknown;
}
