/** Composes the account statement of a period. */
import type { CurrencyStatement, Movement, Statement, StatementAccount } from '@anticipa/contract/statements';
import { dateAt, dateOf, endOfDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { add, decimalOf, type FinancedCurrency, financedCurrencies, moneyOf, sum, zero } from '@anticipa/domain/money';
import { runningBalances, sidesOf } from '@anticipa/domain/statement';
import { formatFolio, formatMonth } from '@anticipa/texts/format';
import { conceptOf, transferConceptOf } from '@anticipa/texts/movement';
import type { Work } from '../../platform/work/work.ts';
import { statedIn, termsOf } from '../credit/sale-terms.ts';
import { interestBookedIn } from '../interest/earned-queries.ts';
import { commissionsOfPeriod, lateChargesOfPeriod } from './charges-queries.ts';
import { complementsOf, ivaContainedIn, lateChargesToCome, toCeded } from './invoice-rows.ts';
import {
  type CededRow,
  cededInvoices,
  type IssuedRow,
  issuedInvoices,
  type MovementRow,
  movements,
  openings,
  type PaidByLenderRow,
  type Period,
  paidByLender,
  receivedPayments,
  transfers,
} from './queries.ts';

const accounts: readonly StatementAccount[] = ['invoices', 'aforo', 'yours'];

/** The instant as of which a period is read: now, or the end of an earlier day. */
export function knownAtOf({ at }: Work, knownOn: string | undefined): Date {
  if (knownOn === undefined) return at;
  const end = endOfDate(dateOf(knownOn), MEXICO_CITY);
  return end < at ? end : at;
}

/** The client's account statement, per currency with movements, balances or invoices. */
export async function statementOf(work: Work, period: Period): Promise<Statement> {
  const client = await work.db
    .selectFrom('clients')
    .select(['entity_name as entityName', 'rfc', 'fiscal_regime as fiscalRegime', 'postal_code as postalCode'])
    .where('client_id', '=', work.tenant)
    .executeTakeFirstOrThrow();
  const lender = await work.db
    .selectFrom('lender')
    .select(['rfc', 'name', 'fiscal_regime as fiscalRegime', 'postal_code as postalCode'])
    .executeTakeFirst();
  const terms = await termsOf(work, dateOf(period.to));
  const read = {
    openings: await openings(work, period),
    movements: await movements(work, period),
    ceded: await cededInvoices(work, period),
    received: await receivedPayments(work, period),
    transfers: await transfers(work, period),
    issued: await issuedInvoices(work, period),
    lateCharges: await lateChargesOfPeriod(work, period),
    commissions: await commissionsOfPeriod(work, period),
    paid: await paidByLender(work, period),
    interest: await interestBookedIn(work, period),
  };
  const used = new Set(Object.values(read).flatMap((rows) => rows.map(({ currency }) => currency)));
  return {
    from: period.from,
    to: period.to,
    knownAt: period.knownAt.toISOString(),
    ...client,
    lender: lender ?? null,
    ...(terms && { terms: statedIn(terms) }),
    currencies: financedCurrencies.filter((each) => used.has(each)).map((each) => inCurrency(read, each, period)),
  };
}

type Read = {
  readonly openings: Awaited<ReturnType<typeof openings>>;
  readonly movements: readonly MovementRow[];
  readonly ceded: readonly CededRow[];
  readonly received: Awaited<ReturnType<typeof receivedPayments>>;
  readonly transfers: Awaited<ReturnType<typeof transfers>>;
  readonly issued: Awaited<ReturnType<typeof issuedInvoices>>;
  readonly lateCharges: Awaited<ReturnType<typeof lateChargesOfPeriod>>;
  readonly commissions: Awaited<ReturnType<typeof commissionsOfPeriod>>;
  readonly paid: readonly PaidByLenderRow[];
  readonly interest: Awaited<ReturnType<typeof interestBookedIn>>;
};

function inCurrency(read: Read, currency: FinancedCurrency, period: Period): CurrencyStatement {
  // A period may end in the future.
  const known = dateAt(period.knownAt, MEXICO_CITY);
  const asOf = known < period.to ? known : dateOf(period.to);
  const isOf = (row: { readonly currency: string }): boolean => row.currency === currency;
  const total = (amounts: readonly string[]): string =>
    decimalOf(
      sum<FinancedCurrency>(
        currency,
        amounts.map((amount) => moneyOf(amount, currency)),
      ),
    );
  const interest = read.interest.filter(isOf);
  const late = read.lateCharges.filter(isOf);
  const commissions = read.commissions.filter(isOf);
  return {
    currency,
    cost: {
      interest: total(interest.map((row) => row.interest)),
      iva: total(interest.map((row) => row.iva)),
      recargos: total(late.map((row) => row.recargos)),
      ivaRecargos: total(late.map((row) => row.iva)),
      ...(commissions.length > 0 && {
        commission: total(commissions.map((row) => row.commission)),
        ivaCommission: total(commissions.map((row) => row.iva)),
      }),
    },
    recargosToCome: total(read.ceded.filter(isOf).map((row) => lateChargesToCome(row, asOf))),
    accounts: accounts.map((account) => accountOf(read, account, currency)),
    invoices: read.ceded.filter(isOf).map((row) => toCeded(row, asOf)),
    collections: read.received.filter(isOf).map((row) => ({
      valueDate: row.value_date,
      uuid: row.uuid,
      folio: formatFolio(row),
      receiverName: row.receiver_name,
      amount: row.amount,
      containedIva: ivaContainedIn(row),
      source: row.source,
      trackingKey: row.tracking_key,
      currency,
    })),
    transfers: read.transfers.filter(isOf).map((row) => ({
      date: row.date,
      concept: transferConceptOf(row.number_of_sale),
      clabe: row.clabe,
      trackingKey: row.tracking_key,
      amount: row.amount,
      currency,
    })),
    interestInvoices: read.issued.filter(isOf).map((row) => ({
      date: row.date,
      folio: row.folio,
      uuid: row.uuid,
      concept: issuedConceptOf(row),
      subTotal: row.sub_total,
      iva: row.iva,
      total: total([row.sub_total, row.iva]),
      paidOn: row.paid_on,
      form: row.paid_on === null ? null : row.form,
      complements: [...row.complements],
      currency,
    })),
    complements: read.paid.filter(isOf).flatMap((row) => complementsOf(row, period)),
  };
}

function issuedConceptOf({ event, is_credit_note: isCreditNote, month }: IssuedRow): string {
  const interest = `${isCreditNote ? 'Nota de crédito, interés' : 'Interés'} de ${formatMonth(month)}`;
  const concept = event.startsWith('late-charges')
    ? 'Recargos'
    : event.startsWith('commission')
      ? 'Comisión por apertura'
      : interest;
  return event.endsWith('-cancellation') ? `Cancelación: ${concept}` : concept;
}

function accountOf(
  read: Read,
  account: StatementAccount,
  currency: FinancedCurrency,
): CurrencyStatement['accounts'][number] {
  const isOf = (row: { readonly account: string; readonly currency: string }): boolean =>
    row.account === account && row.currency === currency;
  const opening = sum<FinancedCurrency>(
    currency,
    read.openings.filter(isOf).map((row) => moneyOf(row.balance, currency)),
  );
  const rows = read.movements.filter(isOf);
  const changes = rows.map((row) => moneyOf<FinancedCurrency>(row.change, currency));
  const balances = runningBalances(opening, changes);
  return {
    account,
    opening: decimalOf(opening),
    movements: rows.map((row, index) =>
      toMovement(row, decimalOf(balances[index] ?? opening), changes[index] ?? zero(currency)),
    ),
    closing: decimalOf(balances.at(-1) ?? opening),
  };
}

function toMovement(row: MovementRow, balance: string, change: ReturnType<typeof moneyOf<FinancedCurrency>>): Movement {
  const { charge, credit } = sidesOf(change);
  return {
    valueDate: row.value_date,
    bookedOn: row.booked_on,
    concept: conceptOf({
      account: row.account,
      event: row.event,
      isDebit: row.is_debit,
      isReversal: row.is_reversal,
      isWithheldIva: row.is_withheld_iva,
      isBuyBack: row.is_buy_back,
      cfdi: row.cfdi,
      valueDate: dateOf(row.value_date),
      dueDate: dateOf(row.due_date),
      isExtended: row.is_extended,
    }),
    documentId: row.document_id,
    folio: formatFolio(row),
    cfdi: row.cfdi || null,
    // An increase of the aforo is a credit, because the aforo is owed to the client.
    charge: decimalOf(row.account === 'aforo' ? credit : charge),
    credit: decimalOf(row.account === 'aforo' ? charge : credit),
    balance,
    currency: row.currency,
    account: row.account,
  };
}

/** Total cost of a currency in the period. */
export const totalCost = ({ cost, currency }: Pick<CurrencyStatement, 'cost' | 'currency'>): string =>
  decimalOf(
    Object.values(cost)
      .map((amount = '0.00') => moneyOf<FinancedCurrency>(amount, currency))
      .reduce((so, amount) => add(so, amount)),
  );
