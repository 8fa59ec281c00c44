import { exportTable } from '@anticipa/contract/exports';
import { sendRefusal } from '../../lib/http/answers.ts';
import { attachmentHeader } from '../../lib/http/attachment.ts';
import { queueHeavyRead } from '../../lib/http/heavy-reads.ts';
import { type Served, serveRaw } from '../../lib/http/http.ts';
import { makeExport } from './write.ts';

export const exportRoutes: readonly Served[] = [
  serveRaw(exportTable, async (deps, { caller, params: { table }, query }, reply) => {
    const made = await queueHeavyRead(caller.actor, () => makeExport(deps, caller, table, query));
    if (!made.ok) return sendRefusal(reply, made.code);
    const { content, name, type } = made.value;
    return reply
      .header('content-type', type)
      .header('content-disposition', attachmentHeader(name))
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(content);
  }),
];
