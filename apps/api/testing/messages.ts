import { randomUUID } from 'node:crypto';
import type { Message } from '@anticipa/contract/outbox';
import type { Portal } from './portal.ts';

/** Leaves a message in the outbox; returns its id. */
export const aMessage = async (
  portal: Portal,
  client: { readonly clientId: string },
  spec: { readonly kind: Message['kind']; readonly payload?: object; readonly isGivenUp?: boolean },
): Promise<string> => {
  const { kind, payload = {}, isGivenUp = false } = spec;
  const id = randomUUID();
  const now = portal.clock.now();
  await portal.db.owner.query(
    `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at, given_up_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [client.clientId, id, kind, JSON.stringify(payload), `<${id}@portal.anticipa.mx>`, now, isGivenUp ? now : null],
  );
  return id;
};
