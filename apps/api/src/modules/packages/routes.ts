import { downloadBookPackage, downloadClientPackage, downloadOwnPackage } from '@anticipa/contract/accountant';
import { type Month, monthOf } from '@anticipa/domain/month';
import type { FastifyReply } from 'fastify';
import { type ArchivedFile, archiveOf } from '../../platform/documents/archive.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { attachmentHeader } from '../../platform/http/attachment.ts';
import { type Served, serveRaw } from '../../platform/http/http.ts';
import { readLong, runAs } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { noteClientReading } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { clientFiles, lenderFiles } from './packages.ts';

interface Sent {
  readonly month: Month;
  /** Tax id in the name of the file; none for the lender's own. */
  readonly rfc?: string;
}

/** Sends the archive while it is made; a month to come has nothing. */
function sendPackage(
  { clock }: Deps,
  reply: FastifyReply,
  { month, rfc }: Sent,
  files: () => AsyncIterable<ArchivedFile>,
) {
  if (month > monthOf(clock.today())) return sendRefusal(reply, 'INVALID_REQUEST');
  const name = ['paquete', rfc, month].filter(Boolean).join('-');
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-disposition', attachmentHeader(`${name}.zip`))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(archiveOf(files(), clock.now()));
}

export const packageRoutes: readonly Served<Deps>[] = [
  serveRaw(downloadBookPackage, async (deps, { caller, params: { month } }, reply) =>
    sendPackage(deps, reply, { month }, () => lenderFiles(deps, (query) => readLong(deps, caller, query), month)),
  ),
  serveRaw(downloadClientPackage, async (deps, { caller, params: { month, clientId } }, reply) => {
    const named = await runAs(deps, caller, async (wide) => {
      const tenant = await clientById(wide, clientId);
      if (tenant === undefined) return null;
      const work = narrowTo(wide, tenant);
      await noteClientReading(work);
      const { rfc } = await work.db
        .selectFrom('clients')
        .select('rfc')
        .where('client_id', '=', tenant)
        .executeTakeFirstOrThrow();
      return { tenant, rfc };
    });
    if (named === null) return sendRefusal(reply, 'NOT_FOUND');
    const { tenant, rfc } = named;
    const asked = { month, clientId: tenant, knownAt: deps.clock.now() };
    return sendPackage(deps, reply, { month, rfc }, () =>
      clientFiles(deps, (query) => readLong(deps, caller, (wide) => query(narrowTo(wide, tenant))), asked),
    );
  }),
  serveRaw(downloadOwnPackage, async (deps, { caller, params: { month } }, reply) => {
    const { clientId, rfc } = caller.actor;
    const asked = { month, clientId, knownAt: deps.clock.now() };
    return sendPackage(deps, reply, { month, rfc }, () =>
      clientFiles(deps, (query) => readLong(deps, caller, query), asked),
    );
  }),
];
