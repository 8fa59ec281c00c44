import type { PrintedInvoice } from '@anticipa/cfdi/qr';
import { noTaxAnswer, type TaxAnswer, type TaxStatus } from '@anticipa/domain/invoice-entry';
import {
  startTaxStatusServer,
  type TaxStatusBehaviour,
  type TaxStatusFields,
  type TaxStatusServer,
} from '@anticipa/sandbox/tax-status-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { taxStatusOver } from './http.ts';
import type { TaxStatusPort } from './port.ts';

let server: TaxStatusServer;
let port: TaxStatusPort;
let clock = 0;
/** Long enough for real answers on a busy machine, and for hanging ones to start. */
const PATIENT_MS = 60_000;
const HASTY_MS = 200;

const portWithin = (deadlineMs: number): TaxStatusPort =>
  taxStatusOver({ address: async () => server.url, deadlineMs, circuit: circuitBreaker(() => clock) });

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

const statusFrom = async (asked: TaxStatusPort, prefix: string): Promise<TaxStatus> =>
  (await asked.check(invoice(prefix))).status;

describe('answers of the tax authority', () => {
  it.each<[string, TaxStatus]>([
    ['A1B2C3D4', 'vigente'],
    ['CAFECAFE', 'cancelado'],
    ['DEADDEAD', 'no-encontrado'],
    ['C0C0C0C0', 'cancelacion-en-proceso'],
    ['50505050', 'unreachable'],
    ['BADBADBA', 'unreachable'],
  ])('[CAR-04] an invoice %s… is %s', async (prefix, expected) => {
    expect(await statusFrom(port, prefix)).toBe(expected);
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
    expect(await port.check(invoice('FA017000'))).toEqual(noTaxAnswer);
  });

  // The wordings of version 1.4 of the manual.
  it.each<[TaxStatusFields, TaxAnswer]>([
    [
      { EsCancelable: 'No cancelable', EstatusCancelacion: '' },
      { status: 'vigente', cancelable: 'no', cancellation: null, isIssuerListed: false },
    ],
    [
      { EsCancelable: 'Cancelable sin aceptación', ValidacionEFOS: '201' },
      { status: 'vigente', cancelable: 'without-acceptance', cancellation: null, isIssuerListed: false },
    ],
    [
      { EsCancelable: 'Cancelable con aceptación', EstatusCancelacion: 'En proceso', ValidacionEFOS: '100' },
      {
        status: 'cancelacion-en-proceso',
        cancelable: 'with-acceptance',
        cancellation: 'in-process',
        isIssuerListed: true,
      },
    ],
    [
      { EstatusCancelacion: 'Solicitud rechazada', ValidacionEFOS: '' },
      { status: 'vigente', cancelable: 'with-acceptance', cancellation: 'refused', isIssuerListed: null },
    ],
    [
      { Estado: 'Cancelado', EstatusCancelacion: 'Plazo vencido', ValidacionEFOS: '104' },
      { status: 'cancelado', cancelable: 'with-acceptance', cancellation: 'lapsed', isIssuerListed: true },
    ],
    [
      { Estado: 'Cancelado', EstatusCancelacion: 'Cancelado con aceptación' },
      { status: 'cancelado', cancelable: 'with-acceptance', cancellation: 'accepted', isIssuerListed: false },
    ],
    [
      { Estado: 'Cancelado', EsCancelable: 'No cancelable', EstatusCancelacion: 'Cancelado sin aceptación' },
      { status: 'cancelado', cancelable: 'no', cancellation: 'without-acceptance', isIssuerListed: false },
    ],
    [
      { EsCancelable: 'Quizá', EstatusCancelacion: 'Nueva' },
      { status: 'vigente', cancelable: null, cancellation: null, isIssuerListed: false },
    ],
    [
      {
        CodigoEstatus: 'N - 602: Comprobante no encontrado.',
        Estado: 'No Encontrado',
        EsCancelable: '',
        ValidacionEFOS: '',
      },
      { status: 'no-encontrado', cancelable: null, cancellation: null, isIssuerListed: null },
    ],
  ])('[SIS-03] reads the whole answer: %o', async (fields, expected) => {
    server.script(invoice('FA017000').uuid, fields);
    expect(await port.check(invoice('FA017000'))).toEqual(expected);
  });

  it.each<TaxStatusBehaviour>(['hang', 'drip'])(
    'waits for an answer of the kind "%s" no longer than its deadline',
    async (behaviour) => {
      server.script(invoice('FA017000').uuid, behaviour);
      expect(await statusFrom(portWithin(HASTY_MS), 'FA017000')).toBe('unreachable');
    },
  );

  it('[CAR-04] an invoice 0FF0FF00… gets no answer', async () => {
    expect(await statusFrom(portWithin(HASTY_MS), '0FF0FF00')).toBe('unreachable');
  });

  it('treats a closed port as unreachable', async () => {
    const gone = await startTaxStatusServer();
    await gone.close();
    expect(await statusFrom(taxStatusOver({ address: async () => gone.url }), 'A1B2C3D4')).toBe('unreachable');
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
    expect(await statusFrom(taxStatusOver({ address }), 'A1B2C3D4')).toBe('unreachable');
  });
});

describe('a service that keeps failing', () => {
  it('is skipped after five failures and probed again after 30 s', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await port.check(invoice('50505050'));
    const before = server.calls();
    expect(await statusFrom(port, 'A1B2C3D4')).toBe('unreachable');
    clock += 29_999;
    expect(await statusFrom(port, 'A1B2C3D4')).toBe('unreachable');
    expect(server.calls()).toBe(before);

    clock += 1;
    expect(await statusFrom(port, '50505050')).toBe('unreachable');
    expect(await statusFrom(port, 'A1B2C3D4')).toBe('unreachable');
    expect(server.calls()).toBe(before + 1);

    clock += 30_000;
    expect(await statusFrom(port, 'A1B2C3D4')).toBe('vigente');
    expect(await statusFrom(port, 'A1B2C3D4')).toBe('vigente');
  });
});

describe('scripting over HTTP', () => {
  it('sets the behaviour for one invoice, and refuses unknown ones', async () => {
    const post = (body: object) =>
      fetch(new URL('/script', server.url), { method: 'POST', body: JSON.stringify(body) }).then(
        ({ status }) => status,
      );
    expect(await post({ uuid: invoice('AAAA0001').uuid.toLowerCase(), behaviour: 'cancelled' })).toBe(204);
    expect(await statusFrom(port, 'AAAA0001')).toBe('cancelado');
    expect(await post({ uuid: invoice('AAAA0001').uuid, behaviour: 'vanish' })).toBe(400);
  });
});
