/** The cost of a client's financing by payer and by month, whose charges are those of the account statement. */
import type { CurrencyCosts } from '@anticipa/contract/costs';
import { daysBetween, type IsoDate } from '@anticipa/domain/calendar';
import { type CashStep, type CostCell, type CostLine, cashDaysIn, chargesOf, costLine } from '@anticipa/domain/costs';
import { type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import type { Work } from '../../platform/work/work.ts';
import { interestBookedIn } from '../interest/earned-queries.ts';
import { commissionsOfPeriod, lateChargesOfPeriod } from './charges-queries.ts';
import { cashMoves, type FinancedRow, financedInvoices, payerNames } from './costs-queries.ts';

interface Cell extends CostCell {
  readonly currency: FinancedCurrency;
}

/** Charges of each invoice in a month, as the statement of that month adds them up. */
async function chargesIn(work: Work, month: Month): Promise<ReadonlyMap<string, CostCell['charges']>> {
  const period = { from: firstDayOf(month), to: lastDayOf(month), knownAt: work.at };
  const charged = new Map<string, CostCell['charges']>();
  const put = (
    { documentId, currency }: { readonly documentId: string; readonly currency: FinancedCurrency },
    some: Readonly<Record<string, string>>,
  ) => {
    const amounts = Object.fromEntries(Object.entries(some).map(([kind, text]) => [kind, moneyOf(text, currency)]));
    charged.set(documentId, { ...(charged.get(documentId) ?? chargesOf(currency, {})), ...amounts });
  };
  for (const row of await interestBookedIn(work, period)) put(row, { interest: row.interest, iva: row.iva });
  for (const { document_id: documentId, currency, recargos, iva: ivaRecargos } of await lateChargesOfPeriod(
    work,
    period,
  ))
    put({ documentId, currency }, { recargos, ivaRecargos });
  for (const { document_id: documentId, currency, commission, iva } of await commissionsOfPeriod(work, period))
    put({ documentId, currency }, { commission, ivaCommission: iva });
  return charged;
}

/** An invoice in the months, wherever it was charged, brought money or was paid. */
async function cellsOf(work: Work, months: readonly Month[]): Promise<Cell[]> {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const charged = new Map<Month, Awaited<ReturnType<typeof chargesIn>>>();
  for (const month of months) charged.set(month, await chargesIn(work, month));
  const moves = Map.groupBy(
    await cashMoves(work, { from: firstDayOf(first), to: lastDayOf(last) }),
    ({ document_id: documentId }) => documentId,
  );
  const used = [...new Set([...moves.keys(), ...[...charged.values()].flatMap((of) => [...of.keys()])])];
  const invoices = await financedInvoices(work, used);
  return invoices.flatMap((invoice) => {
    const steps = (moves.get(invoice.document_id) ?? []).map(({ on, cash, owed }) => ({
      on,
      cash: moneyOf(cash, invoice.currency).cents,
      owed: moneyOf(owed, invoice.currency).cents,
    }));
    return months.flatMap((month) => cellOf(invoice, month, { steps, charges: charged.get(month), today: work.today }));
  });
}

function cellOf(
  invoice: FinancedRow,
  month: Month,
  read: {
    readonly steps: readonly CashStep[];
    readonly charges: ReadonlyMap<string, CostCell['charges']> | undefined;
    readonly today: IsoDate;
  },
): Cell[] {
  const { document_id: documentId, currency, deposited_on: depositedOn, due_date: dueDate, paid_on: paidOn } = invoice;
  const charges = read.charges?.get(documentId);
  const cashDays = cashDaysIn(read.steps, month, read.today);
  const isPaid = paidOn !== null && monthOf(paidOn) === month;
  if (charges === undefined && cashDays === 0n && !isPaid) return [];
  const promised = Math.max(daysBetween(depositedOn, dueDate), 0);
  const taken = paidOn === null ? null : daysBetween(depositedOn, paidOn);
  return [
    {
      documentId,
      currency,
      payer: invoice.receiver_key,
      month,
      charges: charges ?? chargesOf(currency, {}),
      cashDays,
      term: taken ?? promised,
      paid: isPaid && taken !== null ? { promised, taken } : null,
    },
  ];
}

/** The months in which an invoice that is paid in the first one may have been sold: a sale is for half a year at most. */
const lifeBefore = ([first]: readonly Month[]): Month[] =>
  first === undefined ? [] : [-6, -5, -4, -3, -2, -1].map((offset) => addMonths(first, offset));

/** Cost of the client's financing in some months, per currency; none of a currency without charges or money. */
export async function costsOf(work: Work, months: readonly Month[]): Promise<CurrencyCosts[]> {
  const cells = await cellsOf(work, [...lifeBefore(months), ...months]);
  const names = await payerNames(work, [...new Set(cells.map(({ payer }) => payer))]);
  return financedCurrencies.flatMap((currency) => {
    const own = cells.filter((cell) => cell.currency === currency && months.includes(cell.month));
    if (own.length === 0) return [];
    const of = (members: readonly Cell[]): CostLine => {
      const paid = new Set(members.flatMap(({ documentId, paid: isPaid }) => (isPaid ? [documentId] : [])));
      const lives = cells.filter(({ documentId }) => paid.has(documentId));
      return costLine<FinancedCurrency>(currency, members, lives);
    };
    const named = (payer: string) => names.get(payer) ?? { receiverName: payer, receiverRFC: '' };
    const payers = [...Map.groupBy(own, ({ payer }) => payer)]
      .map(([payer, members]) => ({ payer, members, line: of(members) }))
      .toSorted((a, b) => Number(b.line.total) - Number(a.line.total) || (a.payer < b.payer ? -1 : 1));
    const inMonths = (members: readonly Cell[]) =>
      months.flatMap((month) => {
        const inMonth = members.filter((cell) => cell.month === month);
        return inMonth.length === 0 ? [] : [{ month, ...of(inMonth) }];
      });
    return [
      {
        currency,
        total: of(own),
        byMonth: inMonths(own),
        byPayer: payers.map(({ payer, line }) => ({ ...named(payer), ...line })),
        byPayerAndMonth: payers.flatMap(({ payer, members }) =>
          inMonths(members).map((line) => ({ ...named(payer), ...line })),
        ),
      },
    ];
  });
}
