/** The statement of months full of sales, against a recount from raw events; `npm run test:full` plays two years. */
import { routes } from '@anticipa/contract/routes';
import type { CurrencyStatement, Statement } from '@anticipa/contract/statements';
import { addDays, dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { addMonths, firstDayOf, monthOf } from '@anticipa/domain/month';
import { isFullProof, rounds } from '@anticipa/sandbox/rounds';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOfCsv, rowsOfCsv, rowsOfSheet } from '../../../testing/exported-movements.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { type PlayedHistory, playHistory } from '../../../testing/recount/history.ts';
import type { Account } from '../../../testing/recount/life.ts';
import { type Recount, recount } from '../../../testing/recount/recount.ts';
import type { Session } from '../../../testing/session.ts';

const FIRST_DAY = dateOf('2024-01-03');
/** 106 Wednesdays with four sales each; or ten days of four months with one each, the last with a deposit that was late. */
const plan = isFullProof ? { steps: 106, stride: 7, salesPerDay: 4 } : { steps: 10, stride: 10, salesPerDay: 1 };
const REMEMBERED_DAYS = rounds(6, 30);

let portal: Portal;
let played: PlayedHistory;
let session: Session;
/** Statement since the month before, as shown at the end of each of the last days. */
const shown: { readonly day: IsoDate; readonly from: IsoDate; readonly statement: Statement }[] = [];

const statementOf = async (of: Session, startDate: string, endDate: string, knownOn?: string): Promise<Statement> =>
  (await of.call(routes.getStatement, { query: { startDate, endDate, ...(knownOn ? { knownOn } : {}) } })).data;

beforeAll(
  async () => {
    portal = await startPortal({ now: `${FIRST_DAY}T19:45:00-06:00` });
    played = await playHistory(portal, {
      ...plan,
      firstDay: FIRST_DAY,
      endOfDay: async (of, day, step) => {
        if (step < plan.steps - REMEMBERED_DAYS) return;
        const from = firstDayOf(addMonths(monthOf(day), -1));
        shown.push({ day, from, statement: await statementOf(of, from, day) });
      },
    });
    session = await portal.signIn(played.user.email);
    const { rows } = await portal.db.owner.query<{ uuid: string; document_id: string }>(
      'select uuid, document_id from invoices',
    );
    ids = new Map(rows.map(({ uuid, document_id: id }) => [uuid, id]));
  },
  rounds(300_000, 1_800_000),
);
afterAll(() => portal.close());

/** Each month, and all of them. */
const periods = (): { readonly from: string; readonly to: string }[] => {
  const months = new Set<string>();
  const last = new Date(`${played.days.at(-1)}T00:00:00Z`);
  for (const at = new Date(`${FIRST_DAY}T00:00:00Z`); at <= last; at.setUTCDate(at.getUTCDate() + 1))
    months.add(at.toISOString().slice(0, 7));
  const ends = [...months].map((month) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
  });
  return [...ends, { from: ends[0]?.from ?? '', to: ends.at(-1)?.to ?? '' }];
};

const currencies = ['MXN', 'USD'] as const;
const accounts = ['invoices', 'aforo', 'yours'] as const;
const titles = { invoices: 'Facturas financiadas', aforo: 'Aforo', yours: 'Tu cuenta' } as const;

const expected = (currency: 'MXN' | 'USD', period: { readonly from: string; readonly to: string }): Recount =>
  recount(played.invoices, currency, { ...period, played: played.days });

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const total = <Row>(rows: readonly Row[], pick: (row: Row) => string): bigint =>
  rows.reduce((so, row) => so + cents(pick(row)), 0n);
const returnedIn = (currency: string, { from, to }: { readonly from: string; readonly to: string }): bigint =>
  played.returned
    .filter((each) => each.currency === currency && each.on >= from && each.on <= to)
    .reduce((so, { amount }) => so + amount, 0n);

/** Ids of invoices by UUID. */
let ids: ReadonlyMap<string, string>;
const idOf = ({ uuid }: { readonly uuid: string }): string => ids.get(uuid) ?? uuid;

/** The answer's figures in the form of the recount. */
function figuresOf(statement: CurrencyStatement): Recount & { readonly transferred: bigint; readonly owed: bigint } {
  const { cost, accounts: all, collections, interestInvoices, complements, transfers, invoices } = statement;
  const ofForm = (form: string) =>
    total(
      complements.filter((node) => node.form === form),
      ({ paid }) => paid,
    );
  const account = (name: Account) => {
    const { opening = '0.00', movements = [], closing = '0.00' } = all.find((each) => each.account === name) ?? {};
    return {
      opening: cents(opening),
      charge: total(movements, ({ charge }) => charge),
      credit: total(movements, ({ credit }) => credit),
      closing: cents(closing),
    };
  };
  return {
    cost: {
      interest: cents(cost.interest),
      iva: cents(cost.iva),
      recargos: cents(cost.recargos),
      ivaRecargos: cents(cost.ivaRecargos),
    },
    accounts: { invoices: account('invoices'), aforo: account('aforo'), yours: account('yours') },
    received: total(collections, ({ amount }) => amount),
    billed: total(interestInvoices, ({ subTotal }) => subTotal),
    billedIva: total(interestInvoices, ({ iva }) => iva),
    byTransfer: ofForm('03'),
    byCompensation: ofForm('17'),
    deposits: total(
      transfers.filter(({ concept }) => concept.startsWith('Depósito')),
      ({ amount }) => amount,
    ),
    transferred: total(transfers, ({ amount }) => amount),
    owed: total(invoices, ({ owed }) => owed),
    rows: {
      invoices: invoices
        .map((row) => [row.documentId, ...[row.total, row.collected, row.covered, row.owed].map(cents)].join(' '))
        .toSorted(),
      collections: collections
        .map((row) => [idOf(row), row.valueDate, cents(row.amount), cents(row.containedIva ?? '')].join(' '))
        .toSorted(),
      complements: complements
        .map((node) => [idOf(node), node.paidOn, node.form, cents(node.paid)].join(' '))
        .toSorted(),
    },
  };
}

const ofCurrency = ({ currencies: all }: Statement, wanted: string): CurrencyStatement => {
  const found = all.find(({ currency }) => currency === wanted);
  if (!found) throw new Error(`the statement has no ${wanted}`);
  return found;
};

describe('the statement of months full of sales', () => {
  it('[MOV-04] [MOV-06] agrees to the cent with a recount from raw events, for each month and in all', async () => {
    expect(played.sales).toBeGreaterThanOrEqual(plan.steps * plan.salesPerDay);
    for (const period of periods()) {
      const statement = await statementOf(session, period.from, period.to);
      for (const currency of currencies) {
        const wanted = expected(currency, period);
        expect({ period, currency, ...figuresOf(ofCurrency(statement, currency)) }).toEqual({
          period,
          currency,
          ...wanted,
          transferred: wanted.deposits + returnedIn(currency, period),
          owed: wanted.accounts.invoices.closing,
        });
      }
    }
  });

  it('[MOV-04] each month costs what it did when it was closed, and the months add up', async () => {
    const whole = periods().at(-1) ?? { from: '', to: '' };
    for (const currency of currencies) {
      const costs: CurrencyStatement['cost'][] = [];
      for (const { from, to } of periods().slice(0, -1)) {
        const [then, now] = [
          await statementOf(session, from, to, addDays(dateOf(to), 4)),
          await statementOf(session, from, to),
        ].map((each) => each.currencies.find((found) => found.currency === currency)?.cost);
        expect({ to, ...then }).toEqual({ to, ...now });
        costs.push(...(now ? [now] : []));
      }
      const { cost } = ofCurrency(await statementOf(session, whole.from, whole.to), currency);
      for (const line of ['interest', 'iva', 'recargos', 'ivaRecargos'] as const)
        expect({ line, sum: total(costs, (each) => each[line]) }).toEqual({ line, sum: cents(cost[line]) });
    }
  });

  it(
    '[MOV-06] has the same figures as PDF',
    async () => {
      const [, month, ...others] = periods();
      for (const period of [month, ...(isFullProof ? others.slice(-1) : [])]) {
        if (!period) throw new Error('no month was played');
        const body = { startDate: period.from, endDate: period.to };
        const { base64 } = await session.call(routes.balanceStatement, { body });
        const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
        const amounts = (label: RegExp): string[] =>
          [...text.matchAll(label)].map(([, currency, amount]) => `${currency} ${amount}`);
        const wanted = currencies.map((currency) => [currency, expected(currency, period)] as const);
        expect(amounts(/Saldo (?:inicial|final)\s+(MXN|USD) (-?[\d,]+\.\d\d)/g)).toEqual(
          wanted.flatMap(([currency, figures]) =>
            accounts.flatMap((name) => {
              const { opening, closing } = figures.accounts[name];
              return [opening, closing].map((amount) => `${currency} ${grouped(amount)}`);
            }),
          ),
        );
        expect(
          amounts(/(?:Interés del periodo|IVA del interés|Recargos|IVA de los recargos)\s+(MXN|USD) (-?[\d,]+\.\d\d)/g),
        ).toEqual(
          wanted.flatMap(([currency, { cost }]) =>
            Object.values(cost).map((amount) => `${currency} ${grouped(amount)}`),
          ),
        );
      }
    },
    rounds(120_000, 900_000),
  );

  it.each(['csv', 'xlsx'] as const)('[MOV-06] has the same figures as %s', async (format) => {
    const { from, to } = periods().at(-1) ?? { from: '', to: '' };
    for (const currency of currencies) {
      const { bytes } = await session.send(routes.exportTable, {
        params: { table: 'movements' },
        query: { format, from, to, currency },
      });
      const rows = format === 'csv' ? rowsOfCsv(bytes.toString('utf8')) : rowsOfSheet(bytes);
      const wanted = expected(currency, { from, to });
      for (const name of accounts) {
        const own = rows.filter(({ account }) => account === titles[name]);
        const { charge, credit, closing } = wanted.accounts[name];
        expect({
          name,
          charge: total(own, (row) => row.charge),
          credit: total(own, (row) => row.credit),
          closing: cents(own.at(-1)?.balance ?? ''),
        }).toEqual({ name, charge, credit, closing });
      }
    }
  });

  it('[MOV-06] exports the other blocks with their figures', async () => {
    const { from, to } = periods().at(-1) ?? { from: '', to: '' };
    const { owed, received, transferred, billed } = figuresOf(ofCurrency(await statementOf(session, from, to), 'MXN'));
    const sumOf = async (table: string, column: string) => {
      const query = { format: 'csv', from, to, currency: 'MXN' };
      const { bytes } = await session.send(routes.exportTable, { params: { table }, query });
      const [header = [], ...rows] = cellsOfCsv(bytes.toString('utf8'));
      return total(rows, (row) => row[header.indexOf(column)] ?? '');
    };
    expect({
      owed: await sumOf('ceded', 'Por cobrar'),
      received: await sumOf('received', 'Importe cobrado'),
      transferred: await sumOf('transfers', 'Importe'),
      billed: await sumOf('issued', 'Subtotal'),
    }).toEqual({ owed, received, transferred, billed });
  });

  it('[MOV-06] exports the data of the payment complements, which are what the lender paid', async () => {
    const { from, to } = periods().at(-1) ?? { from: '', to: '' };
    const query = { format: 'csv', from, to, currency: 'USD' };
    const { bytes } = await session.send(routes.exportTable, { params: { table: 'complements' }, query });
    const [header, ...rows] = cellsOfCsv(bytes.toString('utf8'));
    expect(header?.slice(2, 11)).toEqual([
      'Fecha de pago',
      'Forma',
      'Parcialidad',
      'Saldo anterior',
      'Pagado',
      'Saldo insoluto',
      'BaseDR',
      'ImporteDR',
      'Emitir a más tardar',
    ]);
    const paid = (form: string) =>
      total(
        rows.filter((row) => row[3] === form),
        (row) => row[6] ?? '',
      );
    const { byTransfer, byCompensation } = expected('USD', { from, to });
    expect([paid('03 Transferencia'), paid('17 Compensación')]).toEqual([byTransfer, byCompensation]);
  });

  it(`[MOV-07] the statement is for each of ${REMEMBERED_DAYS} past days what it was on that day`, async () => {
    expect(shown).toHaveLength(REMEMBERED_DAYS);
    for (const { day, from, statement } of shown) {
      const { knownAt: _then, ...then } = statement;
      const { knownAt: _now, ...now } = await statementOf(session, from, day, day);
      expect({ day, ...now }).toEqual({ day, ...then });
    }
  });
});

/** 1234567 → "12,345.67". */
function grouped(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0n ? '-' : ''}${whole}.${digits.slice(-2)}`;
}
