/** Layout of every e-mail: plain text and HTML from the same parts, readable without images or styles. */
import { isWide } from '@anticipa/domain/logo';
import { escapeHtml } from '../http/html.ts';

/** Content of an e-mail, in Spanish. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  /** The company that it is about, above the heading, for a person of several. */
  readonly company?: string;
  readonly paragraphs: readonly string[];
  readonly tables?: readonly MailTable[];
  /** One link, shown as a button and repeated as plain text for clients that drop styling. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Paragraphs after the link. */
  readonly closing?: readonly string[];
  readonly attachments?: readonly MailAttachment[];
  /** Why the recipient gets this mail: 'Recibes este correo porque … en el portal de …'. */
  readonly because?: string;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** Called after the transaction that composed the mail: the database ends one that waits for a long document. */
  readonly content: () => Promise<Buffer>;
}

export interface MailTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Indices of right-aligned columns. */
  readonly figures?: readonly number[];
}

export interface RenderedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The lender as a mail shows it. */
export interface MailBrand {
  readonly name: string;
  readonly legalName: string;
  /** Carries white text. */
  readonly colour: string;
  /** Sent with the mail as its part `logo`, because a mail loads nothing. */
  readonly logo: { readonly width: number; readonly height: number } | null;
  /** How to reach the lender, a line each. */
  readonly support: readonly string[];
  readonly privacyUrl: string | null;
}

const LOGO_HEIGHT = 28;

const headHtml = ({ name, logo }: MailBrand): string => {
  if (logo === null) return escapeHtml(name);
  const width = Math.round((logo.width / logo.height) * LOGO_HEIGHT);
  // Without images the name is there; a wide logo contains it.
  const alt = isWide(logo) ? escapeHtml(name) : '';
  const image = `<img src="cid:logo" width="${width}" height="${LOGO_HEIGHT}" alt="${alt}" style="vertical-align:middle">`;
  return isWide(logo) ? image : `${image} ${escapeHtml(name)}`;
};

const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, ' ').trim();

const tableText = ({ title, head, rows }: MailTable): string =>
  [title, ...rows.map((row) => row.map((cell, column) => `  ${head[column] ?? ''}: ${cell}`).join('\n'))].join('\n\n');

const tableHtml = (table: MailTable): string => {
  const kind = (column: number): string => (table.figures?.includes(column) ? 'cell figure' : 'cell');
  const head = table.head.map((name, column) => `<th class="${kind(column)}">${escapeHtml(name)}</th>`);
  const rows = table.rows.map((cells) =>
    cells.map((cell, column) => {
      const name = `<span class="name">${escapeHtml(table.head[column] ?? '')}: </span>`;
      return `<td class="${kind(column)}">${name}${escapeHtml(cell)}</td>`;
    }),
  );
  return `<h2>${escapeHtml(table.title)}</h2>
<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</tbody></table>`;
};

const actionHtml = ({ label, url }: NonNullable<Mail['action']>, colour: string): string =>
  `<p><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${colour};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p class="quiet">Si el botón no abre, copia esta dirección en tu navegador:<br><span class="url">${escapeHtml(url)}</span></p>`;

// Some mail clients drop these rules; the mail then is plain dark text on white.
const STYLE = `
body { margin: 0; padding: 16px; background: #f7f6f3; color: #1b1d21; font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.sheet { max-width: 640px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #dcd9d2; border-radius: 12px; }
.brand { margin: 0 0 16px; font-weight: 600; }
.company { margin: 0 0 4px; font-weight: 600; color: #5b6068; }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
.wide { max-width: 860px; }
table { border-collapse: collapse; width: 100%; margin: 0 0 16px; font-size: 14px; }
.cell { padding: 6px 10px; border-bottom: 1px solid #dcd9d2; text-align: left; }
.figure { text-align: right; white-space: nowrap; }
.name { display: none; }
.quiet { font-size: 13px; color: #5b6068; }
.url { word-break: break-all; }
@media (max-width: 900px) {
  .sheet { max-width: 640px; }
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { padding: 8px 0; border-bottom: 1px solid #dcd9d2; }
  .cell { padding: 1px 0; border: 0; text-align: left; overflow-wrap: anywhere; }
  .name { display: inline; color: #5b6068; }
}
@media (max-width: 480px) { body { padding: 0; } .sheet { padding: 16px; border: 0; border-radius: 0; } }
@media (prefers-color-scheme: dark) {
  body { background: #15171a; color: #eceae5; }
  .sheet { background: #1e2125; border-color: #3a3e44; }
  .brand img { margin: 0 4px; background: #e9e6e0; border-radius: 2px; box-shadow: 0 0 0 4px #e9e6e0; }
  tr, .cell { border-color: #3a3e44; }
  .quiet, .name, .company { color: #a9adb4; }
}`;

/** Plain-text and HTML body, with the lender's head and foot. */
export const renderMail = (mail: Mail, brand: MailBrand): RenderedMail => {
  const { tables = [], closing = [], action, because = 'tienes un usuario' } = mail;
  const footer = `Recibes este correo porque ${because} en el portal de ${brand.name}. No respondas a este mensaje.`;
  const help = brand.support.length > 0 ? [`Para cualquier duda: ${brand.support.join(' · ')}.`] : [];
  const privacy = brand.privacyUrl === null ? [] : [`Aviso de privacidad: ${brand.privacyUrl}`];
  const foot = [footer, ...help, ...(brand.legalName ? [brand.legalName] : []), ...privacy];
  const actionText = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  const subject = oneLine(mail.subject);
  const paragraphHtml = (text: string): string => `<p>${escapeHtml(text)}</p>`;
  return {
    to: mail.to,
    subject,
    text: [
      ...(mail.company === undefined ? [] : [mail.company]),
      mail.heading,
      ...mail.paragraphs,
      ...tables.map(tableText),
      ...actionText,
      ...closing,
      `--\n${foot.join('\n')}`,
    ].join('\n\n'),
    html: `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body><div class="${tables.length > 0 ? 'sheet wide' : 'sheet'}">
<p class="brand">${headHtml(brand)}</p>
${mail.company === undefined ? '' : `<p class="company">${escapeHtml(mail.company)}</p>`}
<h1>${escapeHtml(mail.heading)}</h1>
${mail.paragraphs.map(paragraphHtml).join('\n')}
${tables.map(tableHtml).join('\n')}
${action === undefined ? '' : actionHtml(action, brand.colour)}
${closing.map(paragraphHtml).join('\n')}
${foot.map((text) => `<p class="quiet">${escapeHtml(text)}</p>`).join('\n')}
</div></body></html>`,
  };
};
