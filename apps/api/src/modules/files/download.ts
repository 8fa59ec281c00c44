/** Stored files with their original bytes. */
import type { Readable } from 'node:stream';
import type { FileRecord } from '@anticipa/contract/files';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { FastifyReply } from 'fastify';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { attachmentHeader } from '../../platform/http/attachment.ts';
import type { Caller, ClientId, OperatorActor } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { noteReading } from '../log/audit.ts';
import { fileById, soldFile } from './queries.ts';

interface Download {
  readonly file: FileRecord;
  readonly content: Readable;
}

/** Opens a file of the client. */
export async function openDownload(deps: Deps, caller: Caller, fileId: string): Promise<Outcome<Download>> {
  const file = await runAs(deps, caller, (work) => fileById(work, fileId));
  return file ? open(deps, caller.actor.clientId, file) : refuse('NOT_FOUND');
}

/** Opens the file of an invoice of a sale for an operator, which counts as reading the sale. */
export async function openSoldFile(
  deps: Deps,
  caller: Caller<OperatorActor>,
  sold: { readonly saleId: string; readonly documentId: string },
): Promise<Outcome<Download>> {
  const found = await runAs(deps, caller, async (wide) => {
    const [clientId, fileId] = (await soldFile(wide, sold)) ?? [];
    if (clientId === undefined || fileId === undefined) return null;
    const work = narrowTo(wide, clientId);
    await noteReading(work, { action: 'sale.read', subject: `sale:${sold.saleId}` });
    const file = await fileById(work, fileId);
    return file ? { clientId: work.tenant, file } : null;
  });
  return found ? open(deps, found.clientId, found.file) : refuse('NOT_FOUND');
}

async function open(deps: Deps, clientId: ClientId, file: FileRecord): Promise<Outcome<Download>> {
  const { fileId } = file;
  try {
    const content = await deps.storage.open(clientId, Buffer.from(file.sha256, 'hex'));
    if (content) return done({ file, content });
    deps.log.error({ fileId }, 'stored file missing from storage');
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    deps.log.error({ err: cause, fileId }, 'stored file cannot be opened');
  }
  return refuse('SERVICE_UNAVAILABLE');
}

/** Sends the bytes as an attachment that no browser interprets. */
export function sendDownload(reply: FastifyReply, opened: Outcome<Download>) {
  if (!opened.ok) return sendRefusal(reply, opened.code);
  const { file, content } = opened.value;
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', file.size)
    .header('content-disposition', attachmentHeader(file.fileName))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(content);
}
