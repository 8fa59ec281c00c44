import { expect, it } from 'vitest';
import { type Mail, type MailBrand, renderMail } from './mail-template.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
const mail: Mail = {
  to: 'ana@norte.demo',
  subject: `Hola\r\nBcc: x@y.z\t${HOSTILE}`,
  heading: HOSTILE,
  paragraphs: [HOSTILE],
  tables: [{ title: HOSTILE, head: [HOSTILE, 'Importe'], rows: [[HOSTILE, '$1.00']], figures: [1] }],
  action: { label: HOSTILE, url: 'https://portal.example/recoverPass#k=a&e=b%22' },
  closing: [HOSTILE],
  because: HOSTILE,
};

const brand: MailBrand = {
  name: 'Crédito Aurora',
  legalName: 'Crédito Aurora, S.A. de C.V.',
  colour: '#0b6e4f',
  logo: null,
  support: ['Teléfono 55 5000 0000'],
  privacyUrl: 'https://aurora.example/privacidad',
};

it('escapes its parts in HTML and keeps the subject on one line', () => {
  const { html, subject } = renderMail(mail, brand);
  expect(html).not.toMatch(/<img|onerror=alert\(1\)>"|<script/);
  expect(html.match(/&lt;img src=x/g)).toHaveLength(10);
  expect(subject).not.toMatch(/[\r\n\t]/);
});

it('includes everything of the HTML in plain text, with the URL', () => {
  const { text, html } = renderMail(
    { ...mail, heading: 'Título', paragraphs: ['Uno', 'Dos'], closing: ['Tres'] },
    brand,
  );
  for (const part of [
    'Título',
    'Uno',
    'Dos',
    'Tres',
    'Importe: $1.00',
    'https://portal.example/recoverPass#k=a&e=b%22',
  ])
    expect(text).toContain(part);
  expect(html.match(/https:\/\/portal\.example\/recoverPass#k=a&amp;e=b%22/g)).toHaveLength(2);
});

it('a mail has rules for small and dark screens and loads nothing external', () => {
  const { html } = renderMail(mail, brand);
  expect(html).toContain('lang="es-MX"');
  expect(html).toContain('content="light dark"');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('width=device-width');
  expect(html).not.toMatch(/<(link|script|iframe)| src="|url\(|@import/);
});

it('[MAR-03] has the lender’s name, colour, telephone, legal name and privacy notice', () => {
  const { because: _, ...usual } = mail;
  const { text, html } = renderMail(usual, { ...brand, name: 'Crédito <Aurora>' });
  expect(html).toContain('<p class="brand">Crédito &lt;Aurora&gt;</p>');
  expect(html).toContain('background:#0b6e4f');
  expect(text).toContain(
    [
      'Recibes este correo porque tienes un usuario en el portal de Crédito <Aurora>. No respondas a este mensaje.',
      'Para cualquier duda: Teléfono 55 5000 0000.',
      'Crédito Aurora, S.A. de C.V.',
      'Aviso de privacidad: https://aurora.example/privacidad',
    ].join('\n'),
  );
  const wide = renderMail(usual, { ...brand, logo: { width: 400, height: 100 } });
  // The picture is a part of the mail; without pictures the name stands in its place.
  expect(wide.html).toContain('<img src="cid:logo" width="112" height="28" alt="Crédito Aurora"');
});
