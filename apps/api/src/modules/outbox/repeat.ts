/** An operator sends a message again. */
import type { Message } from '@anticipa/contract/outbox';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { repeatProblem } from '@anticipa/domain/message';
import { copyMessage } from '../../platform/jobs/outbox.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { outboxMessages } from './queries.ts';

/**
 * Queues a copy of a message, composed anew for the addressee's current address. The unique `outbox_repeated_once` refuses a
 * second copy.
 */
export async function repeatMessage(
  wide: OperatorWork,
  named: { readonly clientId: string; readonly messageId: string },
): Promise<Outcome<{ readonly message: Message }>> {
  const { messageId: id } = named;
  const clientId = await clientById(wide, named.clientId);
  if (clientId === undefined) return refuse('NOT_FOUND');
  const messageOf = async (messageId: string): Promise<Message | undefined> =>
    (await outboxMessages(wide, { message: { clientId, id: messageId }, limit: 1 }))[0];
  const found = await messageOf(id);
  if (found === undefined) return refuse('NOT_FOUND');
  const problem = repeatProblem(found);
  if (problem) return refuse(problem);
  const work = narrowTo(wide, clientId);
  const copyId = await copyMessage(work, id);
  const { kind, state, lastError } = found;
  await writeAudit(work, {
    action: 'message.repeat',
    subject: `message:${id}`,
    details: { kind, state, lastError, copy: copyId },
  });
  const message = await messageOf(copyId);
  return message ? done({ message }) : refuse('NOT_FOUND');
}
