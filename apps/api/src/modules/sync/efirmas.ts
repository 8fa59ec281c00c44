/** The e.firmas with which invoices are downloaded: warns before one expires, and forgets those of no use. */
import { ciecStatus } from '@anticipa/domain/sync';
import { formatDate } from '@anticipa/texts/format';
import { sql } from 'kysely';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { type ExpiryDeps, warnOfExpiry } from '../alerts/expiry-warnings.ts';
import type { JobDeps } from '../deps.ts';
import { enqueueRemoval } from './change.ts';

/** Warns 60, 30 and 7 days before, client by client; a failure does not stop the others. */
export async function watchEfirmas(deps: ExpiryDeps & Pick<JobDeps, 'log'>): Promise<void> {
  const efirmas = await runAs(deps, WORKER, efirmasInUse);
  await runEach(deps.log, efirmas, ({ client_id, entity_name: client, rfc, expires_at: expiresAt }) =>
    warnOfExpiry(deps, {
      subject: `efirma:${client_id}:${expiresAt.toISOString()}`,
      expiresAt,
      tenant: client_id,
      roles: ['soporte', 'administrador'],
      mailOf: (expiry, isOver) => mailOf({ client, rfc }, expiry, isOver),
    }),
  );
}

/** A credential is recorded within a minute after it was kept. */
const UNUSED_MS = 24 * 3_600_000;

/** Forgets credentials that are kept and of no use: the process ended before one was recorded. */
export async function removeUnused({ db, clock, invoiceSync }: JobDeps): Promise<void> {
  const kept = await invoiceSync.keptCredentials(new Date(clock.now().getTime() - UNUSED_MS));
  await runAs({ db, clock }, WORKER, async (work) => {
    const used = await work.db
      .selectFrom('sync_credentials')
      .select('provider_id')
      .where('provider_id', '=', sql<string>`any(${[...kept]}::text[])`)
      .execute();
    const inUse = new Set(used.map((one) => one.provider_id));
    for (const id of kept) if (!inUse.has(id)) await enqueueRemoval(work, id);
  });
}

const efirmasInUse = ({ db }: WideWork) =>
  db
    .selectFrom('sync_credentials')
    .innerJoin('clients', 'clients.client_id', 'sync_credentials.client_id')
    .select((eb) => ['clients.client_id', 'entity_name', 'rfc', eb.ref('expires_at').$notNull().as('expires_at')])
    .where('sat_sync_active', '=', true)
    .where('status', '=', ciecStatus.VALID)
    .where('expires_at', 'is not', null)
    .orderBy('clients.client_id')
    .execute();

const mailOf = (
  { client, rfc }: { readonly client: string; readonly rfc: string },
  expiry: string,
  isOver: boolean,
) => ({
  subject: isOver ? 'Venció la e.firma de un cliente' : 'Está por vencer la e.firma de un cliente',
  heading: `La e.firma de ${client} ${isOver ? 'venció' : 'vence'} el ${formatDate(expiry)}`,
  paragraphs: [
    `Con ella se descargan las facturas de ${rfc} del SAT. Después de su vencimiento no se descarga ninguna.`,
    'Pide al cliente que se conecte otra vez en el portal con su e.firma nueva.',
  ],
  because: 'das soporte',
});
