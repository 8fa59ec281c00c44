/** The reference of the calls for programs as a page without scripts, made of their document. */
import { rateOf } from '@anticipa/contract/rate';
import { statusOfCode } from './answers.ts';
import { STYLE, schemaText } from './api-page.ts';
import { escapeHtml } from './html.ts';
import { codesOf, englishOf, programDocument, programRoutes } from './program-document.ts';

const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (head: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${head.map((one) => `<th>${one}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;

/** The page. Each code has a place of its own, which the `type` of a problem names. */
export const programPage = (): string => {
  const { info, paths, components } = programDocument('');
  const routes = programRoutes();
  const links = routes.map(
    ([name, route]) => `<li><a href="#${name}">${route.method} ${escapeHtml(route.path)}</a></li>`,
  );
  const sections = routes.map(([name, route]) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const operation = paths[path]?.[route.method.toLowerCase()] ?? {};
    return `<details id="${name}"><summary><h2>${route.method} ${escapeHtml(route.path)}</h2></summary>
<p>${escapeHtml(route.summary)}</p>
<p class="quiet">Scope: ${route.scope} · limit: ${rateOf(route)} · Idempotency-Key: ${route.idempotency ?? 'none'}</p>
${schemaText(operation)}</details>`;
  });
  const codes = [...new Set(routes.flatMap(([, route]) => codesOf(route)))].toSorted();
  const problems = codes.map((code) =>
    row([`<a id="${code}"></a><code>${code}</code>`, String(statusOfCode(code)), escapeHtml(englishOf(code))]),
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details><summary><h2>#/components/schemas/${name}</h2></summary>${schemaText(Object(schema))}</details>`,
  );
  const paragraphs = info.description
    .split('\n\n')
    .map((text) => `<p>${escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${info.title}</title><style>${STYLE}</style></head>
<body><h1>${info.title}</h1><p class="quiet">Version ${info.version} · <a href="/v1/openapi.json">OpenAPI 3.1</a></p>
${paragraphs.join('')}
<nav><ul>${links.join('')}</ul></nav>
${sections.join('')}
<h3>Problems</h3>${table(['Code', 'Status', 'Meaning'], problems)}
<h3>Schemas</h3>${schemas.join('')}
</body></html>`;
};
