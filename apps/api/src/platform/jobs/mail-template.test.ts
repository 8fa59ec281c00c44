import { expect, it } from 'vitest';
import { type Mail, renderMail } from './mail-template.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
const mail: Mail = {
  to: 'ana@norte.demo',
  subject: `Hola\r\nBcc: x@y.z\t${HOSTILE}`,
  heading: HOSTILE,
  paragraphs: [HOSTILE],
  tables: [{ title: HOSTILE, head: [HOSTILE, 'Importe'], rows: [[HOSTILE, '$1.00']], figures: [1] }],
  action: { label: HOSTILE, url: 'https://portal.example/recoverPass#k=a&e=b%22' },
  closing: [HOSTILE],
  footer: HOSTILE,
};

it('escapes its parts in HTML and keeps the subject on one line', () => {
  const { html, subject } = renderMail(mail);
  expect(html).not.toMatch(/<img|onerror=alert\(1\)>"|<script/);
  expect(html.match(/&lt;img src=x/g)).toHaveLength(10);
  expect(subject).not.toMatch(/[\r\n\t]/);
});

it('includes everything of the HTML in plain text, with the URL', () => {
  const { text, html } = renderMail({ ...mail, heading: 'Título', paragraphs: ['Uno', 'Dos'], closing: ['Tres'] });
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
  const { html } = renderMail(mail);
  expect(html).toContain('lang="es-MX"');
  expect(html).toContain('content="light dark"');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('width=device-width');
  expect(html).not.toMatch(/<(link|script|iframe)| src="|url\(|@import/);
});
