/** The company of a mail: the portal opens its link as that company's, and a person of several reads which one it is. */
import { companyAddress, shortCompany } from '@anticipa/texts/company-link';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import type { MailKind } from '../../platform/jobs/outbox.ts';
import type { Work } from '../../platform/work/work.ts';
import { companyNamedTo } from '../users/company-queries.ts';

/**
 * Mails that are not of one company of their reader: those about the password, which a person has for all companies and which
 * open no screen of one, and those to people of other companies, who have no portal.
 */
export const mailsOfNoCompany: readonly string[] = [
  'recovery-link',
  'password-changed',
  'receiver-reminder',
  'payer-clabe',
  'invoice-confirmation',
] satisfies readonly MailKind[];

export async function ofCompany(
  work: Work,
  mail: Mail,
  { kind, baseUrl }: { readonly kind: string; readonly baseUrl: string },
): Promise<Mail> {
  if (mailsOfNoCompany.includes(kind)) return mail;
  const { action } = mail;
  if (action && !action.url.startsWith(`${baseUrl}/`)) throw new Error(`a link of ${kind} leads out of the portal`);
  const company = await companyNamedTo(work, mail.to);
  return {
    ...mail,
    ...(action && { action: { ...action, url: companyAddress(action.url, work.tenant) } }),
    ...(company !== null && { subject: `${mail.subject} · ${shortCompany(company)}`, company }),
  };
}
