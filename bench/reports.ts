/**
 * The reports of the portfolio over the books of `ledger`, with the invoices of its months carried: how soon the call behind each is
 * answered, against one pass over the journal, which adds up every account.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { runningClock } from '@anticipa/api/platform/work/clock';
import { getPortfolioReport, reportNames } from '@anticipa/contract/portfolio-reports';
import { addDays } from '@anticipa/domain/calendar';
import { demoPassword } from '@anticipa/sandbox/demo-parties';
import { sumBooks } from './ledger.ts';
import { addLedger } from './ledger-rows.ts';
import { alternate, type Figure, median, timed } from './measure.ts';
import { addressOf, type Portal, sendOk, signIn } from './portal.ts';

const OPERATOR = { email: 'operador@anticipa.demo', password: demoPassword };
const ROUNDS = 5;
const PASS = `select account, sum(debit - credit) from ledger_lines join ledger_entries using (client_id, entry_number) group by account`;

/** Has the worker carry the invoices of all months that are over. */
async function carryInvoices(portal: Portal): Promise<number> {
  await sumBooks(portal);
  const { owner } = portal;
  await owner.query(`select graphile_worker.add_job('carry-invoices', '{}'::json)`);
  return await timed(async () => {
    for (;;) {
      const { rows } = await owner.query<{ carried: boolean }>(`
        select max(carried_on) + 1 = date_trunc('month', now() at time zone 'America/Mexico_City')::date as carried from carried_invoices`);
      if (rows[0]?.carried) return;
      await pause(1_000);
    }
  });
}

export async function measureReports(portal: Portal, wanted: number): Promise<Figure[]> {
  const { owner, url } = portal;
  const { lines } = await addLedger(portal, wanted);
  const carried = await carryInvoices(portal);
  await portal.owner.query('vacuum analyze carried_invoices');
  const { rows } = await owner.query<{ invoices: number }>(
    'select count(distinct (client_id, document_id))::integer as invoices from ledger_lines',
  );
  const invoices = rows[0]?.invoices ?? 0;
  process.stderr.write(`${lines} lines of ${invoices} invoices, carried in ${Math.round(carried)} s\n`);
  const headers = await signIn(portal, OPERATOR);
  const asOf = runningClock().today();
  const query = { currency: 'MXN', startDate: addDays(asOf, -30), asOf } as const;
  const figures: Figure[] = [];
  for (const report of reportNames) {
    const address = `${url}${addressOf(getPortfolioReport, { params: { report }, query })}`;
    const seconds = await alternate({
      rounds: ROUNDS,
      subject: () => timed(() => sendOk(address, { headers })),
      bound: () => timed(() => owner.query(PASS)),
    });
    const [value, bound] = [median(seconds.subject) * 1_000, median(seconds.bound) * 1_000];
    const details = { lines, invoices, ms: seconds.subject.map((second) => Math.round(second * 1_000)) };
    const name = `report of ${report}`;
    figures.push({ name, unit: 'ms', value, bound, ratio: bound / value, against: 'a pass over the journal', details });
  }
  return figures;
}
