import { downloadFile, getFile, listFiles as listRoute, uploadFile as uploadRoute } from '@anticipa/contract/files';
import { done, refuse } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { sendRefusal } from '../../lib/http/answers.ts';
import { attachmentHeader } from '../../lib/http/attachment.ts';
import { type Served, serve, serveRaw } from '../../lib/http/http.ts';
import { readTenant } from '../../lib/transaction.ts';
import { openDownload, uploadFile } from './commands.ts';
import { fileById, listFiles } from './queries.ts';

export const filesRoutes = (deps: Deps): Served[] => [
  serve(uploadRoute, ({ body, caller }) => uploadFile(deps, caller, body)),
  serve(listRoute, async ({ query, caller }) => {
    const { clientId } = caller.actor;
    return done({
      data: await readTenant(deps, caller, (executor) => listFiles(executor, clientId, query.refused === 'true')),
    });
  }),
  serve(getFile, async ({ params, caller }) => {
    const { clientId } = caller.actor;
    const doc = await readTenant(deps, caller, (executor) => fileById(executor, clientId, params.id));
    return doc ? done({ doc }) : refuse('NOT_FOUND');
  }),
  serveRaw(downloadFile, async ({ params, caller }, reply) => {
    const download = await openDownload(deps, caller, params.id);
    if (!download.ok) return sendRefusal(reply, download.code);
    const { file, content } = download.value;
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', file.size)
      .header('content-disposition', attachmentHeader(file.fileName))
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(content);
  }),
];
