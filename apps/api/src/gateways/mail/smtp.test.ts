import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailerOver } from './smtp.ts';

let catcher: SmtpCatcher;
beforeAll(async () => {
  catcher = await startSmtpCatcher();
});
afterAll(() => catcher.close());

const mailer = () => mailerOver(async () => catcher.smtpUrl);
const message = {
  from: { name: 'Crédito Aurora', address: 'avisos@aurora.example' },
  to: 'ana@example.test',
  subject: 'Tu venta ñandú: 3 facturas por MXN 116,000.00 ya están en revisión, Mariana',
  text: 'Línea con acentos: ñ á é í ó ú — «comillas» y una línea muy larga que pasa de setenta y seis caracteres = sí.\n\n.\nFin',
  html: '<p style="color:#123456">Línea con <b>acentos</b>: ñ á é &amp; más</p>',
  messageId: '<one@portal.example>',
};

describe('mail over SMTP', () => {
  it('arrives unchanged, with its sender and message id', async () => {
    await mailer().send(message);
    const [mail] = catcher.mails();
    expect(mail).toMatchObject({
      to: 'ana@example.test',
      from: 'Crédito Aurora <avisos@aurora.example>',
      subject: message.subject,
      messageId: message.messageId,
    });
    expect(mail?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(message.text);
    expect(mail?.html.trim()).toBe(message.html);
  });

  it('shows a message received twice with the same id once', async () => {
    const before = catcher.received();
    await mailer().send({ ...message, messageId: '<two@portal.example>' });
    await mailer().send({ ...message, messageId: '<two@portal.example>' });
    expect(catcher.received()).toBe(before + 2);
    expect(catcher.mails().filter((mail) => mail.messageId === '<two@portal.example>')).toHaveLength(1);
  });

  it('adds no recipient or header from an address or a subject', async () => {
    const subject = 'Hola\r\nBcc: victim@example.test\r\n\r\nbody';
    await mailer().send({ ...message, subject, messageId: '<three@portal.example>' });
    const [mail] = catcher.mails();
    expect([mail?.to, mail?.subject]).toEqual(['ana@example.test', expect.not.stringContaining('\n')]);
    expect(mail?.text.trimEnd().endsWith('Fin')).toBe(true);
  });

  it('throws when the server refuses, is unreachable or is unknown', async () => {
    catcher.refuse(true);
    await expect(mailer().send(message)).rejects.toThrow();
    catcher.refuse(false);
    await expect(mailerOver(async () => 'smtp://127.0.0.1:1').send(message)).rejects.toThrow();
    await expect(mailerOver(async () => null).send(message)).rejects.toThrow('no mail server');
  });

  it('can be read on the catcher’s page, which has no scripts', async () => {
    const page = await fetch(catcher.pageUrl);
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    expect(await page.text()).toContain('ñandú');
    const mails: unknown = await (await fetch(`${catcher.pageUrl}mails.json`)).json();
    expect(mails).toContainEqual(expect.objectContaining({ messageId: message.messageId }));
  });
});
