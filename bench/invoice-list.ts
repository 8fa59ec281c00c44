/** Listing a client's 10,000 invoices, compared with one prepared query of equally wide rows. */
import { listInvoices } from '@anticipa/contract/invoices';
import { alternate, type Figure, rateFigure, timed } from './measure.ts';
import { jsonOf, type Portal, sendOk, signIn, startBareServer } from './portal.ts';
import { insertInvoices } from './rows.ts';

/** Table of the baseline: one column per field of a listed invoice. */
const LISTED = 'bench_listed';
const ROWS = 10_000;
const ROUNDS = 11;

const typeOf = (value: unknown): string => {
  if (typeof value === 'number') return 'integer';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' && value !== null ? 'json' : 'text';
};

/** Copies the portal's list into the baseline's table. */
const copyList = async ({ owner }: Portal, invoices: readonly object[]): Promise<void> => {
  const columns = Object.entries(invoices[0] ?? {}).map(([name, value]) => `"${name}" ${typeOf(value)}`);
  await owner.query(`create table ${LISTED} (${columns.join(', ')})`);
  await owner.query(
    `insert into ${LISTED} select row.* from jsonb_to_recordset($1::jsonb) as row (${columns.join(', ')})`,
    [JSON.stringify(invoices)],
  );
  await owner.query(`create index on ${LISTED} ("createdAt" desc, "documentId"); analyze ${LISTED}; analyze`);
};

export const measureList = async (portal: Portal): Promise<Figure[]> => {
  await insertInvoices(portal, { email: 'admin@sur.demo', count: ROWS, product: 'FB' });
  const session = await signIn(portal, 'admin@sur.demo');
  const list = (encoding: string) =>
    sendOk(`${portal.url}${listInvoices.path}`, { headers: { ...session, 'accept-encoding': encoding } });
  const plain = await list('identity');
  const { data } = listInvoices.response.parse(jsonOf(plain));
  if (data.length !== ROWS) throw new Error(`${data.length} invoices are listed`);
  await copyList(portal, data);
  const bare = await startBareServer(portal, `select * from ${LISTED} order by "createdAt" desc, "documentId"`);
  try {
    const bareList = () => sendOk(`${bare.url}/list`);
    const details = { rows: ROWS, bytes: plain.bytes.length, boundBytes: (await bareList()).bytes.length };
    const bound = () => timed(bareList);
    const against = 'bare server, one prepared query, as many columns and bytes';
    const figures: Figure[] = [];
    for (const encoding of ['identity', 'br, gzip']) {
      const sent = await list(encoding);
      const seconds = await alternate({ rounds: ROUNDS, subject: () => timed(() => list(encoding)), bound });
      const name = `list of ${ROWS} invoices, ${sent.encoding === 'identity' ? 'plain' : sent.encoding}`;
      const sentBytes = sent.bytes.length;
      figures.push(
        rateFigure({ name, against, unit: 'lists/s', count: 1, details: { ...details, sentBytes } }, seconds),
      );
    }
    return figures;
  } finally {
    await bare.stop();
  }
};
