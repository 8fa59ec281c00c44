import type { LenderClient } from '@anticipa/contract/lender-clients';
import type { Proposal } from '@anticipa/contract/proposals';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { operatorRoles } from '@anticipa/domain/operator';
import { NO_END, NO_LIMIT } from '@anticipa/domain/proposal';
import { alertReasons } from '@anticipa/texts/alert-reasons';
import { withName } from '@anticipa/texts/catalogue-keys';
import { receiverStatusNames } from '@anticipa/texts/receiver-statuses';
import { roleNames } from '@anticipa/texts/roles';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { es } from './es.ts';

const rolesIn = (text: string) => operatorRoles.filter((role) => text.split(', ').includes(role));

type Field = Proposal['changes'][number]['field'];

const statusNames: Readonly<Record<string, string>> = receiverStatusNames;

const amountFields: readonly Field[] = ['limit', 'perSale', 'perDay', 'amount', 'owed'];

/** A proposed value as text: amounts grouped, switches as words. */
export function shownValue(field: Field, value: string | null, currency: FinancedCurrency | undefined): string {
  if (value === null) return es.none;
  if (field === 'validUntil') return value === NO_END ? es.noEnd : formatDate(value);
  if (value === NO_LIMIT) return field === 'limit' ? es.proposals.noLimit : es.proposals.noSecond;
  if (amountFields.includes(field) && value !== '') return formatMoney(moneyOf(value, currency ?? 'MXN'));
  if (field === 'paysFrom') return value === 'now' ? es.atOnce : formatTableDate(value);
  if (field === 'roles')
    return rolesIn(value)
      .map((role) => roleNames[role])
      .join(', ');
  if (field === 'secondFactor') return value === 'true' ? es.secondFactor.kept : es.secondFactor.again;
  if (field === 'payer') return value === 'client' ? es.payers.client : es.payers.debtor;
  if (field === 'alert') return alertReasons[value] ?? value;
  if (field === 'multiCurrency' || field === 'active' || field === 'attended') return value === 'true' ? es.yes : es.no;
  if (field === 'fiscalRegime') return withName(value);
  if (field === 'status') return statusNames[value] ?? value;
  if (field === 'inForceFrom' || field === 'valueDate') return formatDate(value);
  return value;
}

/** A typed percentage; null if it is none. */
export const percentTyped = (text: string): string | null =>
  /^\d{1,4}(\.\d{1,8})?$/.test(text.trim()) ? text.trim() : null;

const currencies = ['MXN', 'USD'] as const;

/** The products and currencies in which a client has, or may be given, a line and an account. */
export const placesOf = ({ products, lines, accounts }: LenderClient) =>
  (['BI', 'FB'] as const).flatMap((product) =>
    currencies.flatMap((currency) => {
      const isHere = (one: { product: string; currency: string }) =>
        one.product === product && one.currency === currency;
      const line = lines.find(isHere) ?? null;
      const account = accounts.find(isHere) ?? null;
      const isAuthorised = products.some((one) => one.product === product && one.authorised);
      return line || account || isAuthorised ? [{ product, currency, line, account, isAuthorised }] : [];
    }),
  );
export type Place = ReturnType<typeof placesOf>[number];
