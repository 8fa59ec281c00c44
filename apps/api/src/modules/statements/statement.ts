/** Composes the account statement of a period. */
import type { CurrencyStatement, Movement, Statement, StatementAccount } from '@anticipa/contract/statements';
import { dateAt, dateOf, daysBetween, endOfDate, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import {
  add,
  decimalOf,
  type FinancedCurrency,
  financedCurrencies,
  isPositive,
  lesserOf,
  moneyOf,
  subtract,
  sum,
  zero,
} from '@anticipa/domain/money';
import { lateChargesOn } from '@anticipa/domain/settlement';
import {
  aforoPaid,
  complementDeadline,
  complementNodes,
  containedIva,
  runningBalances,
  sidesOf,
  taxOfPayment,
} from '@anticipa/domain/statement';
import { formatFolio, formatMonth } from '@anticipa/texts/format';
import { conceptOf, transferConceptOf } from '@anticipa/texts/movement';
import type { Work } from '../../lib/work.ts';
import { interestBookedIn } from '../interest/earned-queries.ts';
import {
  type CededRow,
  cededInvoices,
  type IssuedRow,
  issuedInvoices,
  lateChargesOfPeriod,
  type MovementRow,
  movements,
  openings,
  type PaidByLenderRow,
  type Period,
  paidByLender,
  type ReceivedRow,
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
  const read = {
    openings: await openings(work, period),
    movements: await movements(work, period),
    ceded: await cededInvoices(work, period),
    received: await receivedPayments(work, period),
    transfers: await transfers(work, period),
    issued: await issuedInvoices(work, period),
    lateCharges: await lateChargesOfPeriod(work, period),
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
  readonly paid: readonly PaidByLenderRow[];
  readonly interest: Awaited<ReturnType<typeof interestBookedIn>>;
};

function inCurrency(read: Read, currency: FinancedCurrency, period: Period): CurrencyStatement {
  // A period may end in the future.
  const known = dateAt(period.knownAt, MEXICO_CITY);
  const asOf = period.to < known ? period.to : known;
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
  return {
    currency,
    cost: {
      interest: total(interest.map((row) => row.interest)),
      iva: total(interest.map((row) => row.iva)),
      recargos: total(late.map((row) => row.recargos)),
      ivaRecargos: total(late.map((row) => row.iva)),
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

function ivaContainedIn(row: ReceivedRow): string | null {
  if (row.cfdi_iva === null) return null;
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, row.currency);
  const invoice = { total: amount(row.total), iva: amount(row.cfdi_iva) };
  return decimalOf(containedIva(invoice, { before: amount(row.paid_before), paid: amount(row.amount) }));
}

function issuedConceptOf({ event, is_credit_note: isCreditNote, month }: IssuedRow): string {
  const interest = `${isCreditNote ? 'Nota de crédito, interés' : 'Interés'} de ${formatMonth(month)}`;
  const concept = event.startsWith('late-charges') ? 'Recargos' : interest;
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
      isWithheldIva: row.is_withheld_iva,
      cfdi: row.cfdi,
      valueDate: dateOf(row.value_date),
      dueDate: dateOf(row.due_date),
    }),
    documentId: row.document_id,
    folio: formatFolio(row),
    cfdi: row.cfdi || null,
    // Of the aforo, which is owed to the client, an increase is a credit.
    charge: decimalOf(row.account === 'aforo' ? credit : charge),
    credit: decimalOf(row.account === 'aforo' ? charge : credit),
    balance,
    currency: row.currency,
    account: row.account,
  };
}

/** Late charges until a day that are not charged yet. */
function lateChargesToCome(row: CededRow, on: IsoDate): string {
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, row.currency);
  const owed = amount(row.owed);
  if (!isPositive(owed)) return decimalOf(zero(row.currency));
  const owedChanges = row.owed_changes.map((each) => ({ on: dateOf(each.on), change: amount(each.change) }));
  const terms = { dueDate: dateOf(row.due_date), moratoryRate: row.moratory_rate, daysInYear: row.dias_base };
  return decimalOf(subtract(lateChargesOn({ owed, owedChanges }, terms, on), amount(row.late_charges)));
}

function toCeded(row: CededRow, asOf: IsoDate): CurrencyStatement['invoices'][number] {
  const { currency } = row;
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, currency);
  const [total, owed] = [amount(row.total), amount(row.owed)];
  const collected = lesserOf(amount(row.collected), total);
  return {
    documentId: row.document_id,
    uuid: row.uuid,
    folio: formatFolio(row),
    receiverName: row.receiver_name,
    receiverRFC: row.receiver_rfc,
    productName: row.product_name,
    cededOn: row.ceded_on,
    dueDate: row.due_date,
    total: row.total,
    invoiceIva: row.cfdi_iva,
    initialDeposit: row.initial_deposit,
    comision: row.comision,
    aforo: row.aforo,
    collected: decimalOf(collected),
    covered: decimalOf(subtract(subtract(total, owed), collected)),
    owed: row.owed,
    daysOverdue: isPositive(owed) ? Math.max(daysBetween(dateOf(row.due_date), asOf), 0) : 0,
    currency,
  };
}

/** The nodes of an invoice that fall in the period. */
function complementsOf(
  row: PaidByLenderRow,
  { from, to }: Pick<Period, 'from' | 'to'>,
): CurrencyStatement['complements'] {
  const { currency } = row;
  const amount = (text: string) => moneyOf<FinancedCurrency>(text, currency);
  const invoice = { total: amount(row.total), aforo: amount(row.aforo) };
  const release =
    row.released_on === null
      ? null
      : {
          ...aforoPaid(invoice, {
            finalDeposit: amount(row.final_deposit),
            collected: amount(row.collected),
            lateCharges: amount(row.late_charges),
            rebate: amount(row.rebate),
          }),
          on: dateOf(row.released_on),
          transferredOn: row.transferred_on === null ? null : dateOf(row.transferred_on),
        };
  const sold = {
    total: invoice.total,
    deposit: amount(row.initial_deposit),
    interest: amount(row.comision),
    depositedOn: dateOf(row.deposited_on),
  };
  return complementNodes(sold, release)
    .filter(({ paidOn }) => paidOn >= from && paidOn <= to)
    .map(({ paidOn, form, instalment, before, paid, left }) => {
      const tax =
        row.cfdi_iva === null ? null : taxOfPayment({ total: invoice.total, iva: amount(row.cfdi_iva) }, paid);
      return {
        uuid: row.uuid,
        folio: formatFolio(row),
        paidOn,
        form,
        instalment,
        before: decimalOf(before),
        paid: decimalOf(paid),
        left: decimalOf(left),
        base: tax && decimalOf(tax.base),
        iva: tax && decimalOf(tax.iva),
        issueBy: complementDeadline(paidOn),
        currency,
      };
    });
}

/** Total cost of a currency in the period. */
export const totalCost = ({ cost, currency }: Pick<CurrencyStatement, 'cost' | 'currency'>): string =>
  decimalOf(
    Object.values(cost)
      .map((amount) => moneyOf<FinancedCurrency>(amount, currency))
      .reduce((so, amount) => add(so, amount)),
  );
