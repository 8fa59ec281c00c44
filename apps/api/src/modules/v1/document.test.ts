/** The served document of the calls for programs: its rules, and clients that generators make of it, one of which sells. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createApiKey } from '@anticipa/contract/api-keys';
import type { Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { v1PrepareSale } from '@anticipa/contract/v1/prepared-sales';
import { v1HoldInvoices } from '@anticipa/contract/v1/sales';
import { keyScopes } from '@anticipa/domain/api-key';
import { englishErrorTexts } from '@anticipa/texts/error-texts-en';
import { generateSource } from 'oazapfts';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anInvoiceFile, aUser } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { scopesOfCalls } from '../../../testing/program-calls.ts';
import { answerTo, DUE_DATE } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { feedIsWhole } from '../../../testing/webhooks.ts';
import { codesOf } from '../../platform/http/program-document.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const PROGRAM = join(ROOT, 'apps/api/testing/generated-client/golden-sale.ts');
const run = promisify(execFile);

let portal: Portal;
let baseUrl: string;
let folder: string;
let served: Buffer;
let document: Document;
beforeAll(async () => {
  portal = await startPortal();
  served = (await portal.visitor.get('/v1/openapi.json')).bytes;
  document = JSON.parse(served.toString());
  baseUrl = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  mkdirSync(join(ROOT, '.artefacts'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.artefacts/clients-'));
  await generateClients();
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true });
});

/** Clients by two generators of different families, and the program beside its client. */
async function generateClients(): Promise<void> {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, served);
  writeFileSync(join(folder, 'client.ts'), await generateSource(file));
  copyFileSync(PROGRAM, join(folder, 'golden-sale.ts'));
  await generate({ input: file, output: join(folder, 'classes') });
}

/** The compiler's complaints about both clients and the program; empty if they are right. */
async function faults(): Promise<string> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const files = ['golden-sale.ts', 'classes/index.ts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((fault: { stdout: string }) => fault);
  return stdout;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
interface Document {
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** Whether an example is one by its own schema. Shared objects are examined under their own names. */
const isValid = (schema: Schema, example: unknown): boolean =>
  JSON.stringify(schema).includes('$ref') ||
  z.fromJSONSchema({ ...schema } as Parameters<typeof z.fromJSONSchema>[0]).safeParse(example).success;

/** Whether a schema describes itself by reference to an object with a name, and not in place. */
const isNamed = (schema: Schema): boolean => {
  const leaf = schema.anyOf?.[0] ?? schema;
  return leaf.$ref !== undefined || leaf.items?.$ref !== undefined;
};

/** Faults of a property or a parameter that is no named object. */
const faultsOf = (place: string, { description, examples, ...schema }: Schema): string[] => {
  const leaf: Schema = schema.anyOf?.[0] ?? schema;
  const given = examples ?? leaf.examples ?? [];
  return [
    ...((description ?? leaf.description ?? '') === '' ? [`${place} has no description`] : []),
    ...(given.length === 0 ? [`${place} has no example`] : []),
    ...given.flatMap((one) => (isValid(schema, one) ? [] : [`${place} has a wrong example`])),
    ...(leaf.properties !== undefined || leaf.items?.properties !== undefined ? [`${place} has no name`] : []),
  ];
};

describe('the document', () => {
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        call: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    );

  it('[APV-07] has each call once, with its scope, and no other call', async () => {
    const wanted = Object.entries<Route>(routes).flatMap(([name, { method, path }]) =>
      scopesOfCalls.has(name)
        ? [`${method} ${path.replace(/:(\w+)/g, '{$1}')} Scope of the key: \`${scopesOfCalls.get(name)}\`.`]
        : [],
    );
    const calls = operations().map(({ call, operation }) => `${call} ${operation.description}`);
    expect(calls.toSorted()).toEqual(wanted.toSorted());
    expect((await portal.visitor.get('/api/openapi.json')).bytes.toString()).not.toContain('/v1/');
  });

  it('[APV-07] has no equal paths, and no operation without its id, summary, tag, key and refusals', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/{\w+}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Map(document.tags.map(({ name, description }) => [name, description]));
    const faults = operations().flatMap(({ call, operation }) => {
      const { operationId, summary, tags: own = [], security = document.security, responses } = operation;
      const refusals = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
      return [
        ...([operationId, summary, operation.description].every(Boolean) ? [] : [`${call} has no id or summary`]),
        ...(own.length === 1 && own.every((tag) => tags.get(tag)) ? [] : [`${call} has no tag, or one without words`]),
        ...(security.length === 1 && security.every((one) => 'key' in one) ? [] : [`${call} needs no key`]),
        ...['400', '401', '403', '429'].flatMap((status) => (responses[status] ? [] : [`${call} has no ${status}`])),
        ...refusals.flatMap(([status, { description, content }]) =>
          description !== '' && content?.['application/problem+json']?.schema.$ref === '#/components/schemas/Problem'
            ? []
            : [`${call} ${status} is no problem`],
        ),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('[APV-07] names every object, and describes every property and parameter, with a valid example', () => {
    const { schemas, parameters } = document.components;
    const objects = Object.entries(schemas).flatMap(([name, { description, properties = {} }]) => [
      ...(description === undefined ? [name] : []),
      ...Object.entries(properties).flatMap(([property, schema]) =>
        isNamed(schema) ? [] : faultsOf(`${name}.${property}`, schema),
      ),
    ]);
    const bodies = operations().flatMap(({ call, operation: { requestBody, responses, parameters: own } }) => [
      ...[requestBody?.content, responses['200']?.content].flatMap((content) =>
        content === undefined || content['application/json']?.schema.$ref !== undefined ? [] : [`${call} has no names`],
      ),
      ...own
        .filter(({ $ref }) => $ref === undefined)
        .flatMap(({ name, description = '', schema }) => faultsOf(`${call} ${name}`, { description, ...schema })),
    ]);
    const shared = Object.entries(parameters).flatMap(([name, { description = '', schema }]) =>
      faultsOf(name, { description, ...schema }),
    );
    expect([...objects, ...bodies, ...shared]).toEqual([]);
    const used = new Set([...served.toString().matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
    expect([...used].toSorted()).toEqual(Object.keys(schemas).toSorted());
  });

  it('[APV-09] the page finds a call by the fields of its answer, and lets its own script alone call the portal', async () => {
    const { bytes, headers } = await portal.visitor.get('/v1/docs');
    const page = bytes.toString();
    // Assistive technology finds the content, and no level of a heading is left out.
    expect(page).toMatch(/<body><main><h1>[\s\S]*<h2>Problems<\/h2>[\s\S]*<\/main>/);
    const found = (words: string) =>
      [...page.matchAll(/<details id="(v1\w+)" data-words="([^"]*)"/g)].flatMap(([, name, known = '']) =>
        words.split(' ').every((word) => known.includes(word)) ? [name] : [],
      );
    expect(found('effective_annual_cost /v1/quotes')).toEqual(['v1QuoteInvoices']);
    expect(found('tracking_key')).toEqual(expect.arrayContaining(['v1ListSales', 'v1GetSale']));
    expect(found('tracking_key')).not.toContain('v1GetKey');
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'; connect-src 'self'`);
    for (const name of scopesOfCalls.keys()) {
      const section = page.slice(page.indexOf(`<details id="${name}"`));
      expect(section.slice(0, section.indexOf('</details>'))).toContain(`data-scope="${scopesOfCalls.get(name)}"`);
    }
  });

  it('[APV-07] says in English what each of its codes means, and the page has a place for it', async () => {
    const page = (await portal.visitor.get('/v1/docs')).bytes.toString();
    for (const [name, route] of Object.entries<Route>(routes).filter(([one]) => scopesOfCalls.has(one))) {
      expect(page).toContain(`<details id="${name}" `);
      for (const code of codesOf(route)) {
        expect([code, englishErrorTexts[code] === undefined]).toEqual([code, false]);
        expect(page).toContain(`<a id="${code}">`);
      }
    }
  });
});

it('[APV-10] the document lists each code of a quote’s failures, in English and Spanish, and a hold is refused with it', () => {
  const { properties } = document.components.schemas.QuoteFailure ?? {};
  const { enum: listed, description = '' } = properties?.code ?? {};
  expect(listed?.toSorted()).toEqual([
    'BANK_ACCOUNT_MISSING',
    'CREDIT_EXCEEDED',
    'CREDIT_LINE_ENDED',
    'CREDIT_LINE_MISSING',
    'DEPOSIT_NOT_POSITIVE',
    'EXCHANGE_RATE_MISSING',
    'INVOICE_ALREADY_IN_SALE',
    'INVOICE_NOT_SELLABLE',
    'INVOICE_REJECTED',
    'PAYMENT_DATE_MISSING',
    'PAYMENT_DATE_NOT_AFTER_TODAY',
    'PAYMENT_DATE_NOT_BUSINESS_DAY',
    'PRODUCT_INACTIVE',
    'PURCHASE_ORDER_MISSING',
    'TERM_OVER_180_DAYS',
  ]);
  expect(description).toContain(
    '`PAYMENT_DATE_NOT_BUSINESS_DAY`: The due date must be a business day. · La fecha para pago debe ser un día hábil.',
  );
  for (const code of listed ?? []) {
    expect(description).toMatch(new RegExp(`^- \`${code}\`: \\S.+ · \\S.+$`, 'm'));
    expect([...codesOf(v1HoldInvoices)]).toContain(code);
    expect([...codesOf(v1PrepareSale)]).toContain(code);
  }
});

it('[APV-08] clients of two generators and a program on one of them compile strictly', async () => {
  expect(await faults()).toBe('');
});

describe('a program on a generated client', () => {
  let seller: Seller;
  let admin: Session;
  beforeAll(async () => {
    seller = await aSeller(portal);
    admin = await signInFresh(portal, (await aUser(portal, { client: seller.client, isAdmin: true })).email);
  });

  /** The last words of the program, with a key of a mode. */
  const sell = async (mode: 'live' | 'test', lenderDeposits: (saleId: string, invoiceId: string) => Promise<void>) => {
    const { token } = await admin.call(createApiKey, { body: { name: 'ERP', scopes: keyScopes, mode } });
    const { name, bytes } = await anInvoiceFile(portal, seller.client);
    const program: { sellGolden: (world: object) => Promise<object> } = await import(
      pathToFileURL(join(folder, 'golden-sale.ts')).href
    );
    const file = { name, content: Buffer.from(bytes).toString('base64') };
    const today = portal.clock.today();
    return program.sellGolden({ baseUrl, key: token, file, dueDate: DUE_DATE, today, lenderDeposits });
  };

  const golden = {
    quoted: ['100920.00'],
    failures: [],
    refusal: 'TERMS_NOT_ACCEPTED',
    states: ['sale.held', 'sale.quoted', 'sale.requested', 'sale.answered', 'sale.disbursed'],
    state: 'disbursed',
    totals: { total: '116000.00', interest: '3480.00', interest_tax: '556.80', initial_deposit: '100920.00' },
    statement: [
      {
        currency: 'MXN',
        accounts: [
          { account: 'invoices', opening: '0.00', closing: '116000.00' },
          { account: 'aforo', opening: '0.00', closing: '11600.00' },
          { account: 'yours', opening: '0.00', closing: '0.00' },
        ],
      },
    ],
    movements: [
      { account: 'invoices', charge: '116000.00', balance: '116000.00' },
      { account: 'aforo', credit: '11600.00', balance: '11600.00' },
    ],
  };

  it('[APV-08] carries the golden sale from the upload to the statement', async () => {
    const sold = await sell('live', async (saleId, documentId) => {
      const decisions = [{ documentId, authorised: true, motive: null }];
      await seller.operator.call(routes.answerSale, await answerTo(seller.operator, saleId, decisions));
      await seller.operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey: 'SPEI0001' } });
      await feedIsWhole(portal);
    });
    expect(sold).toMatchObject({ ...golden, trackingKey: 'SPEI0001' });
  });

  it('[LLA-09] gets the same figures with a test key, from a robot in place of the lender', async () => {
    const sold = await sell('test', async () => portal.clock.pass(60_000));
    expect(sold).toMatchObject({ ...golden, trackingKey: 'PRUEBA00000001' });
  });
});
