/** A mail with a brand that nobody has approved, and what the DNS says of its sender: without both, mails of a wrong sender end as spam unseen. */
import { randomUUID } from 'node:crypto';
import {
  type checkSenderDomain,
  type DomainRecord,
  type sendBrandMail,
  TEST_MAILS_PER_HOUR,
  typedBrand,
} from '@anticipa/contract/brand';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { dmarcNames, dmarcOf, spfOf } from '@anticipa/domain/sender';
import { normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Deps, JobDeps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import { brandRefusal } from './commands.ts';
import { headedAsProposed } from './queries.ts';
import { sendMail } from './send.ts';

const JOB = 'mail-brand-test';
const HOUR_MS = 3_600_000;
/** The operator is waiting for the mail. */
const ATTEMPTS = 3;

const payloadOf = z.strictObject({ mailId: z.uuid(), operatorId: z.uuid(), proposed: typedBrand });

/** Queues the mail to the operator who asks, and writes it into the log. */
export async function queueTestMail(
  work: OperatorWork,
  { proposed: typed }: BodyOf<typeof sendBrandMail>,
): Promise<Outcome<ResponseOf<typeof sendBrandMail>>> {
  const { db, actor, at } = work;
  const { operatorId, email: to } = actor;
  const proposed = { ...typed, senderAddress: normaliseEmail(typed.senderAddress) };
  const refused = brandRefusal(proposed);
  if (refused) return refused;
  const entry = { action: 'setting.mailed', subject: 'setting:brand' } as const;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${JOB}:${operatorId}`}, 0))`.execute(db);
  const sent = await db
    .selectFrom('audit')
    .select('audit_id')
    .where('client_id', 'is', null)
    .where('subject', '=', entry.subject)
    .where('action', '=', entry.action)
    .where('actor_id', '=', operatorId)
    .where('recorded_at', '>', new Date(at.getTime() - HOUR_MS))
    .limit(TEST_MAILS_PER_HOUR)
    .execute();
  if (sent.length === TEST_MAILS_PER_HOUR) return refuse('TEST_MAIL_LIMIT_REACHED');
  const payload = { mailId: randomUUID(), operatorId, proposed };
  await sql`select enqueue_job(${JOB}, ${JSON.stringify(payload)}::json, max_attempts => ${ATTEMPTS})`.execute(db);
  await writeAudit(work, { ...entry, details: { from: proposed.senderAddress } });
  return done({ to });
}

const testMail = (to: string, name: string, baseUrl: string): Mail => ({
  to,
  subject: `Correo de prueba de ${name}`,
  heading: 'Así llegan los correos del portal',
  paragraphs: [
    'Este correo salió con la marca y el remitente de la propuesta, por el servidor de correo del portal.',
    'Si llegó a no deseados, o si en su original no dice spf=pass y dkim=pass para el dominio del remitente, pide a quien administra el dominio que autorice al servidor de correo antes de aprobar el cambio.',
  ],
  action: { label: 'Ver la propuesta', url: `${baseUrl}/lender/settings#brand` },
  because: 'pediste una prueba de la marca',
});

/** Sends it; throws if the mail server did not accept it, so that the job is retried. */
async function send(deps: JobDeps, payload: unknown): Promise<void> {
  const { mailId, operatorId, proposed } = payloadOf.parse(payload);
  const { baseUrl } = deps.config;
  const { operator, brand } = await runAs(deps, WORKER, async (work) => ({
    operator: await work.db
      .selectFrom('operators')
      .select('email')
      .where('operator_id', '=', operatorId)
      .where('active', '=', true)
      .executeTakeFirst(),
    brand: await headedAsProposed(work, proposed),
  }));
  if (operator === undefined) return;
  const mail = testMail(operator.email, proposed.name, baseUrl);
  await sendMail({ mailer: deps.mailer, baseUrl }, brand, { id: mailId, mail });
}

export const brandJobs = (deps: JobDeps): Jobs => [
  { name: JOB, slots: 'mails', run: (payload) => send(deps, payload) },
];

/** The records of a domain; of DMARC the nearest one, from the domain upwards. */
export async function senderRecords(
  { domainRecords }: Pick<Deps, 'domainRecords'>,
  domain: string,
): Promise<ResponseOf<typeof checkSenderDomain>> {
  const [spf, ...dmarcs] = await Promise.all([
    domainRecords.textsOf(domain).then(spfOf),
    ...dmarcNames(domain).map((name) => domainRecords.textsOf(name).then(dmarcOf)),
  ]);
  const none: DomainRecord = { state: 'missing', record: null };
  return { spf, dmarc: dmarcs.find(({ state }) => state !== 'missing') ?? none };
}
