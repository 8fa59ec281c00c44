/** One look for every e-mail: plain text and HTML made from the same parts, readable without images or styles. */

/** What an e-mail says, in Spanish. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly tables?: readonly MailTable[];
  /** Under everything; why the person gets it. */
  readonly footer?: string;
}

export interface MailTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of figures, by position, set to the right. */
  readonly figures?: readonly number[];
}

export interface RenderedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const FOOTER = 'Recibes este correo porque tienes un usuario en el portal de Anticipa. No respondas a este mensaje.';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A subject is one line whatever it is made from. */
const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, ' ').trim();

const tableText = ({ title, head, rows }: MailTable): string =>
  [title, ...rows.map((row) => row.map((cell, column) => `  ${head[column] ?? ''}: ${cell}`).join('\n'))].join('\n\n');

const cellStyle = (table: MailTable, column: number): string =>
  `padding:6px 10px;border-bottom:1px solid #dcd9d2;text-align:${table.figures?.includes(column) ? 'right' : 'left'}`;

const tableHtml = (table: MailTable): string => {
  const row = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell, column) => `<${tag} style="${cellStyle(table, column)}">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(table.title)}</h2>
<table style="border-collapse:collapse;width:100%;font-size:14px"><thead>${row(table.head, 'th')}</thead><tbody>${table.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
};

/** Both bodies of an e-mail. */
export const renderMail = (mail: Mail): RenderedMail => {
  const tables = mail.tables ?? [];
  const footer = mail.footer ?? FOOTER;
  return {
    to: mail.to,
    subject: oneLine(mail.subject),
    text: [mail.heading, ...mail.paragraphs, ...tables.map(tableText), `--\n${footer}`].join('\n\n'),
    html: `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(mail.subject))}</title></head>
<body style="margin:0;padding:24px;background:#f7f6f3;color:#1b1d21;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:15px;line-height:1.5">
<div style="max-width:640px;margin:0 auto;background:#ffffff;border:1px solid #dcd9d2;border-radius:12px;padding:24px">
<p style="margin:0 0 16px;font-weight:600">Anticipa</p>
<h1 style="font-size:20px;margin:0 0 12px">${escapeHtml(mail.heading)}</h1>
${mail.paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escapeHtml(paragraph)}</p>`).join('\n')}
${tables.map(tableHtml).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#5b6068">${escapeHtml(footer)}</p>
</div></body></html>`,
  };
};
