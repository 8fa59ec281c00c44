/** The API documentation as a single page without scripts, suitable for phones and printing. */
import { createHash } from 'node:crypto';
import { rateOf } from '@anticipa/contract/rate';
import type { Route } from '@anticipa/contract/route';
import type { ErrorCode } from '@anticipa/domain/errors';
import type { z } from 'zod';
import { schemaOf, sharedSchemas } from './api-schemas.ts';
import { escapeHtml } from './html.ts';

export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#dcd9d2, #33383f); --quiet: light-dark(#5b6068, #a3a9b2); --code: light-dark(#f1efe9, #1d2126); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: light-dark(#fbfaf8, #121417); color: light-dark(#1b1d21, #eceae6); }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 0; display: inline; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
nav ul { columns: 20rem; padding-left: 1.1rem; } nav li { font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere; }
details { border-top: 1px solid var(--line); padding: .75rem 0; } summary { cursor: pointer; } p { margin: .25rem 0 .5rem; }
.quiet { color: var(--quiet); } pre { background: var(--code); padding: .75rem; border-radius: .5rem; overflow-x: auto; font-size: .85rem; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .1rem 1rem .1rem 0; vertical-align: top; } a { color: inherit; }
h3 { font-size: .95rem; margin: .75rem 0 .25rem; }
`;

const schemaText = (schema: object): string => `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

const block = (title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string =>
  schema === undefined ? '' : `<h3>${title}</h3>${schemaText(schemaOf(schema, io))}`;

const refusalTable = (refusals: ReadonlyMap<number, readonly ErrorCode[]>): string => {
  const rows = [...refusals]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => `<tr><td>${status}</td><td>${codes.join(', ')}</td></tr>`);
  return `<h3>Refusals</h3><table><thead><tr><th>Status</th><th>Codes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
};

const section = (name: string, route: Route, refusals: ReadonlyMap<number, readonly ErrorCode[]>): string => `
<details id="${name}"><summary><h2>${route.method} ${escapeHtml(route.path)}</h2></summary>
<p>${escapeHtml(route.summary)}</p>
<p class="quiet">For: ${route.audience} · rate class: ${rateOf(route)} · Idempotency-Key: ${route.idempotency ?? 'none'}${route.produces ? ` · answers ${route.produces}` : ''}</p>
${block('Path', route.params, 'input')}${block('Query', route.query, 'input')}${block('Body', route.body, 'input')}${block('Answer', route.response, 'output')}${refusalTable(refusals)}
</details>`;

/** Hash of the page's style sheet, in base64 for the Content-Security-Policy. */
export const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page. */
export const apiPage = (
  all: Readonly<Record<string, Route>>,
  refusalsOf: (route: Route) => ReadonlyMap<number, readonly ErrorCode[]>,
): string => {
  const entries = Object.entries(all);
  const links = entries.map(
    ([name, route]) => `<li><a href="#${name}">${route.method} ${escapeHtml(route.path)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Portal API</title><style>${STYLE}</style></head>
<body><h1>Portal API</h1>
<p>Sign in with <code>POST /api/login</code> and send <code>Authorization: Bearer TOKEN</code> with every call. Bodies are JSON, read strictly: unknown and repeated keys are refused.
Amounts are strings with 2 decimals, rates are strings, dates <code>YYYY-MM-DD</code>. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav><ul>${links.join('')}</ul></nav>
${entries.map(([name, route]) => section(name, route, refusalsOf(route))).join('')}
${Object.entries(sharedSchemas())
  .map(
    ([name, schema]) =>
      `<details><summary><h2>#/components/schemas/${name}</h2></summary>${schemaText(schema)}</details>`,
  )
  .join('')}
</body></html>`;
};
