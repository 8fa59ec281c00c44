import {
  downloadFile,
  findOrCreateInvoice as findOrCreateRoute,
  getFile,
  listFiles as listRoute,
  signedUrl,
  updateFile,
  uploadFile as uploadRoute,
  uploadToSignedUrl,
} from '@anticipa/contract/files';
import { downloadSoldFile } from '@anticipa/contract/lender';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve, serveRaw, write } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { uploadFile } from './commands.ts';
import { openDownload, openSoldFile, sendDownload } from './download.ts';
import { findOrCreateInvoice } from './find-or-create.ts';
import { fileById, listFiles } from './queries.ts';
import { renameFile } from './rename.ts';
import { isSignedAddress, signedAddress, uploadIncoming, uploadToAddress } from './signed-address.ts';

export const filesRoutes: readonly Served<Deps>[] = [
  serve(
    uploadRoute,
    async (deps, { caller, body: { fileName, fileData, fileURL } }) => {
      if (fileData !== undefined) return uploadFile(deps, caller, { fileName, bytes: Buffer.from(fileData, 'base64') });
      return fileURL === undefined
        ? refuse('INVALID_REQUEST')
        : uploadIncoming(deps, caller, { fileName, key: fileURL });
    },
    {
      claims: ({ body }) => ({ clientId: body.clientId, rfc: body.clientRFC, userId: body.uploadedBy }),
    },
  ),
  serve(signedUrl, (deps, { caller, query }) => signedAddress(deps, caller, query), {
    claims: ({ query }) => ({ rfc: query.clientRFC }),
  }),
  serve(
    uploadToSignedUrl,
    (deps, { caller, params: { sessionId }, query: { filename }, bytes }) =>
      uploadToAddress(deps, caller, { sessionId, filename, bytes }),
    { isPermitted: isSignedAddress },
  ),
  serve(findOrCreateRoute, (deps, { caller, body }) => findOrCreateInvoice(deps, caller, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
  }),
  read(listRoute, async (work, { query }) => done({ data: await listFiles(work, query.refused ?? false) }), {
    claims: ({ query: { clientId } }) => ({ clientId }),
  }),
  read(getFile, async (work, { params }) => {
    const doc = await fileById(work, params.id);
    return doc ? done({ doc }) : refuse('NOT_FOUND');
  }),
  write(updateFile, (work, { params, body }) => renameFile(work, params.id, body), {
    claims: ({ body: { clientId, clientRFC } }) => ({ clientId, rfc: clientRFC }),
    broken: { files_refused: refuse('FILE_NAME_TAKEN') },
  }),
  serveRaw(downloadFile, async (deps, { params, caller }, reply) =>
    sendDownload(reply, await openDownload(deps, caller, params.id)),
  ),
  serveRaw(downloadSoldFile, async (deps, { params, caller }, reply) =>
    sendDownload(reply, await openSoldFile(deps, caller, params)),
  ),
];
