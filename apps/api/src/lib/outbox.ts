import { randomUUID } from 'node:crypto';
import type { Executor } from './db/pool.ts';

/** Every side effect outside the database, by kind, with the ids it is about; the worker reads the rest when it delivers. */
export interface OutboxPayloads {
  /** The summary of requested sales, to people of the client. */
  readonly 'sale-summary': { readonly saleIds: readonly string[]; readonly userIds: readonly string[] };
}

export type OutboxKind = keyof OutboxPayloads;

interface OutboxEntry<K extends OutboxKind> {
  readonly clientId: string;
  readonly kind: K;
  readonly payload: OutboxPayloads[K];
  readonly at: Date;
}

/** Leaves a side effect for the worker, in the transaction that causes it. Returns the entry's id. */
export const putOutbox = async <K extends OutboxKind>(executor: Executor, entry: OutboxEntry<K>): Promise<string> => {
  const outboxId = randomUUID();
  await executor
    .insertInto('outbox')
    .values({
      client_id: entry.clientId,
      outbox_id: outboxId,
      kind: entry.kind,
      payload: JSON.stringify(entry.payload),
      // The same on every try: a mail server or a reader drops the second copy of a message id.
      message_id: `<${outboxId}@portal.anticipa.mx>`,
      created_at: entry.at,
    })
    .execute();
  return outboxId;
};
