/** The reference of the calls for programs as a page, made of their document. It can be read without its script. */
import { createHash } from 'node:crypto';
import { rateOf } from '@anticipa/contract/rate';
import { errorTexts } from '@anticipa/texts/texts';
import { z } from 'zod';
import { statusOfCode } from './answers.ts';
import { STYLE } from './api-page.ts';
import { escapeHtml } from './html.ts';
import { codesOf, englishOf, programDocument, programRoutes } from './program-document.ts';
import { SCRIPT } from './program-script.ts';

const PAGE_STYLE = `${STYLE}
td { padding-bottom: .35rem; overflow-wrap: anywhere; } th { font-weight: 600; } summary { scroll-margin-top: 6rem; }
summary:focus-visible, input:focus-visible, textarea:focus-visible, button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.tools { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem; padding: .75rem 0; background: inherit; z-index: 1; }
body { background: light-dark(#fbfaf8, #121417); } main { background: inherit; } .tools label { flex: 1 1 16rem; }
label { display: block; font-size: .85rem; } input, textarea { display: block; width: 100%; box-sizing: border-box; font: inherit; font-family: ui-monospace, monospace; font-size: .9rem; padding: .4rem; min-height: 2.75rem; color: inherit; background: var(--code); border: 1px solid var(--quiet); border-radius: .35rem; }
textarea { min-height: 9rem; } form { display: grid; gap: .5rem; margin: .75rem 0; } button { font: inherit; min-height: 2.75rem; padding: 0 1rem; justify-self: start; cursor: pointer; }
output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: .85rem; max-height: 30rem; overflow: auto; }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; } thead { display: none; } td { padding: 0; } tr { padding: .35rem 0; border-top: 1px solid var(--line); } }
`;

/** Hash of the page's style sheet, in base64 for the Content-Security-Policy. */
export const PAGE_STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

const schemaShape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaShape).optional();
  },
  get items() {
    return schemaShape.optional();
  },
  get anyOf() {
    return z.array(schemaShape).optional();
  },
});
type Schema = z.output<typeof schemaShape>;
type Schemas = ReadonlyMap<string, Schema>;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${head.map((one) => `<th>${one}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;
/** Text with code between grave accents, and the items of a list as lines. */
const prose = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n- ', '<br>• ');

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? '';
const refOf = (schema: Schema): string | null => schema.$ref ?? schema.items?.$ref ?? null;

function typeOf(schema: Schema): string {
  const { $ref, anyOf, enum: values, type, format, items } = schema;
  if ($ref !== undefined) return `<a href="#schema-${nameIn($ref)}">${nameIn($ref)}</a>`;
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `${typeOf(items)}[]${boundsOf(schema)}`;
  if (values) return values.map((one) => code(String(one))).join(' ');
  return escapeHtml([String(type ?? ''), ...(format === undefined ? [] : [format])].join(' ')) + boundsOf(schema);
}

const boundsOf = ({ minLength = 0, maxLength, minItems = 0, maxItems }: Schema): string =>
  (maxLength === undefined ? '' : `, ${minLength}–${maxLength} characters`) +
  (maxItems === undefined ? '' : `, ${minItems}–${maxItems} items`);

const exampleOf = (schema: Schema): unknown => (schema.examples ?? schema.anyOf?.[0]?.examples)?.[0];
const exampleText = (schema: Schema): string => {
  const example = exampleOf(schema);
  return example === undefined ? '' : code(typeof example === 'string' ? example : JSON.stringify(example));
};

const fields = ({ properties = {}, required = [] }: Schema): string =>
  table(
    ['Field', 'Type', 'Meaning', 'Example'],
    Object.entries(properties).map(([name, schema]) => [
      code(name),
      `${typeOf(schema)}${required.includes(name) ? '' : ', optional'}`,
      prose(schema.description ?? schema.anyOf?.[0]?.description ?? ''),
      exampleText(schema),
    ]),
  );

/** Every name that a schema and those within it have, for the search. */
function wordsIn(schema: Schema, schemas: Schemas, seen = new Set<string>()): string[] {
  const ref = refOf(schema) ?? schema.anyOf?.map(refOf).find((one) => one !== null);
  const named = ref ? nameIn(ref) : null;
  if (named !== null && seen.has(named)) return [];
  if (named !== null) seen.add(named);
  const target = named === null ? schema : schemas.get(named);
  const properties = Object.entries(target?.properties ?? {});
  return [
    ...(named === null ? [] : [named]),
    ...properties.flatMap(([name, one]) => [name, ...wordsIn(one, schemas, seen)]),
  ];
}

/** An example of a body, made of those of its fields. */
function bodyExample(schema: Schema, schemas: Schemas): unknown {
  const target = schema.$ref === undefined ? schema : schemas.get(nameIn(schema.$ref));
  if (target === undefined) return null;
  const example = exampleOf(target);
  if (example !== undefined) return example;
  if (target.items) return [bodyExample(target.items, schemas)];
  const required = target.required ?? [];
  return Object.fromEntries(
    Object.entries(target.properties ?? {}).flatMap(([name, one]) =>
      required.includes(name) ? [[name, bodyExample(one, schemas)]] : [],
    ),
  );
}

const jsonContent = z.looseObject({
  content: z.looseObject({ 'application/json': z.looseObject({ schema: schemaShape }) }),
});
const operationShape = z.looseObject({
  parameters: z.array(
    z.looseObject({
      name: z.string().optional(),
      in: z.string().optional(),
      required: z.boolean().optional(),
      description: z.string().optional(),
      schema: schemaShape.optional(),
    }),
  ),
  requestBody: jsonContent.optional(),
  responses: z.looseObject({ 200: jsonContent }),
});

type ProgramRoute = ReturnType<typeof programRoutes>[number];

function callSection([name, route]: ProgramRoute, given: unknown, schemas: Schemas): string {
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const operation = operationShape.parse(given);
  const own = operation.parameters.flatMap((one) =>
    one.name && one.schema ? [{ ...one, name: one.name, schema: one.schema }] : [],
  );
  const body = operation.requestBody?.content['application/json'].schema;
  const answer = operation.responses[200].content['application/json'].schema;
  const codes = codesOf(route);
  const words = [route.method, path, route.summary, route.scope ?? '', ...own.map((one) => one.name), ...codes]
    .concat(body ? wordsIn(body, schemas) : [], wordsIn(answer, schemas))
    .join(' ');
  const inputs = own.map(
    (one) =>
      `<label>${code(one.name)}<input name="${one.name}" data-in="${one.in}" autocomplete="off" placeholder="${escapeHtml(String(exampleOf(one.schema) ?? ''))}"></label>`,
  );
  const area = body
    ? `<label>Body<textarea name="body" spellcheck="false">${escapeHtml(JSON.stringify(bodyExample(body, schemas), null, 2))}</textarea></label>`
    : '';
  return `<details id="${name}" data-words="${escapeHtml(words.toLowerCase())}"><summary><h2>${route.method} ${escapeHtml(path)}</h2></summary>
<p>${escapeHtml(route.summary)}</p>
<p class="quiet">Scope: ${route.scope} · limit: ${rateOf(route)} · Idempotency-Key: ${route.idempotency ?? 'none'}</p>
${
  own.length > 0
    ? `<h3>Parameters</h3>${table(
        ['Name', 'Place', 'Type', 'Meaning', 'Example'],
        own.map((one) => [
          code(one.name),
          `${one.in}${one.required ? '' : ', optional'}`,
          typeOf(one.schema),
          prose(one.description ?? ''),
          exampleText(one.schema),
        ]),
      )}`
    : ''
}
${body ? `<h3>Body</h3><p>${typeOf(body)}</p>` : ''}<h3>Answer</h3><p>${typeOf(answer)}</p>
<h3>Refusals</h3><p>${codes.map((one) => `<a href="#${one}"><code>${one}</code></a>`).join(' ')}</p>
<h3>Try it</h3><form data-path="${escapeHtml(path)}" data-method="${route.method}" data-scope="${route.scope}">${inputs.join('')}${area}<button>Send</button><output></output></form></details>`;
}

/** The page. Each code has a place of its own, which the `type` of a problem names. */
export const programPage = (): string => {
  const { info, paths, components } = programDocument('');
  const routes = programRoutes();
  const schemas: Schemas = new Map(
    Object.entries(components.schemas).map(([name, schema]) => [name, schemaShape.parse(schema)]),
  );
  const links = routes.map(
    ([name, route]) =>
      `<li><a href="#${name}">${route.method} ${escapeHtml(route.path.replace(/:(\w+)/g, '{$1}'))}</a></li>`,
  );
  const calls = routes.map((one) => {
    const path = one[1].path.replace(/:(\w+)/g, '{$1}');
    return callSection(one, paths[path]?.[one[1].method.toLowerCase()], schemas);
  });
  const codes = [...new Set(routes.flatMap(([, route]) => codesOf(route)))].toSorted();
  const problems = codes.map((one) => [
    `<a id="${one}"></a>${code(one)}`,
    String(statusOfCode(one)),
    escapeHtml(englishOf(one)),
    `<span lang="es">${escapeHtml(errorTexts[one])}</span>`,
  ]);
  const headers = [
    ...Object.values(components.parameters).map((one) => [one.name, 'request', one.description, one.schema] as const),
    ...Object.entries(components.headers).map(([name, one]) => [name, 'answer', one.description, one.schema] as const),
  ].map(([name, place, meaning, schema]) => [
    code(name),
    place,
    prose(meaning),
    exampleText(schemaShape.parse(schema)),
  ]);
  const objects = [...schemas].map(([name, schema]) => {
    const words = [name, schema.description ?? '', ...Object.keys(schema.properties ?? {})].join(' ').toLowerCase();
    return `<details id="schema-${name}" data-words="${escapeHtml(words)}"><summary><h2>${name}</h2></summary>
<p>${prose(schema.description ?? '')}</p>${fields(schema)}</details>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${info.title}</title><style>${PAGE_STYLE}</style></head>
<body><main><h1>${info.title}</h1><p class="quiet">Version ${info.version} · <a href="/v1/openapi.json">OpenAPI 3.1</a></p>
${info.description
  .split('\n\n')
  .map((text) => `<p>${prose(text)}</p>`)
  .join('')}
<div class="tools"><label>Search calls and fields, with / and the arrows<input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Key to try calls with; it stays in this page<input id="key" type="password" autocomplete="off" placeholder="ak_test_…"></label></div>
<p id="found" class="quiet" role="status"></p>
<h3>Headers</h3>${table(['Header', 'Place', 'Meaning', 'Example'], headers)}
<nav aria-label="Calls"><ul>${links.join('')}</ul></nav>
${calls.join('')}
<h2>Objects</h2>${objects.join('')}
<h2>Problems</h2>${table(['Code', 'Status', 'Meaning', 'In Spanish'], problems)}</main>
<script>${SCRIPT}</script></body></html>`;
};
