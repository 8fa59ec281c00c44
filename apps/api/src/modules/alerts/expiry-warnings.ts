/** Warns operators before what the portal signs or seals with expires. */
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { OperatorRole } from '@anticipa/domain/operator';
import { RecipientRefused } from '../../gateways/mail/port.ts';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type WideWork } from '../../platform/work/work.ts';
import { headedBrandOf } from '../brand/queries.ts';
import { sendMail } from '../brand/send.ts';
import type { JobDeps } from '../deps.ts';
import { type NewAlert, raiseAlert } from './alert.ts';

export type ExpiryDeps = Pick<JobDeps, 'db' | 'clock' | 'mailer' | 'config'>;

/** Days before the expiry. */
const WARNINGS = [60, 30, 7] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Expiring {
  /** Names the certificate, in its alert and in the ids of its mails. */
  readonly subject: string;
  readonly expiresAt: Date;
  /** Owner of the certificate; null for the lender's own. */
  readonly tenant: ClientId | null;
  readonly roles: readonly OperatorRole[];
  /** `isOver`: it has expired already. */
  readonly mailOf: (expiry: string, isOver: boolean) => Omit<Mail, 'to'>;
}

/**
 * Each warning once: mails, then the alert that marks it as given. Throws, in order to be retried, if a mail is not accepted;
 * an address that the mail server refuses for good is left out.
 */
export async function warnOfExpiry(deps: ExpiryDeps, expiring: Expiring): Promise<void> {
  const { subject, expiresAt, tenant, roles, mailOf } = expiring;
  const left = Math.floor((expiresAt.getTime() - deps.clock.now().getTime()) / DAY_MS);
  const warning = WARNINGS.findLast((days) => left <= days);
  if (warning === undefined) return;
  const alert = { kind: 'certificate-expiry', subject, reason: `${warning}-days` } as const;
  const recipients = await runAs(deps, WORKER, (work) => recipientsOf(work, alert, roles));
  if (recipients === null) return;
  const expiry = dateAt(expiresAt, MEXICO_CITY);
  const brand = await runAs(deps, WORKER, headedBrandOf);
  const site = { mailer: deps.mailer, baseUrl: deps.config.baseUrl };
  const key = subject.replace(/[^\w.-]/g, '.');
  for (const to of recipients) {
    const id = `${key}.${warning}.${Buffer.from(to).toString('hex')}`;
    try {
      await sendMail(site, brand, { id, mail: { to, ...mailOf(expiry, left < 0) } });
    } catch (cause) {
      if (!(cause instanceof RecipientRefused)) throw cause;
    }
  }
  await runAs(deps, WORKER, (work) =>
    raiseAlert(tenant === null ? work : narrowTo(work, tenant), { ...alert, details: { expiry } }),
  );
}

/** Operators with one of the roles; null if the alert was raised before. */
async function recipientsOf(
  { db }: WideWork,
  { kind, subject, reason }: NewAlert,
  roles: readonly OperatorRole[],
): Promise<string[] | null> {
  const raised = await db
    .selectFrom('alerts')
    .select('alert_id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('reason', '=', reason)
    .executeTakeFirst();
  if (raised) return null;
  const rows = await db
    .selectFrom('operators')
    .innerJoin('operator_roles', 'operator_roles.operator_id', 'operators.operator_id')
    .select('email')
    .distinct()
    .where('active', '=', true)
    .where('role', 'in', [...roles])
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}
