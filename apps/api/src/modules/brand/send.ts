/** The one way in which a mail leaves: with the lender's head and foot, from its own address. */
import type { Mailer } from '../../gateways/mail/port.ts';
import { type Mail, renderMail } from '../../platform/jobs/mail-template.ts';
import { type HeadedBrand, mailBrandOf } from './queries.ts';

/**
 * Sends a mail under an id that is the same at each attempt. Throws without a sender, so that the mail waits: the lender
 * may only send from a domain of its own.
 */
export async function sendMail(
  { mailer, baseUrl }: { readonly mailer: Pick<Mailer, 'send'>; readonly baseUrl: string },
  brand: HeadedBrand,
  { id, mail, attachments = [] }: { readonly id: string; readonly mail: Mail; readonly attachments?: Attached },
): Promise<void> {
  const { sender, picture } = brand;
  if (sender === null) throw new Error('no mail sender is set: an administrator sets the brand at the desk');
  const messageId = `<${id}@${sender.address.split('@').at(-1)}>`;
  const logo = picture && {
    filename: 'logo.png',
    contentType: 'image/png',
    content: Buffer.from(picture.png),
    cid: 'logo',
  };
  await mailer.send({
    ...renderMail(mail, mailBrandOf(brand, baseUrl)),
    from: sender,
    attachments: logo ? [logo, ...attachments] : attachments,
    messageId,
  });
}

type Attached = NonNullable<Parameters<Mailer['send']>[0]['attachments']>;
