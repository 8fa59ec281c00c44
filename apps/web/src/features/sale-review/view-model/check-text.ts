import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { receiverStatusNames } from '@anticipa/texts/receiver-statuses';
import { formatMoney } from '../../../lib/format.ts';
import { es } from '../es.ts';
import type { Check, CheckOf, Item } from './review.ts';

type Finding<R extends Check['rule']> = (check: CheckOf[R], item: Item) => string;

const { found } = es;
const ok = (): string => found.ok;
const amount = (text: string, currency: FinancedCurrency): string => formatMoney(moneyOf(text, currency));
const listed = ({ at, situation }: CheckOf['issuer-listed']): string => {
  if (at === null) return found.noList;
  return situation === null ? found.notListed : found.listed[situation];
};
const exposure = ({ measured }: CheckOf['pair-limit'], currency: FinancedCurrency): string =>
  measured === null ? found.noLimit : found.line(amount(measured.taken, currency), amount(measured.limit, currency));

const findings: { readonly [R in Check['rule']]: Finding<R> } = {
  seal: ok,
  certificate: ok,
  stamp: ({ result }) => (result === 'passed' ? found.ok : found.stamp),
  'tax-status': ({ result, objection }) => {
    if (objection !== null) return motiveTexts[objection].reason;
    return result === 'passed' ? found.taxValid : found.taxUnknown;
  },
  'issuer-listed': listed,
  'receiver-listed': listed,
  duplicate: ({ result }) => {
    if (result === 'passed') return found.ok;
    return result === 'failed' ? found.duplicate : found.released;
  },
  related: ({ motive, measured: { left } }, { total, currency }) => {
    if (motive !== null) return motiveTexts[motive].reason;
    return left === null ? found.ok : found.reduced(amount(left, currency), amount(total, currency));
  },
  receiver: ({ status }) => receiverStatusNames[status],
  product: ({ result }) => (result === 'passed' ? found.ok : found.productOff),
  'credit-line': (check, { creditCurrency }) => exposure(check, creditCurrency),
  'receiver-limit': (check, { currency }) => exposure(check, currency),
  'pair-limit': (check, { currency }) => exposure(check, currency),
  'purchase-order': ({ result, order }) => order ?? (result === 'passed' ? found.orderNotNeeded : found.noOrder),
  concentration: ({ measured: { share, limit } }) => found.share(share.toFixed(1), limit),
  'late-payment': ({ measured: { days, limit } }) =>
    days === null ? found.noRecord : found.days(days.toFixed(1), limit),
};

const findingBy = <R extends Check['rule']>(rule: R): Finding<R> => findings[rule];

/** Finding of a check, in words. */
export const foundBy = (check: Check, item: Item): string => findingBy(check.rule)(check, item);
