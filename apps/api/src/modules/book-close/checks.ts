/** The checklist of a close, computed from the books. */
import type { CheckOfClose } from '@anticipa/contract/book-close';
import type { BalanceRow } from '@anticipa/contract/books';
import { financedCurrency } from '@anticipa/contract/wire';
import type { CloseCheck } from '@anticipa/domain/book-close';
import { decimalOf, type FinancedCurrency, financedCurrencies, moneyOf, sum } from '@anticipa/domain/money';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { z } from 'zod';
import { rowsOf, text, valuesOf, whole } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { clientsToEstimate, monthDue } from '../estimate/queries.ts';
import { clientsToCut } from '../interest/clients-to-cut.ts';
import { waitingEntries } from '../manual-entries/queries.ts';
import { clientsToMail } from '../statements/to-mail-queries.ts';

const checkOf = (check: CloseCheck, over: Partial<CheckOfClose> & Pick<CheckOfClose, 'count'>): CheckOfClose => ({
  id: check,
  check,
  name: null,
  isDone: over.count === 0,
  amount: null,
  currency: null,
  through: null,
  ...over,
});

/** Invoices in credit whose interest through a day is more than what is booked; as `accrue_interest` computes it. */
const unaccrued = ({ db }: WideWork, day: string): Promise<number[]> => valuesOf(db, whole)`
  select count(*)::integer from (
    select client_id, sale_id, document_id from invoices where status = 30 and rebate = 0 and deposited_on <= ${day}::date
  ) invoice
  join sale_items item using (client_id, sale_id, document_id)
  cross join lateral (
    select coalesce(sum(days_lost), 0)::integer as days from returned_payments back
    where back.client_id = item.client_id and back.sale_id = item.sale_id
  ) lost
  cross join lateral (
    select coalesce(sum(credit - debit), 0) as earned from ledger_lines line join ledger_entries using (client_id, entry_number)
    where line.client_id = item.client_id and line.document_id = item.document_id and account = 'INGRESO_INTERES'
  ) booked
  where earned < round(interest * least(
    greatest(${day}::date - (item.due_date - item.payment_days), 0), item.payment_days - lost.days) / item.payment_days, 2)`;

/** Clients whose estimate of the month the worker still books; of an earlier month it books none any more. */
const unestimated = async (work: WideWork, month: Month): Promise<number> =>
  month < monthDue(work.at) ? 0 : (await clientsToEstimate(work, month)).length;

const unidentifiedRow = z.object({ currency: financedCurrency, count: whole });

/** Receipts of which something was not identified at the end of a day. */
const unidentified = ({ db }: WideWork, day: string) => rowsOf(db, unidentifiedRow)`
  select currency, count(*)::integer as count from (
    select currency from lender_entries
    where booked_on <= ${day}::date and payment_id is not null and 'COBROS_POR_IDENTIFICAR' in (debit, credit)
    group by currency, payment_id having sum(case when credit = 'COBROS_POR_IDENTIFICAR' then amount else -amount end) <> 0
  ) left_over group by currency`;

const accountRow = z.object({
  id: text,
  name: text,
  number: text,
  currency: financedCurrency,
  through: text.nullable(),
  open: whole,
});

const bankAccounts = ({ db }: WideWork, day: string) => rowsOf(db, accountRow)`
  select account.account_id as id, account.name, account.number, account.currency, max(line.booked_on)::text as through,
    (count(*) filter (where line.state in ('due', 'waiting') and line.booked_on <= ${day}::date))::integer as open
  from statement_accounts account left join bank_lines line using (account_id)
  group by account.account_id order by account.currency, account.name`;

/** One for each bank account, of the books or of the bank's files, and one for what no file has named. */
async function bankChecks(
  work: WideWork,
  balances: readonly BalanceRow[],
  { last, stp }: { readonly last: string; readonly stp: string | null },
): Promise<CheckOfClose[]> {
  const files = (await bankAccounts(work, last)).map((account) => ({
    ...account,
    id: account.number === stp ? 'stp' : account.id,
  }));
  const booked = balances.flatMap(({ account, bank, currency, closing }) =>
    account === 'BANCOS' && bank !== null ? [{ ...bank, currency, closing }] : [],
  );
  const keyOf = ({ id, currency }: { readonly id: string; readonly currency: FinancedCurrency }) => `${id} ${currency}`;
  const known = new Set(booked.map(keyOf));
  const all = [
    ...booked,
    ...files.filter((account) => !known.has(keyOf(account))).map((account) => ({ ...account, closing: '0.00' })),
  ];
  return all.map(({ id, name, currency, closing }) => {
    const file = files.find((one) => keyOf(one) === keyOf({ id, currency }));
    const isFiled = file?.through != null && file.through >= last && file.open === 0;
    return checkOf('bank', {
      id: `bank ${id} ${currency}`,
      name: `${name} ${currency}`,
      isDone: id === 'none' ? closing === '0.00' : isFiled,
      count: file?.open ?? 0,
      amount: closing,
      currency,
      through: file?.through ?? null,
    });
  });
}

function unbalanced(balances: readonly BalanceRow[]): number {
  return financedCurrencies.filter((currency) => {
    const ofIt = balances.filter((row) => row.bank === null && row.currency === currency);
    const total = sum(
      currency,
      ofIt.map(({ closing }) => moneyOf(closing, currency)),
    );
    return (
      decimalOf(total) !== '0.00' ||
      ofIt.some(({ account, closing }) => account === 'ENTRE_DIARIOS' && closing !== '0.00')
    );
  }).length;
}

/** The checklist of a month. `balances`: its trial balance. `stp`: the CLABE of the account at STP. */
export async function checksOf(
  work: WideWork,
  month: Month,
  { balances, stp }: { readonly balances: readonly BalanceRow[]; readonly stp: string | null },
): Promise<CheckOfClose[]> {
  const last = lastDayOf(month);
  const [missing = 0] = await unaccrued(work, last);
  const [altered = 0] = await valuesOf(work.db, whole)`
    select count(*)::integer from alerts where kind = 'books-altered' and closed_at is null`;
  const [refused = 0] = await valuesOf(work.db, whole)`
    select count(*)::integer from alerts where kind = 'invoicing-refused' and closed_at is null`;
  const left = await unidentified(work, last);
  const currencies = [...new Set(balances.map(({ currency }) => currency))];
  return [
    checkOf('balanced', { count: unbalanced(balances) }),
    checkOf('accrued', { count: missing }),
    checkOf('estimated', { count: await unestimated(work, month) }),
    checkOf('proposals', { count: await waitingEntries(work, last) }),
    checkOf('altered', { count: altered }),
    ...currencies.map((currency) => {
      const row = balances.find((one) => one.currency === currency && one.account === 'COBROS_POR_IDENTIFICAR');
      const balance = moneyOf(row?.closing ?? '0.00', currency);
      return checkOf('unidentified', {
        id: `unidentified ${currency}`,
        name: currency,
        count: left.find((one) => one.currency === currency)?.count ?? 0,
        amount: decimalOf({ ...balance, cents: -balance.cents }),
        currency,
      });
    }),
    ...(await bankChecks(work, balances, { last, stp })),
    checkOf('cfdi', { count: (await clientsToCut(work, month)).length + refused }),
    checkOf('statements', { count: (await clientsToMail(work, month)).length }),
  ];
}

export const periodOf = (month: Month) => ({ startDate: firstDayOf(month), endDate: lastDayOf(month) });
