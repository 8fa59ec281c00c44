import type { ListedReceiver } from '@anticipa/contract/lender-receivers';
import { type FinancedCurrency, type Money, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { type CompanyStatus, companyStatus, FOREIGN_RFC } from '@anticipa/domain/receiver';
import { formatMoneyWhole } from '../../lib/format.ts';
import type { Tone } from '../../ui/feedback/status-badge.tsx';
import { es } from './es.ts';

/** A name with the tax id by which receivers of one name differ: abroad its tax registration, in Mexico its RFC. */
export function nameWithId({ name, rfc, taxId }: Pick<ListedReceiver, 'name' | 'rfc' | 'taxId'>): string {
  const taxedBy = rfc === FOREIGN_RFC ? taxId : rfc;
  return taxedBy === null ? name : `${name} (${taxedBy})`;
}

/** In the order of their filters. */
export const statuses: readonly CompanyStatus[] = [10, 20, 30, 0, 1, 2];

export const toneOf = (status: CompanyStatus): Tone =>
  status === companyStatus.APPROVED ? 'good' : status === companyStatus.PENDING ? 'warn' : 'bad';

type Exposure = ListedReceiver['exposures'][number];

/** The exposure in a currency; without one nothing was ever limited or sold. */
export const exposureIn = (exposures: readonly Exposure[], currency: FinancedCurrency): Exposure =>
  exposures.find((one) => one.currency === currency) ?? { currency, limit: null, held: '0.00', owed: '0.00' };

/** Sum of what is owed and held. */
const usedOf = ({ currency, owed, held }: Exposure): Money<FinancedCurrency> =>
  sum(currency, [moneyOf(owed, currency), moneyOf(held, currency)]);

/** Amount that may still be sold; negative beyond a lowered limit, null without one. */
export const leftOf = (exposure: Exposure): Money<FinancedCurrency> | null =>
  exposure.limit === null ? null : subtract(moneyOf(exposure.limit, exposure.currency), usedOf(exposure));

export const exposuresText = (exposures: readonly Exposure[]): string =>
  exposures
    .filter((one) => one.limit !== null || usedOf(one).cents > 0n)
    .map((one) =>
      one.limit === null
        ? es.usedWithout(formatMoneyWhole(usedOf(one)))
        : es.usedOf(formatMoneyWhole(usedOf(one)), formatMoneyWhole(moneyOf(one.limit, one.currency))),
    )
    .join(' · ') || es.none;

/** Invoices moved by a change of status; null if none. */
export function effectOf(receiver: ListedReceiver, status: CompanyStatus): string | null {
  const { APPROVED, PENDING } = companyStatus;
  const { invoices, clients } = status === APPROVED ? receiver.released : receiver.rejected;
  if (status === PENDING || invoices === 0) return null;
  return status === APPROVED ? es.status.releases(invoices, clients) : es.status.rejects(invoices, clients);
}
