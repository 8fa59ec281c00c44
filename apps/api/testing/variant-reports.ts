/** Figures of the reports of the variants of the golden sale, from their table by plain arithmetic: sold on 10 March, all of them played by 3 June. */
import { openedFigures, type ReportName, reportNames } from '@anticipa/contract/portfolio-reports';
import { routes } from '@anticipa/contract/routes';
import { expect } from 'vitest';
import { standingSteps, type Variant, variants } from './golden-variants.ts';
import { runCron } from './jobs.ts';
import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

/** The figures of a report, by name. */
export async function figuresOf(
  operator: Session,
  report: ReportName,
  query: Readonly<Record<string, string>>,
): Promise<Record<string, string | null>> {
  const { figures } = await operator.call(routes.getPortfolioReport, { params: { report }, query });
  return Object.fromEntries(figures.map(({ figure, value }) => [figure, value]));
}

/** The period of the reports. */
export const reportDays = { startDate: '2026-03-10', asOf: '2026-06-03' };
const LENGTH = 86;

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const text = (amount: number): string => (amount / 100).toFixed(2);
const FACE = cents('116000.00');
const AFORO = cents('11600.00');
const DEPOSIT = cents('100920.00');

/** Expects each opened figure to be the sum of its rows. */
export async function expectRowsToAddUp(operator: Session, currency: string): Promise<void> {
  for (const report of reportNames) {
    const figures = await figuresOf(operator, report, { currency, ...reportDays });
    for (const figure of openedFigures.filter((each) => each in figures)) {
      const query = { figure, currency, ...reportDays };
      const opened = await operator.call(routes.listReportRows, { query });
      expect(opened.data).toHaveLength(opened.count);
      const rows = text(opened.data.reduce((total, { amount }) => total + cents(amount ?? '0'), 0));
      expect({ figure, sum: opened.sum, rows: opened.sum && rows }).toEqual({
        figure,
        sum: opened.sum && figures[figure],
        rows: opened.sum,
      });
    }
  }
}

/** Expects the report of a past day to have the balances of the trial balance. */
export async function expectTheBooksBalances(operator: Session, currency: string): Promise<void> {
  for (const asOf of ['2026-03-31', '2026-04-24', '2026-05-14']) {
    const query = { startDate: '2026-01-01', endDate: asOf, currency };
    const { data } = await operator.call(routes.getTrialBalance, { query });
    const balance = (account: string) =>
      data.find((row) => row.account === account)?.closing.replace('-', '') ?? '0.00';
    expect(await figuresOf(operator, 'portfolio', { currency, ...reportDays, asOf })).toMatchObject({
      gross: balance('CARTERA'),
      unearned: balance('INTERES_POR_DEVENGAR'),
      aforo: balance('AFORO_POR_DEVOLVER'),
      buyBack: balance('RECOMPRA'),
    });
  }
}

/** Days of reports within the variants, and the day as known on which each is asked. */
const pastDays = [
  ['2026-03-31', '2026-06-03'],
  ['2026-04-15', '2026-05-31'],
  ['2026-04-30', '2026-04-30'],
  ['2026-05-14', '2026-06-03'],
  ['2026-05-31', '2026-05-20'],
  ['2026-06-03', '2026-05-31'],
  ['2026-06-03', '2026-06-03'],
] as const;

/** The reports of past days, in both currencies, and the rows behind the figures of the last one. */
async function reportsOfPastDays(operator: Session): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [place, [asOf, knownOn]] of pastDays.entries()) {
    const days = { startDate: `${asOf.slice(0, 8)}01`, asOf, knownOn };
    for (const currency of place < 2 ? ['MXN', 'USD'] : ['MXN'])
      for (const report of reportNames) {
        const query = { currency, ...days };
        answers[`${report} ${JSON.stringify(query)}`] = await operator.call(routes.getPortfolioReport, {
          params: { report },
          query,
        });
      }
    for (const figure of place < pastDays.length - 1 ? [] : openedFigures) {
      const query = { figure, currency: 'MXN', ...days };
      answers[JSON.stringify(query)] = await operator.call(routes.listReportRows, { query });
    }
  }
  return answers;
}

/** Expects the reports of past days to stay the same once the invoices of the months that are over are carried. */
export async function expectTheSameFromCarried(portal: Portal, operator: Session): Promise<void> {
  const fromJournal = await reportsOfPastDays(operator);
  for (const job of ['sum-books', 'carry-invoices'])
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, job)).toEqual([]);
  const { rows } = await portal.db.owner.query<{ day: string }>(
    'select distinct carried_on::text as day from carried_invoices order by day',
  );
  expect(rows.map(({ day }) => day)).toEqual(['2026-03-31', '2026-04-30']);
  expect(await reportsOfPastDays(operator)).toEqual(fromJournal);
}

const pesos = variants.filter(({ currency }) => currency === undefined);
const closed = pesos.filter(({ used }) => used === undefined);
const sum = (of: readonly Variant[], pick: (variant: Variant) => number): number =>
  of.reduce((total, variant) => total + pick(variant), 0);
const has = ({ steps }: Variant, wanted: string): boolean => steps.some(([kind]) => kind === wanted);
const isPayment = (kind: string): boolean => /^\d/.test(kind);
const daysUntil = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Money that the receiver paid, up to the face. */
const paid = (variant: Variant): number => {
  const amounts = standingSteps(variant).flatMap(([kind, , third]) => {
    if (kind === 'paid-to-client' || kind === 'forward') return third ?? [];
    return isPayment(kind) && third !== 'client' ? kind : [];
  });
  return Math.min(FACE, cents(String(amounts.reduce((total, amount) => total + Number(amount), 0))));
};

/** Debt of the receiver that was given up. The aforo paid for a shortfall before. */
const lost = (variant: Variant): number =>
  has(variant, 'write-off') ? FACE - paid(variant) - (has(variant, 'close') ? AFORO : 0) : 0;

/** Money that came for an invoice from anybody, up to the face. */
const received = (variant: Variant): number => {
  const amounts = standingSteps(variant).flatMap(([kind]) => (isPayment(kind) ? Number(kind) : []));
  return Math.min(FACE, cents(String(amounts.reduce((total, amount) => total + amount, 0))));
};

/** The cash in use at the start of each day, added up. What is undone books on the day of what it undoes while that month is open. */
function cashDays({ steps, used, commission = ['0', '0'] }: Variant): number {
  const deposit = DEPOSIT - cents(commission[0]) - cents(commission[1]);
  let [cash, owed, total, since] = [deposit, FACE, 0, '2026-03-10'];
  let before = { cash, owed };
  for (const [place, [kind, day, third]] of steps.entries()) {
    if (kind === 'undo') {
      ({ cash, owed } = before);
      if (day.slice(0, 7) !== since.slice(0, 7)) since = `${day.slice(0, 7)}-01`;
      continue;
    }
    if (owed > 0) total += cash * daysUntil(since, day);
    since = day;
    before = { cash, owed };
    if (isPayment(kind)) [cash, owed] = [cash - cents(kind), owed - cents(kind)];
    if (kind === 'close' || kind === 'recourse') owed = Math.max(0, owed - AFORO);
    if (kind === 'credit-note') owed -= cents(third ?? '');
    if (kind === 'write-off' || (place === steps.length - 1 && used === undefined)) owed = 0;
  }
  return owed > 0 ? total + cash * daysUntil(since, reportDays.asOf) : total;
}

const face = FACE * closed.length;
const bought = FACE * pesos.length;
const owed = sum(pesos, ({ left }) => cents(left?.CARTERA ?? '0'));
const ofClients = sum(pesos, ({ left }) => cents(left?.CLIENTE ?? '0'));
const givenUp = sum(pesos, ({ left }) => cents(left?.GASTO_ESTIMACION ?? '0'));
const interest = sum(pesos, ({ earned = '3480.00' }) => cents(earned));
const lateCharges = sum(pesos, ({ recargos }) => cents(recargos?.[0] ?? '0'));
const inUse = sum(pesos, cashDays);
const diluted = face - sum(closed, paid) - sum(closed, lost);
const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(2);

/** The figures in pesos. */
export const pesosReports = {
  portfolio: {
    gross: text(owed),
    unearned: '0.00',
    netOfUnearned: text(owed),
    clientDebt: text(ofClients),
    aforo: '0.00',
    undeposited: '0.00',
    net: text(owed + ofClients),
    buyBack: '0.00',
    // Paid out less collected, of the only one that is open.
    cashInUse: text(DEPOSIT - cents('100000.00')),
  },
  concentration: {
    clientExposure: text(owed + ofClients),
    clientFive: '100.0',
    clientIndex: '10000',
    receiverExposure: text(owed),
    receiverFive: '100.0',
    receiverIndex: '10000',
  },
  yield: {
    interest: text(interest),
    lateCharges: text(lateCharges),
    cashDays: text(inUse),
    averageCash: text(Math.round(inUse / LENGTH)),
    nominalYield: percent((interest + lateCharges) * 365, inUse),
    contractRate: '24.00',
  },
  reserve: { aforoBefore: '0.00', aforoWithheld: text(AFORO * pesos.length), aforo: '0.00', releasable: '0.00' },
  dilution: {
    closedFace: text(face),
    paidByReceiver: text(sum(closed, paid)),
    lostFace: text(sum(closed, lost)),
    creditNotes: '10000.00',
    otherDilution: text(diluted - cents('10000.00')),
    diluted: text(diluted),
    dilution: percent(diluted, face),
    aforoRate: null,
  },
  stages: { answerMedian: '0.0', depositMedian: '0.0' },
  collected: {
    due: text(bought),
    collected: text(sum(pesos, received)),
    collectedShare: percent(sum(pesos, received), bought),
  },
  losses: {
    losses: text(givenUp),
    recovered: '0.00',
    bought: text(bought),
    lossRate: percent(givenUp, bought),
  },
} as const;

/** The figures in dollars, of one sale that was paid on time: 300.00 earned on 8,700.00 in 45 days. */
export const dollarReports = {
  portfolio: { gross: '0.00', net: '0.00', cashInUse: '0.00' },
  concentration: { clientExposure: '0.00', clientFive: null, clientIndex: null },
  yield: {
    interest: '300.00',
    lateCharges: '0.00',
    cashDays: '391500.00',
    nominalYield: '27.97',
    effectiveYield: '31.65',
    contractRate: null,
    daysOutstanding: '45.0',
    daysLate: '0.0',
    turn: '8.1',
  },
  reserve: { aforoWithheld: '1000.00', aforoReleased: '1000.00', aforoApplied: '0.00', aforoRate: null },
  dilution: { closedFace: '10000.00', diluted: '0.00', dilution: '0.00', worstDilution: '0.00' },
  stages: { collectionMedian: '45.0', collectionMost: '45.0' },
  collected: { due: '10000.00', collected: '10000.00', collectedShare: '100.00' },
  losses: { losses: '0.00', bought: '10000.00', lossRate: '0.00' },
} as const;
