/** Listing a client's 10,000 invoices, compared with one prepared query of equally wide rows. */
import { listInvoices } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { alternate, type Figure, median, rateFigure, timed } from './measure.ts';
import { jsonOf, type Portal, send, sendOk, signIn, startBareServer } from './portal.ts';
import { aSeller, insertInvoices, type Seller } from './rows.ts';

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

/** The fields of the home screen, from the portal's own tables. */
const homeFields = ({
  client,
}: Seller) => `select document_id, serie, folio, invoices.receiver_key, receiver_rfc, receiver_name,
    companies.status as receiver_status, currency, total, emitted_on, product, invoices.status, is_synced, verification,
    motive, rejected_at, purchase_order
  from invoices join companies using (company_id)
  where client_id = '${client.clientId}' and invoices.status = any('{20,10,0}')
  order by invoices.created_at desc, document_id`;

/** Measures the compressed answer to the home screen; its details have the milliseconds of an unchanged list. */
const measureHomeList = async (
  portal: Portal,
  seller: Seller,
  session: Readonly<Record<string, string>>,
): Promise<Figure> => {
  const bare = await startBareServer(portal, homeFields(seller));
  const url = `${portal.url}${listOpenInvoices.path}`;
  const headers = { ...session, 'accept-encoding': 'br' };
  const { headers: got } = await fetch(url, { headers });
  const known = { ...headers, 'if-none-match': got.get('etag') ?? '' };
  try {
    const home = () => sendOk(url, { headers });
    const bareHome = () => sendOk(`${bare.url}/list`, { headers: { 'accept-encoding': 'br' } });
    const details = { rows: ROWS, sentBytes: (await home()).bytes.length, boundBytes: (await bareHome()).bytes.length };
    const seconds = await alternate({ rounds: ROUNDS, subject: () => timed(home), bound: () => timed(bareHome) });
    const unchanged: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      unchanged.push(
        await timed(async () => {
          const { status } = await send(url, { headers: known });
          if (status !== 304) throw new Error(`the unchanged list answered ${status}`);
        }),
      );
    }
    const name = `home list of ${ROWS} invoices, br`;
    const against = 'bare server, one prepared query of the same fields, br';
    const rate = { name, against, unit: 'lists/s', count: 1 };
    return rateFigure({ ...rate, details: { ...details, unchangedMs: median(unchanged) * 1000 } }, seconds);
  } finally {
    await bare.stop();
  }
};

export const measureList = async (portal: Portal): Promise<Figure[]> => {
  const seller = await aSeller(portal);
  await insertInvoices(portal, seller, ROWS);
  const session = await signIn(portal, seller);
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
    return [...figures, await measureHomeList(portal, seller, session)];
  } finally {
    await bare.stop();
  }
};
