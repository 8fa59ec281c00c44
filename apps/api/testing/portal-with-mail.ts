/** A portal with a mail catcher, for cases that continue from a mail. */
import { checkRecoveryKey, recoverPass, setNewPassword } from '@anticipa/contract/recovery';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import type { Config } from '../src/platform/config/config.ts';
import { BASE_URL, runCron, runJobs } from './jobs.ts';
import { type Portal, startPortal } from './portal.ts';
import { linkIn, type RecoveryLink } from './recovery-link.ts';
import type { Answer } from './session.ts';

/** A password not yet used in any test. */
export const NEW_PASSWORD = 'Lirio-77-caoba';

/** Links to screens of a client. The others are to set a password, to answer as a receiver, to read a notice, and the desk's. */
const COMPANY_LINK = new RegExp(`${BASE_URL}/(?!recoverPass|confirmar|privacidad|login|lender|api/)[^\\s<>]*`, 'g');

export interface PortalWithMail {
  readonly portal: Portal;
  readonly mail: SmtpCatcher;
  /** Advances the clock. */
  pass(minutes: number): void;
  /** Delivers queued mails; returns logged warnings and errors. */
  deliver(): Promise<readonly string[]>;
  /** Resumes mails that wait, and delivers them. */
  sweep(): Promise<readonly string[]>;
  mailsTo(email: string): ReturnType<SmtpCatcher['mails']>;
  /** Requests a recovery link as a visitor and returns its parameters; empty if no mail was sent. */
  ask(email: string): Promise<RecoveryLink>;
  use(key: string, request: { readonly email: string; readonly password?: string }): Promise<Answer>;
  check(key: string, email: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts both; call in `beforeAll`, and `close` in `afterAll`. */
export const startPortalWithMail = async (
  overrides: Partial<Config> = {},
  options: { readonly webDir?: string } = {},
): Promise<PortalWithMail> => {
  const mail = await startSmtpCatcher();
  const portal = await startPortal({
    baseUrl: BASE_URL,
    smtpUrl: mail.smtpUrl,
    invitationsPerDay: 100,
    ...overrides,
    ...options,
  });
  const sweep = (): Promise<readonly string[]> => runCron(portal, mail, 'resume-outbox');
  const deliver = async (): Promise<readonly string[]> => {
    const logged = await runJobs(portal, mail);
    for (const { subject, text } of mail.mails())
      for (const [link] of text.matchAll(COMPANY_LINK))
        if (!link.includes('empresa=')) throw new Error(`[AVI-17] a link of "${subject}" names no company: ${link}`);
    return logged;
  };
  const mailsTo = (email: string) => mail.mails().filter((one) => one.to === email);
  return {
    portal,
    mail,
    pass: (minutes) => portal.clock.pass(minutes * 60_000),
    deliver,
    sweep: async () => {
      await sweep();
      return deliver();
    },
    mailsTo,
    ask: async (email) => {
      await portal.visitor.call(recoverPass, { body: { email } });
      await deliver();
      // Other mails may have been sent too.
      return linkIn(mailsTo(email).find((one) => linkIn(one.text).key !== '')?.text);
    },
    use: (key, { email, password = NEW_PASSWORD }) =>
      portal.visitor.send(setNewPassword, { body: { email, password, recoverPassKey: key } }),
    check: (key, email) => portal.visitor.send(checkRecoveryKey, { body: { email, key } }),
    close: async () => {
      await portal.close();
      await mail.close();
    },
  };
};
