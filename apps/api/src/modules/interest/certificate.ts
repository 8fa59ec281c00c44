/** Warns operators before the sealing certificate (CSD) of the lender's invoices expires. */
import { buffer } from 'node:stream/consumers';
import { type Certificate, certificateOf } from '@anticipa/cfdi/certificate';
import { parseCfdi } from '@anticipa/cfdi/read';
import { attributeOf } from '@anticipa/cfdi/xml-tree';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { formatDate } from '@anticipa/texts/format';
import { raiseAlert } from '../../lib/alerts.ts';
import type { JobDeps } from '../../lib/deps.ts';
import { type Mail, renderMail } from '../../lib/jobs/mail-template.ts';
import { provenClient } from '../../lib/session/context.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import type { WideWork } from '../../lib/work.ts';

type CertificateDeps = Pick<JobDeps, 'db' | 'clock' | 'storage' | 'mailer'>;

/** Days before the expiry. */
const WARNINGS = [60, 30, 7] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Each warning once for each certificate: mails, then the alert that marks it as given. The certificate is read from the
 * newest CFDI, whichever provider sealed it; throws, in order to be retried, if a mail is not accepted.
 */
export async function watchCertificate(deps: CertificateDeps): Promise<void> {
  const certificate = await certificateInUse(deps);
  if (certificate === null) return;
  const left = Math.floor((certificate.validTo - deps.clock.now().getTime()) / DAY_MS);
  const warning = WARNINGS.findLast((days) => left <= days);
  if (warning === undefined) return;
  const subject = `certificate:${certificate.number}`;
  const alert = { kind: 'certificate-expiry', subject, reason: `${warning}-days` } as const;
  const recipients = await runAs(deps, WORKER, (work) => recipientsOf(work, alert));
  if (recipients === null) return;
  const expiry = dateAt(new Date(certificate.validTo), MEXICO_CITY);
  for (const to of recipients) {
    const messageId = `<${certificate.number}.${warning}.${Buffer.from(to).toString('hex')}@portal.anticipa.mx>`;
    await deps.mailer.send({ ...renderMail(mailOf(to, { number: certificate.number, expiry, left })), messageId });
  }
  await runAs(deps, WORKER, (work) => raiseAlert(work, { ...alert, details: { expiry } }));
}

async function certificateInUse(deps: CertificateDeps): Promise<Certificate | null> {
  const newest = await runAs(deps, WORKER, ({ db }) =>
    db
      .selectFrom('interest_invoices')
      .select((eb) => ['client_id', eb.ref('sha256').$notNull().as('sha256')])
      .where('sha256', 'is not', null)
      .orderBy('issued_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  const content = newest && (await deps.storage.open(provenClient(newest.client_id), newest.sha256));
  const read = content && parseCfdi(await buffer(content));
  return read?.ok ? certificateOf(attributeOf(read.document.root, 'Certificado') ?? '') : null;
}

/** Operators who answer for invoicing; null if the alert was raised before. */
async function recipientsOf(
  { db }: WideWork,
  { kind, subject, reason }: { readonly kind: 'certificate-expiry'; readonly subject: string; readonly reason: string },
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
    .where('role', 'in', ['contabilidad', 'administrador'])
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

const mailOf = (
  to: string,
  { number, expiry, left }: { readonly number: string; readonly expiry: string; readonly left: number },
): Mail => ({
  to,
  subject: left < 0 ? 'Venció el certificado de sello digital' : 'Está por vencer el certificado de sello digital',
  heading:
    left < 0
      ? `El certificado de sello digital venció el ${formatDate(expiry)}`
      : `El certificado de sello digital vence el ${formatDate(expiry)}`,
  paragraphs: [
    `Con el certificado ${number} se sellan las facturas de la financiera. Después de su vencimiento no se puede emitir ninguna.`,
    'Renuévalo en el portal del SAT e instálalo con el proveedor de facturación.',
  ],
  footer: 'Recibes este correo porque operas la facturación en el portal de Anticipa. No respondas a este mensaje.',
});
