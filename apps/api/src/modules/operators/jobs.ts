import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { renderMail } from '../../platform/jobs/mail-template.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { operatorMail } from './mail.ts';
import { operatorMailKinds } from './queue-mail.ts';

const payloadOf = z.strictObject({
  operatorId: z.uuid(),
  kind: z.enum(operatorMailKinds),
  mailId: z.uuid(),
  about: z.uuid().optional(),
});

/** Sends a mail to an operator; throws if the mail server did not accept it, so that the job is retried. */
async function send(deps: JobDeps, payload: unknown): Promise<void> {
  const { mailId, ...order } = payloadOf.parse(payload);
  const mail = await runAs(deps, WORKER, (work) => operatorMail(work, deps.config, order));
  if (mail === null) return;
  const messageId = `<${mailId}@portal.anticipa.mx>`;
  await deps.mailer.send({ ...renderMail(mail), attachments: [], messageId });
}

export const operatorJobs = (deps: JobDeps): Jobs => [
  { name: 'mail-operator', slots: 'mails', run: (payload) => send(deps, payload) },
];
