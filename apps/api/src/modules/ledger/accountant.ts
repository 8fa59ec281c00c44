/** The books of a month in the lender's own chart, and what keeps their files from being written. */
import type {
  BookedDocument,
  BookedEntry,
  BookedLine,
  BookedTransfer,
  BookProblem,
} from '@anticipa/domain/accounting-books';
import { problem } from '@anticipa/domain/accounting-books';
import { type AccountingMonth, bookedDays, civilMonth } from '@anticipa/domain/accounting-month';
import {
  type AccountFormat,
  type AccountingProgram,
  separatorOf,
  usualFormats,
} from '@anticipa/domain/accounting-programs';
import { dateOf } from '@anticipa/domain/calendar';
import { bankPart, isBankPart, type OwnAccount, ownAccounts } from '@anticipa/domain/chart';
import { isClabe } from '@anticipa/domain/clabe';
import {
  type AccountSums,
  accountProblems,
  addSums,
  bankAccountIn,
  filedBalances,
  filedChart,
  type OwnNumbers,
} from '@anticipa/domain/filed-books';
import { isPositive, moneyOf } from '@anticipa/domain/money';
import { bookEventNames, unknownBank } from '@anticipa/texts/ledger-texts';
import { groupName, ownAccountName } from '@anticipa/texts/own-accounts';
import type { WideWork } from '../../platform/work/work.ts';
import { type PesoBalance, type PesoLine, pesoBalances, pesoLines } from './peso-books.ts';

const pesos = (text: string | null) => moneyOf(text ?? '0.00', 'MXN');

/** Our accounts in the lender's chart, and the form of their numbers in a program. */
async function chartOfLender({ db }: WideWork) {
  const rows = await db.selectFrom('own_accounts').select(['account', 'number']).execute();
  const formats = await db.selectFrom('account_formats').select(['program', 'levels', 'separator']).execute();
  const numbers: OwnNumbers = new Map(
    rows.flatMap(({ account, number }) => (isOwnAccount(account) ? [[account, number]] : [])),
  );
  const formatOf = (program: AccountingProgram): AccountFormat => {
    const set = formats.find((one) => one.program === program);
    return set ? { levels: set.levels, separator: separatorOf(set.separator) ?? '' } : usualFormats[program];
  };
  return { numbers, formatOf };
}

/** Bank accounts that may have a number of their own, and what is of none. */
export async function bankParts({ db }: WideWork, stp: string | null) {
  const rows = await db.selectFrom('statement_accounts').select(['number', 'name']).orderBy('name').execute();
  const known = new Map(rows.map(({ number, name }) => [number, name]));
  const named = stp === null || known.has(stp) ? [...known] : [[stp, 'STP'] as const, ...known];
  if (named.length === 0) return [];
  const parts = named.map(([number, name]) => ({ account: bankPart(number), name }));
  return [...parts, { account: bankPart(null), name: unknownBank }];
}

const isOwnAccount = (account: string): account is OwnAccount =>
  isBankPart(account) || ownAccounts.some((own) => own === account);

/** The account of a line in the chart; null for the one between the journals. */
const accountOf = (numbers: OwnNumbers, { account, bank }: Pick<PesoLine, 'account' | 'bank'>): OwnAccount | null => {
  if (account === 'ENTRE_DIARIOS') return null;
  return account === 'BANCOS' ? bankAccountIn(numbers, bank) : account;
};

function sumsOf(numbers: OwnNumbers, rows: readonly PesoBalance[]) {
  const sums = new Map<OwnAccount, AccountSums>();
  const problems: BookProblem[] = rows.some((row) => row.lacks_rate) ? [problem('RATE_MISSING', '')] : [];
  for (const row of rows) {
    const account = accountOf(numbers, row);
    const moved = { opening: pesos(row.opening), debits: pesos(row.debits), credits: pesos(row.credits) };
    if (account === null) {
      if (moved.opening.cents !== 0n || moved.debits.cents !== moved.credits.cents)
        problems.push(problem('BETWEEN_JOURNALS', ''));
      continue;
    }
    sums.set(account, addSums(sums.get(account), moved));
  }
  return { sums, problems };
}

const names = { account: ownAccountName, group: groupName };

/** The books of a month as its files need them. Month 13 has balances only; the entries that end a year are among those of December. */
export interface FiledMonth {
  readonly month: AccountingMonth;
  readonly rfc: string;
  readonly numbers: OwnNumbers;
  readonly formatOf: (program: AccountingProgram) => AccountFormat;
  readonly chart: ReturnType<typeof filedChart>;
  readonly balances: ReturnType<typeof filedBalances>;
  /** Entries that still name our accounts and not the lender's numbers. */
  readonly entries: readonly BookedEntry[];
  /** Movements of bank accounts that a request of the authority gets without their transfer. */
  readonly withoutTransfer: number;
  /** Problems that keep the balances, and so the chart, from being written, and those of the entries. */
  readonly problems: { readonly balances: readonly BookProblem[]; readonly entries: readonly BookProblem[] };
}

export async function filedMonth(work: WideWork, month: AccountingMonth, stp: string | null): Promise<FiledMonth> {
  const { numbers, formatOf } = await chartOfLender(work);
  const period = bookedDays(month);
  const lender = await work.db.selectFrom('lender').select('rfc').executeTakeFirst();
  const rfc = lender?.rfc ?? '';
  const { sums, problems } = sumsOf(
    numbers,
    await pesoBalances(work, period, { isClosing: civilMonth(month) === null, stp }),
  );
  const chart = filedChart(numbers, names);
  const byNumber = new Map([...sums].flatMap(([account, moved]) => withNumber(numbers.get(account), moved)));
  const read = entriesOf(numbers, rfc, period.from > period.to ? [] : await pesoLines(work, period, stp));
  const used = new Set(read.entries.flatMap(({ lines }) => lines.map(({ account }) => account)).filter(isOwnAccount));
  return {
    month,
    rfc,
    numbers,
    formatOf,
    chart,
    balances: filedBalances(chart, byNumber),
    entries: read.entries,
    withoutTransfer: read.withoutTransfer,
    problems: {
      balances: [
        ...problems,
        ...(numbers.size === 0 && sums.size === 0 ? [problem('CHART_EMPTY', '')] : []),
        ...accountProblems(sums.keys(), numbers),
      ],
      entries: [...read.problems, ...accountProblems(used, numbers)],
    },
  };
}

const withNumber = (number: string | undefined, moved: AccountSums): (readonly [string, AccountSums])[] =>
  number === undefined ? [] : [[number, moved]];

/** Entries of lines that come entry by entry, without what only leads from one journal to the other. */
function entriesOf(numbers: OwnNumbers, own: string, rows: readonly PesoLine[]) {
  const entries: BookedEntry[] = [];
  const problems: BookProblem[] = [];
  let withoutTransfer = 0;
  for (const lines of Map.groupBy(rows, ({ entry }) => entry).values()) {
    const [first] = lines;
    if (first === undefined) continue;
    // The client’s journal tells of a payment that was identified.
    const told = lines.find(({ rfc }) => rfc !== null) ?? first;
    const number = `${told.rfc ?? own}-${told.entry_number}`;
    const between = lines.filter(({ account }) => account === 'ENTRE_DIARIOS');
    const left = between.reduce(
      (so, { debit, credit, currency }) => so + moneyOf(debit, currency).cents - moneyOf(credit, currency).cents,
      0n,
    );
    if (left !== 0n) problems.push(problem('BETWEEN_JOURNALS', number));
    if (lines.some(({ rate }) => rate === null)) problems.push(problem('RATE_MISSING', first.booked_on));
    const booked = lines.flatMap((line) => {
      const account = accountOf(numbers, line);
      return account === null ? [] : [lineOf(account, line, own)];
    });
    if (booked.length === 0) continue;
    withoutTransfer += lines.filter(isWithoutTransfer).length;
    const bank = lines.filter(({ account }) => account === 'BANCOS');
    const moved = bank.reduce(
      (so, { pesos_debit: into, pesos_credit: out }) => so + pesos(into).cents - pesos(out).cents,
      0n,
    );
    entries.push({
      number,
      day: dateOf(first.booked_on),
      kind: moved > 0n ? 'income' : moved < 0n ? 'expense' : 'journal',
      concept: [bookEventNames[told.event], told.entity_name].filter(Boolean).join(' · '),
      lines: booked,
    });
  }
  return { entries, problems, withoutTransfer };
}

function lineOf(account: OwnAccount, line: PesoLine, own: string): BookedLine {
  const { debit, credit, currency } = line;
  const foreign = isPositive(moneyOf(debit, 'USD')) ? debit : credit;
  const transfer = transferOf(line);
  return {
    account,
    concept: [bookEventNames[line.event], line.folio, line.tracking_key].filter(Boolean).join(' · '),
    debit: pesos(line.pesos_debit),
    credit: pesos(line.pesos_credit),
    foreign: currency === 'USD' ? moneyOf(foreign, 'USD') : null,
    documents: documentsOf(line, own),
    transfers: transfer === null ? [] : [transfer],
  };
}

/** The invoice that was sold, of which the lender deals with its issuer, and the lender's CFDI that the entry books. */
function documentsOf(line: PesoLine, own: string): BookedDocument[] {
  const { currency, uuid, issuer, receiver, issued_on: issued, total, rate } = line;
  const { cfdi_uuid: cfdi, cfdi_on: on, cfdi_total: amount, rfc } = line;
  const inForeign = (of: string | null) => (currency === 'MXN' ? null : of);
  return [
    ...(uuid && issuer && receiver && issued && total
      ? [
          {
            uuid,
            issued: dateOf(issued),
            issuer,
            receiver,
            rfc: issuer,
            total: moneyOf(total, currency),
            rate: inForeign(rate),
            paymentForm: null,
          },
        ]
      : []),
    ...(cfdi && on && amount && rfc
      ? [
          {
            uuid: cfdi,
            issued: dateOf(on),
            issuer: own,
            receiver: rfc,
            rfc,
            total: moneyOf(amount, currency),
            rate: inForeign(line.cfdi_rate),
            paymentForm: line.cfdi_form,
          },
        ]
      : []),
  ];
}

/** The transfer of a movement of a bank account; null where a side of it is not known. What is reversed came back without one. */
function transferOf(line: PesoLine): BookedTransfer | null {
  const { account, paid_to: to, beneficiary, beneficiary_rfc: rfc, currency, debit, credit, rate } = line;
  if (account !== 'BANCOS' || line.is_reversal || !to || !isClabe(to) || !beneficiary || !rfc) return null;
  const from = line.paid_from !== null && isClabe(line.paid_from) ? line.paid_from : null;
  const fromBank = /^\d{3}$/.test(line.paid_from_bank ?? '') ? line.paid_from_bank : null;
  if (from === null && fromBank === null) return null;
  const amount = moneyOf(isPositive(moneyOf(debit, currency)) ? debit : credit, currency);
  return {
    from,
    fromBank,
    to,
    day: dateOf(line.booked_on),
    beneficiary,
    rfc,
    amount,
    rate: currency === 'MXN' ? null : rate,
  };
}

/** Fees of the bank and what is reversed are no transfers. */
const isWithoutTransfer = (line: PesoLine): boolean =>
  line.account === 'BANCOS' && !line.is_reversal && !line.event.startsWith('bank-fee') && transferOf(line) === null;
