import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** A mail as returned by the demo's mail server. */
interface Mail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** URL of the page with the demo's e-mails. */
async function mailPage(): Promise<string> {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'sandbox.json');
  const { mailPageUrl } = JSON.parse(await readFile(file, 'utf8'));
  return mailPageUrl;
}

/** Waits for the newest mail to an address with a matching subject; returns it with the URL of its page. */
export async function mailTo(email: string, subject: RegExp): Promise<Mail & { readonly page: string }> {
  const page = await mailPage();
  const find = async (): Promise<Mail | undefined> => {
    const mails: readonly Mail[] = await (await fetch(`${page}mails.json`)).json();
    return mails.find((mail) => mail.to.includes(email) && subject.test(mail.subject));
  };
  await expect.poll(find, { timeout: 30_000, message: `a mail to ${email} about ${subject}` }).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error(`the mail to ${email} is gone`);
  return { ...mail, page: `${page}mails/${mail.id}` };
}
