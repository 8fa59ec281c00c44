/** Fills the HTML documents of the web app with what is known only when they are served. */

/** Facts that a document shows before its scripts run. */
export interface DocumentFacts {
  readonly name: string;
  /** Address of the mark, and of the icon of a tab or of a phone. */
  readonly mark: string;
  readonly icon: string;
  /** An inline style sheet, so that no colour changes after the first paint. */
  readonly style: string;
  /** Read by the scripts. */
  readonly shown: object;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The document with its name, and with icons, style, data and mark in the places that comments mark. */
export function filled(html: string, { name, mark, icon, style, shown }: DocumentFacts): string {
  const data = JSON.stringify(shown).replaceAll('<', '\\u003c');
  const links = `<link rel="icon" href="${icon}"><link rel="apple-touch-icon" href="${icon}"><link rel="manifest" href="/manifest.webmanifest">`;
  return html
    .replaceAll('{{name}}', () => escaped(name))
    .replace('<!--mark-->', () => `<img src="${mark}" height="28" alt="">`)
    .replace(
      '<!--brand-->',
      () => `${links}<style>${style}</style><script type="application/json" id="brand">${data}</script>`,
    );
}
