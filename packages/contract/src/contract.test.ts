import { errorCatalogue } from '@anticipa/domain/errors';
import { describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import type { Route } from './route.ts';
import { errorResponse } from './route.ts';
import { routes } from './routes.ts';
import { amount, amountInput, date, days, fiscalUuid, id, rate, rateInput } from './wire.ts';

const all: readonly (readonly [string, Route])[] = Object.entries(routes);
const placeholders = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

describe('the list of routes', () => {
  it('[API-01] has one route per method and path, regardless of placeholder names', () => {
    const keys = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
  });

  test.each(all)('[API-02] %s is fully described', (_name, route) => {
    expect(route.path).toMatch(/^(\/:?[A-Za-z][A-Za-z0-9_-]*)+$/);
    expect(route.summary).toMatch(/^[A-Z].+\.$/);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(placeholders(route.path));
    expect(route.method === 'GET' && route.body !== undefined).toBe(false);
    expect(route.method === 'GET' && route.idempotency === 'accepted').toBe(false);
    expect(route.response === undefined).toBe((route.produces ?? 'application/json') !== 'application/json');
  });

  test.each(all)('[API-03] %s lists error codes of the catalogue, each once', (_name, { errors = [] }) => {
    expect(new Set(errors).size).toBe(errors.length);
    for (const code of errors) expect(code in errorCatalogue).toBe(true);
  });

  const inputs = all.flatMap(([name, { params, query, body }]) =>
    [{ params, query, body }].flatMap((parts) =>
      Object.entries(parts).flatMap(([part, schema]) => (schema ? [[name, part, schema] as const] : [])),
    ),
  );
  test.each(inputs)('[API-03] %s refuses unknown keys and wrong types in its %s', (_name, _part, schema) => {
    const unknown = schema.safeParse({ stranger: 1 });
    expect(unknown.error?.issues.some(({ code }) => code === 'unrecognized_keys')).toBe(true);
    for (const value of [null, [], 'text', 7, true]) expect(schema.safeParse(value).success).toBe(false);
  });

  test.each([
    'GET /api/files',
    'GET /api/file/:',
    'POST /api/file',
    'POST /api/presell',
    'GET /api/factoringDocument',
    'POST /api/factoringDocument/setAsPreSell',
    'POST /api/factoringDocument/processPreSells',
    'POST /api/factoringDocument/requestAuthorization',
    'POST /api/factoringDocument/sendSummary',
    'POST /api/factoringDocument/setPaymentReference',
    'POST /api/client/addPaymentReference',
    'GET /api/client/getPaymentReferences/:',
    'GET /api/client/getPaymentReferenceByID/:',
    'PUT /api/client/payment-reference/:/base64',
  ])('[API-01] has the specified route %s', (wanted) => {
    const found = all.filter(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}` === wanted);
    expect(found).toHaveLength(1);
  });

  it('[API-01] accepts the specified field names of a sale', () => {
    const documentId = '3f0b2f6e-8a54-4c0e-9d0a-6a1c5b7e2d10';
    const documents = [
      {
        documentId,
        dueDate: '2026-03-02',
        paymentDays: 45,
        comision: '3480.00',
        soldBy: documentId,
        interestRate: 24,
        porcentajeAdelanto: '90',
        total: 116000,
        purchaseOrder: 'AB12',
        productId: documentId,
      },
    ];
    const parsed = routes.setAsPreSell.body.parse({ documents, rfc: 'EKU9003173C9' });
    expect(parsed.documents[0]).toMatchObject({ total: '116000.00', interestRate: '24', comision: '3480.00' });
  });

  it('[RES-07] refuses duplicate invoices, in any letter case of the id', () => {
    const row = { documentId: '3f0b2f6e-8a54-4c0e-9d0a-6a1c5b7e2d10', dueDate: '2026-03-02' };
    const again = { ...row, documentId: row.documentId.toUpperCase() };
    for (const { body } of [routes.presell, routes.setAsPreSell]) {
      expect(body.safeParse({ documents: [row] }).success).toBe(true);
      expect(body.safeParse({ documents: [row, row] }).success).toBe(false);
      expect(body.safeParse({ documents: [row, again] }).success).toBe(false);
    }
  });

  it('[API-03] every refusal has the same shape', () => {
    const refusal = { error: { code: 'NOT_FOUND', message: 'No', details: [], requestId: 'r' } };
    expect(errorResponse.safeParse(refusal).success).toBe(true);
    expect(errorResponse.safeParse({ ...refusal, stack: 'at' }).success).toBe(false);
  });
});

/** One row per value: the parsed result, or undefined if refused. */
type Row = readonly [value: unknown, read: unknown];
const accepts = (schema: z.ZodType, [value, read]: Row): void => {
  const parsed = schema.safeParse(value);
  expect(parsed.success ? parsed.data : undefined).toEqual(read);
};

describe('amounts on the wire', () => {
  const rows: readonly Row[] = [
    ['116000.00', '116000.00'],
    ['116000', '116000.00'],
    ['0.5', '0.50'],
    ['-1.00', '-1.00'],
    ['9999999999999999.99', '9999999999999999.99'],
    [116000, '116000.00'],
    [116000.5, '116000.50'],
    [0.01, '0.01'],
    [-0, '0.00'],
    [9999999999999.99, '9999999999999.99'],
    [0.1 + 0.2, undefined],
    [1.005, undefined],
    [1e-7, undefined],
    [1e21, undefined],
    [10_000_000_000_000, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['10000000000000000.00', undefined],
    ['1.005', undefined],
    ['1,000.00', undefined],
    ['1e3', undefined],
    ['', undefined],
    [' 1.00', undefined],
    ['1.00\n', undefined],
    ['+1.00', undefined],
    ['.50', undefined],
    ['1.', undefined],
    ['NaN', undefined],
    [null, undefined],
    [true, undefined],
    [['1.00'], undefined],
  ];
  test.each(rows)('[API-03] a request’s %j parses as %j', (value, read) => {
    accepts(amountInput, [value, read]);
  });

  test.each([
    ['116000.00', '116000.00'],
    ['-0.01', '-0.01'],
    ['116000', undefined],
    ['116000.0', undefined],
    ['116000.000', undefined],
    [116000, undefined],
  ])('[PRE-04] a response’s %j is %j: always a string with 2 decimals', (value, read) => {
    accepts(amount, [value, read]);
  });
});

describe('rates, days, dates and ids on the wire', () => {
  test.each([
    ['24', '24'],
    ['17.123456', '17.123456'],
    ['0.12345678', '0.12345678'],
    ['0.123456789', undefined],
    ['24 %', undefined],
    ['1e2', undefined],
    ['', undefined],
    [24, undefined],
  ])('[API-03] the rate %j parses as %j', (value, read) => {
    accepts(rate, [value, read]);
  });

  test.each([
    [22.5, '22.5'],
    ['22.5', '22.5'],
    [1e-7, undefined],
    [1e12, undefined],
    [Number.NaN, undefined],
  ])('[API-03] a request’s rate %j parses as %j', (value, read) => {
    accepts(rateInput, [value, read]);
  });

  test.each([
    [0, 0],
    [45, 45],
    [999, 999],
    [1000, undefined],
    [-1, undefined],
    [1.5, undefined],
    ['45', undefined],
  ])('[API-03] the days %j parse as %j', (value, read) => {
    accepts(days, [value, read]);
  });

  test.each([
    ['1900-01-01', '1900-01-01'],
    ['2024-02-29', '2024-02-29'],
    ['3000-12-31', '3000-12-31'],
    ['1899-12-31', undefined],
    ['3001-01-01', undefined],
    ['2025-02-29', undefined],
    ['2026-11-20T00:00:00Z', undefined],
    ['20/11/2026', undefined],
    ['2026-1-1', undefined],
    ['', undefined],
    [20261120, undefined],
    [null, undefined],
  ])('[API-03] the date %j parses as %j', (value, read) => {
    accepts(date, [value, read]);
  });

  const canonical = '6F1A2B3C-4D5E-4F60-8A7B-9C0D1E2F3A4B';
  test.each([
    [canonical, canonical],
    [canonical.toLowerCase(), canonical],
    ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'],
    [`{${canonical}}`, undefined],
    [` ${canonical}`, undefined],
    [`${canonical}\n`, undefined],
    [canonical.replaceAll('-', ''), undefined],
    [canonical.replace('A', 'G'), undefined],
    ['', undefined],
    [null, undefined],
  ])('[API-03] the fiscal UUID %j parses as %j, in upper case', (value, read) => {
    accepts(fiscalUuid, [value, read]);
  });

  test.each([
    ['3f0b2f6e-8a54-4c0e-9d0a-6a1c5b7e2d10', '3f0b2f6e-8a54-4c0e-9d0a-6a1c5b7e2d10'],
    ['3F0B2F6E-8A54-4C0E-9D0A-6A1C5B7E2D10', '3f0b2f6e-8a54-4c0e-9d0a-6a1c5b7e2d10'],
    ['3f0b2f6e', undefined],
    ["' or 1=1 --", undefined],
    ['', undefined],
    [7, undefined],
  ])('[API-03] the id %j parses as %j, in lower case', (value, read) => {
    accepts(id, [value, read]);
  });
});
