import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { headedBrandOf } from '../brand/queries.ts';
import { sendMail } from '../brand/send.ts';
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
  const { mail, brand } = await runAs(deps, WORKER, async (work) => ({
    mail: await operatorMail(work, deps.config, order),
    brand: await headedBrandOf(work),
  }));
  if (mail === null) return;
  await sendMail({ mailer: deps.mailer, baseUrl: deps.config.baseUrl }, brand, { id: mailId, mail });
}

export const operatorJobs = (deps: JobDeps): Jobs => [
  { name: 'mail-operator', slots: 'mails', run: (payload) => send(deps, payload) },
];
