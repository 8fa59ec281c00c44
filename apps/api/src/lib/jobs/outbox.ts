import { randomUUID } from 'node:crypto';
import type { Message } from '@anticipa/contract/outbox';
import type { Work } from '../work.ts';
import type { Mail } from './mail-template.ts';

/** Every side effect outside the database, by kind, with the ids it is about; the worker reads the rest when it delivers. */
export interface MessagePayloads {
  /** The summary of requested sales, to people of the client. */
  readonly 'sale-summary': { readonly saleIds: readonly string[]; readonly userIds: readonly string[] };
  /** The deposit of a sale, to people of the client who want to know. */
  readonly 'sale-deposit': { readonly saleIds: readonly string[]; readonly userIds: readonly string[] };
  /** The link that lets somebody set a password: a request of theirs, or an invitation. */
  readonly 'recovery-link': { readonly requestId: string };
  readonly 'password-changed': { readonly userId: string };
  /** A sign-in from a device that the person had not used before. */
  readonly 'new-device': { readonly sessionId: string };
}

export type MessageKind = Message['kind'];

/**
 * Writes the mails of a message when it is delivered, in the worker's transaction; none when there is no longer a reason.
 * It runs again on every try, and must address the same people then.
 */
export type MailMaker = (work: Work, payload: unknown) => Promise<readonly Mail[]>;

/** Leaves a message for the worker, in the transaction that causes it. Returns its id. */
export async function putMessage<K extends MessageKind>(
  { db, tenant, at }: Work,
  kind: K,
  payload: MessagePayloads[K],
): Promise<string> {
  const outboxId = randomUUID();
  await db
    .insertInto('outbox')
    .values({
      client_id: tenant,
      outbox_id: outboxId,
      kind,
      payload: JSON.stringify(payload),
      // The same on every try: a mail server or a reader drops the second copy of a message id.
      message_id: `<${outboxId}@portal.anticipa.mx>`,
      created_at: at,
    })
    .execute();
  return outboxId;
}
