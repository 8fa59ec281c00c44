/**
 * Duration of a client's cheap call while 20 screens of another client reload 10,000 invoices, of which one has
 * changed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { getCreditInformation } from '@anticipa/contract/credit';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { alternate, type Figure, quantile, timed } from './measure.ts';
import { type Portal, send, sendOk, signIn } from './portal.ts';
import { aSeller, insertInvoices } from './rows.ts';

const ROWS = 10_000;
const SCREENS = 20;
const ROUNDS = 5;
/** Cheap calls per round, one after another. */
const CALLS = 40;
const PAUSE_MS = 20;

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Peak memory of the portal's API processes in MB, on Linux. */
const peakMemory = ({ dataDir }: Portal): number => {
  const isApi = (pid: string): boolean =>
    textOf(`/proc/${pid}/cmdline`).includes('--role\0api') &&
    textOf(`/proc/${pid}/environ`).includes(`DATA_DIR=${dataDir}\0`);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isApi(name));
  const peaks = pids.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0));
  return Math.round(peaks.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024);
};

export const measureNeighbours = async (portal: Portal): Promise<Figure[]> => {
  const seller = await aSeller(portal);
  const [changed] = await insertInvoices(portal, seller, ROWS);
  await portal.owner.query('analyze');
  const many = { ...(await signIn(portal, seller)), 'accept-encoding': 'br' };
  const cheap = await signIn(portal, await aSeller(portal));
  const refused = { screens: 0, neighbour: 0 };
  const beside: number[] = [];
  const alone: number[] = [];
  const callsInto = async (latencies: number[]): Promise<void> => {
    for (let call = 0; call < CALLS; call += 1) {
      const seconds = await timed(async () => {
        const { status } = await send(`${portal.url}${getCreditInformation.path}`, { headers: cheap });
        if (status !== 200) refused.neighbour += 1;
      });
      latencies.push(seconds * 1000);
      await pause(PAUSE_MS);
    }
  };
  const reload = async (): Promise<void> => {
    const { status } = await send(`${portal.url}${listOpenInvoices.path}`, { headers: many });
    if (status !== 200) refused.screens += 1;
  };
  const change = () => portal.owner.query('update invoices set folio = folio where document_id = $1', [changed]);
  await sendOk(`${portal.url}${listOpenInvoices.path}`, { headers: many });
  await alternate({
    rounds: ROUNDS,
    subject: async () => {
      await change();
      return timed(() => Promise.all([callsInto(beside), ...Array.from({ length: SCREENS }, reload)]));
    },
    bound: () => timed(() => callsInto(alone)),
  });
  const value = quantile(beside, 0.99);
  const bound = quantile(alone, 0.99);
  return [
    {
      name: `p99 beside ${SCREENS} screens of ${ROWS} invoices`,
      unit: 'ms',
      value,
      bound,
      ratio: bound / value,
      against: 'the same call alone',
      details: {
        refusedScreens: refused.screens,
        refusedCalls: refused.neighbour,
        besideP50: quantile(beside, 0.5),
        aloneP50: quantile(alone, 0.5),
        peakMemoryMb: peakMemory(portal),
      },
    },
  ];
};
