/** The desk's screens of money with 100,000 invoices of 100 clients: how soon the call behind each is answered. */
import { getBankReconciliation } from '@anticipa/contract/bank-files';
import { listUnidentifiedPayments } from '@anticipa/contract/collections';
import { listMadePayments } from '@anticipa/contract/made-payments';
import { listPayables } from '@anticipa/contract/payables';
import { listAgeing, listPortfolio } from '@anticipa/contract/portfolio';
import { listSoldInvoices } from '@anticipa/contract/sold-invoices';
import { getToday } from '@anticipa/contract/today';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { demoPassword } from '@anticipa/sandbox/demo-parties';
import { addClients, addSharedReceivers } from './growth-rows.ts';
import { type Figure, median, timed } from './measure.ts';
import { addressOf, type Portal, sendOk, signIn } from './portal.ts';
import { aSeller } from './rows.ts';

const CLIENTS = 100;
/** Invoices of each client, by their state. */
const PORTFOLIO = { settled: 700, inCredit: 170, requested: 5, open: 125 };
const OPERATOR = { email: 'operador@anticipa.demo', password: demoPassword };
const ROUNDS = 7;
/** An answer within this time feels as if nothing had to be waited for. */
const LIMIT_MS = 300;

/** Times each call once it is warm; the ratio is limit / value. */
export const measureMoney = async (portal: Portal): Promise<Figure[]> => {
  // With its branch, which all clients have.
  await aSeller(portal);
  await addSharedReceivers(portal);
  await addClients(portal, CLIENTS, PORTFOLIO);
  await portal.owner.query('analyze');
  const today = dateAt(new Date(), MEXICO_CITY);
  const calls = {
    today: addressOf(getToday, {}),
    portfolio: addressOf(listPortfolio, { query: { view: 'all' } }),
    'portfolio found by a folio': addressOf(listPortfolio, { query: { view: 'all', search: 'A-77' } }),
    ageing: addressOf(listAgeing, { query: { asOf: today, by: 'client' } }),
    'sold invoices': addressOf(listSoldInvoices, {}),
    'sold invoices in credit': addressOf(listSoldInvoices, { query: { state: 'in-credit' } }),
    'sold invoices found by a folio': addressOf(listSoldInvoices, { query: { search: 'A-77' } }),
    payables: addressOf(listPayables, {}),
    'made payments': addressOf(listMadePayments, {}),
    'unidentified money': addressOf(listUnidentifiedPayments, { query: { state: 'waiting' } }),
    reconciliation: addressOf(getBankReconciliation, {}),
  };
  const headers = await signIn(portal, OPERATOR);
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(calls)) {
    const call = () => timed(() => sendOk(`${portal.url}${path}`, { headers }));
    await call();
    const ms: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) ms.push((await call()) * 1000);
    const value = median(ms);
    const details = { ms: ms.map(Math.round) };
    figures.push({ name, unit: 'ms', value, bound: LIMIT_MS, ratio: LIMIT_MS / value, against: 'limit', details });
  }
  return figures;
};
