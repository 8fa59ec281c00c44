import type { PrintedInvoice } from '@anticipa/cfdi/qr';
import type { TaxStatus } from '@anticipa/domain/invoice-entry';
import {
  startTaxStatusServer,
  type TaxStatusBehaviour,
  type TaxStatusServer,
} from '@anticipa/sandbox/tax-status-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { taxStatusOver } from './http.ts';
import type { TaxStatusPort } from './port.ts';

let server: TaxStatusServer;
let port: TaxStatusPort;
let clock = 0;
/** Long enough for real answers on a busy machine, and for hanging ones to start. */
const PATIENT_MS = 60_000;
const HASTY_MS = 200;

const portWithin = (deadlineMs: number): TaxStatusPort =>
  taxStatusOver({ address: async () => server.url, deadlineMs, elapsed: () => clock });

beforeAll(async () => {
  server = await startTaxStatusServer();
});
beforeEach(() => {
  port = portWithin(PATIENT_MS);
});
afterAll(() => server.close());

const invoice = (prefix: string): PrintedInvoice => ({
  uuid: `${prefix}-0000-4000-8000-000000000001`,
  issuer: { rfc: 'N&Ñ010203AB9' },
  receiver: { rfc: 'XEXX010101000' },
  total: '116000.00',
  sealTail: 'q+w/r&==',
});

describe('answers of the tax authority', () => {
  it.each<[string, TaxStatus]>([
    ['A1B2C3D4', 'vigente'],
    ['CAFECAFE', 'cancelado'],
    ['DEADDEAD', 'no-encontrado'],
    ['C0C0C0C0', 'cancelacion-en-proceso'],
    ['50505050', 'unreachable'],
    ['BADBADBA', 'unreachable'],
  ])('[CAR-04] an invoice %s… is %s', async (prefix, expected) => {
    expect(await port.check(invoice(prefix))).toBe(expected);
  });

  it.each<TaxStatusBehaviour>([
    'invalid-expression',
    'unknown-state',
    'contradicting',
    'other-namespace',
    'doctype',
    'malformed',
    'empty',
    'html',
    'error-500',
    'redirect',
    'oversize',
    'reset',
  ])('treats an answer of kind "%s" as unreachable', async (behaviour) => {
    server.script(invoice('FA017000').uuid, behaviour);
    expect(await port.check(invoice('FA017000'))).toBe('unreachable');
  });

  it.each<TaxStatusBehaviour>(['hang', 'drip'])(
    'waits for an answer of the kind "%s" no longer than its deadline',
    async (behaviour) => {
      server.script(invoice('FA017000').uuid, behaviour);
      expect(await portWithin(HASTY_MS).check(invoice('FA017000'))).toBe('unreachable');
    },
  );

  it('[CAR-04] an invoice 0FF0FF00… gets no answer', async () => {
    expect(await portWithin(HASTY_MS).check(invoice('0FF0FF00'))).toBe('unreachable');
  });

  it('treats a closed port as unreachable', async () => {
    const gone = await startTaxStatusServer();
    await gone.close();
    expect(await taxStatusOver({ address: async () => gone.url }).check(invoice('A1B2C3D4'))).toBe('unreachable');
  });
});

describe('an unknown URL', () => {
  it.each([
    ['null', async () => null],
    [
      'an error',
      async () => {
        throw new Error('no sandbox here');
      },
    ],
  ])('makes every invoice unreachable: %s', async (_, address) => {
    expect(await taxStatusOver({ address }).check(invoice('A1B2C3D4'))).toBe('unreachable');
  });
});

describe('a service that keeps failing', () => {
  it('is skipped after five failures and probed again after 30 s', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await port.check(invoice('50505050'));
    const before = server.calls();
    expect(await port.check(invoice('A1B2C3D4'))).toBe('unreachable');
    expect(server.calls()).toBe(before);

    clock += 30_000;
    expect(await port.check(invoice('50505050'))).toBe('unreachable');
    expect(await port.check(invoice('A1B2C3D4'))).toBe('unreachable');
    expect(server.calls()).toBe(before + 1);

    clock += 30_000;
    expect(await port.check(invoice('A1B2C3D4'))).toBe('vigente');
    expect(await port.check(invoice('A1B2C3D4'))).toBe('vigente');
  });
});

describe('scripting over HTTP', () => {
  it('sets the behaviour for one invoice, and refuses unknown ones', async () => {
    const post = (body: object) =>
      fetch(new URL('/script', server.url), { method: 'POST', body: JSON.stringify(body) }).then(
        ({ status }) => status,
      );
    expect(await post({ uuid: invoice('AAAA0001').uuid.toLowerCase(), behaviour: 'cancelled' })).toBe(204);
    expect(await port.check(invoice('AAAA0001'))).toBe('cancelado');
    expect(await post({ uuid: invoice('AAAA0001').uuid, behaviour: 'vanish' })).toBe(400);
  });
});
