import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { dateOf } from '@anticipa/domain/calendar';
import { clabeOf } from '@anticipa/domain/clabe';
import type { StpTransfer } from '@anticipa/sandbox/stp-records';
import { type StpFault, type StpServer, startStpServer } from '@anticipa/sandbox/stp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { createOutsideHealth } from '../../platform/outside/outside-health.ts';
import type { PayoutPort } from './port.ts';
import { type StpOptions, stpOver } from './stp.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NOW = new Date('2026-03-10T18:00:00Z');
const beneficiary = { clabe: '012180004643051249', name: 'Pérez | Muñoz, S.A.', rfc: 'P&M110228HT4' };
const order = {
  trackingKey: 'ANT0123456789',
  amount: '1200.00',
  payer: '646180110400000007',
  beneficiary,
  concept: 'Anticipo venta 7',
  reference: 7,
};
const sent = { direction: 'sent', operationDay: null } as const;

let server: StpServer;
let port: PayoutPort;

const portWith = (options: Partial<StpOptions> = {}, key = privateKey): PayoutPort =>
  stpOver({
    account: async () => ({ ...server, company: 'ANTICIPA', clabe: '646180110400000007', key }),
    deadlineMs: 60_000,
    pageEveryMs: 0,
    ...options,
  });

beforeEach(async () => {
  const publicKey = createPublicKey(privateKey);
  server = await startStpServer({ publicKey, company: 'ANTICIPA', isByCents: true, now: () => NOW });
  port = portWith();
});
afterEach(() => server.close());

const find = (trackingKey = order.trackingKey) => port.find({ trackingKey, ...sent });

describe('an order', () => {
  it('is accepted, found, and paid to the account with the reduced name', async () => {
    expect(await port.register(order)).toEqual({ kind: 'accepted', orderId: '9300000' });
    expect(server.records.transfers).toMatchObject([{ nombreBeneficiario: 'PEREZ MUNOZ S A', monto: 1200 }]);
    expect(await find()).toEqual({
      transferId: '9300000',
      trackingKey: order.trackingKey,
      state: 'paid',
      code: 'LQ',
      operationDay: '2026-03-10',
      amount: '1200.00',
      counterpartBank: 40012,
      senderAccount: '646180110400000007',
      senderName: '',
      beneficiaryAccount: beneficiary.clabe,
      holder: { name: 'PEREZ MUNOZ S A', rfc: 'P&M110228HT4' },
      returnCause: null,
      settledAt: NOW,
      concept: 'Anticipo venta 7',
      reference: '7',
      refundOf: null,
    });
    expect(await port.find({ ...sent, trackingKey: order.trackingKey, operationDay: dateOf('2026-03-09') })).toBeNull();
  });

  it.each([
    ['.01, used although stored', '1200.01', { kind: 'unknown' }, 'paid'],
    ['.02, a refusal whose code has three digits', '1200.02', { kind: 'refused', code: -200 }, null],
    ['.03, a service that only answers queries', '1200.03', { kind: 'not-now' }, null],
    ['.04, returned after it was paid', '1200.04', { kind: 'accepted' }, 'failed'],
    ['.05, cancelled', '1200.05', { kind: 'accepted' }, 'failed'],
    ['.06, accepted and then lost', '1200.06', { kind: 'accepted' }, null],
    ['.07, paid to another name', '1200.07', { kind: 'accepted' }, 'paid'],
    ['.09, unknown to the query', '1200.09', { kind: 'accepted' }, null],
    ['.10, stored without an answer', '1200.10', { kind: 'unknown' }, 'paid'],
  ])('registers an order of %s', async (_, amount, registration, state) => {
    expect(await port.register({ ...order, amount })).toMatchObject(registration);
    expect((await find())?.state ?? null).toBe(state);
  });

  it('a repeated order is unknown, and stored once', async () => {
    await port.register(order);
    expect(await port.register(order)).toEqual({ kind: 'unknown' });
    expect(server.records.transfers).toHaveLength(1);
  });

  it.each<[string, Partial<typeof order>, StpOptions['account'] | null]>([
    ['with an account of no bank', { beneficiary: { ...beneficiary, clabe: '001180004643051243' } }, null],
    ['with a key that is too long', { trackingKey: 'A'.repeat(30) }, null],
    [
      'with another company',
      {},
      async () => ({ ...server, company: 'OTHER', clabe: beneficiary.clabe, key: privateKey }),
    ],
    ['to its own account', { payer: beneficiary.clabe }, null],
    [
      'with another key',
      {},
      async () => ({ ...server, company: 'ANTICIPA', clabe: '646180110400000007', key: other.privateKey }),
    ],
  ])('%s is refused', async (_, change, account) => {
    const refusing = account === null ? port : portWith({ account });
    expect(await refusing.register({ ...order, ...change })).toMatchObject({ kind: 'refused' });
    expect(server.records.transfers).toEqual([]);
  });

  it.each<StpFault>([
    'error-500',
    'html',
    'cut-off',
    'empty-object',
    'redirect',
    'no-response',
    'accepted-then-lost',
    'accepted-then-error',
  ])('an order whose answer is of the kind "%s" is unknown', async (fault) => {
    server.script(fault, '/speiws/rest/ordenPago');
    expect(await port.register(order)).toEqual({ kind: 'unknown' });
  });

  it('an order that STP’s gate refuses was not ordered, and the desk reads why', async () => {
    const health = createOutsideHealth(() => NOW);
    const closed = portWith({ circuit: health.circuitOf('payouts') });
    server.script('forbidden', '/', 2);
    expect(await closed.register(order)).toEqual({ kind: 'not-now' });
    await expect(closed.reconciliation(sent)).rejects.toThrow('the transfer service gives no access');
    expect(health.all()).toMatchObject([{ failures: 2, lastFailure: 'no access' }]);
    expect(await closed.register(order)).toMatchObject({ kind: 'accepted' });
  });

  it('is waited for no longer than the deadline', async () => {
    server.script('hang', '/speiws/rest/ordenPago');
    expect(await portWith({ deadlineMs: 200 }).register(order)).toEqual({ kind: 'unknown' });
  });

  it('an order that was never sent can be repeated', async () => {
    const { url, queryUrl } = server;
    await server.close();
    const account = { url, queryUrl, company: 'ANTICIPA', clabe: '646180110400000007', key: privateKey };
    expect(await portWith({ account: async () => account }).register(order)).toEqual({ kind: 'not-now' });
    expect(await portWith({ account: async () => null }).register(order)).toEqual({ kind: 'not-now' });
  });

  it('is not sent after five failures', async () => {
    const circuit = circuitBreaker(() => 0);
    const failing = portWith({ circuit });
    server.script('error-500', '/speiws/rest/ordenPago', 5);
    for (let call = 0; call < 5; call += 1) await failing.register(order);
    expect(await failing.register(order)).toEqual({ kind: 'not-now' });
    expect(server.calls('/speiws/rest/ordenPago')).toBe(5);
  });
});

describe('the CLABE of a payer', () => {
  const payer = {
    company: 'ANTICIPA',
    clabe: '646180110400000007',
    rfc: 'CNU310101AB9',
    name: 'Comercial Ñueva, S.A.',
  };

  it('is registered once, of a company and of a person', async () => {
    expect(await port.registerAccount(payer)).toEqual({ kind: 'registered' });
    expect(await port.registerAccount(payer)).toEqual({ kind: 'registered' });
    const person = {
      ...payer,
      clabe: clabeOf('64618011040000001'),
      rfc: 'PEGJ800101AB9',
      name: 'Juan Pérez de la Cruz',
    };
    expect(await port.registerAccount(person)).toEqual({ kind: 'registered' });
    const company = { nombre: 'COMERCIAL NUEVA S A', pais: 187, fechaConstitucion: '19310101' };
    const names = { nombre: 'JUAN', apellidoPaterno: 'PEREZ', apellidoMaterno: 'DE LA CRUZ' };
    expect([...server.records.accounts.values()]).toMatchObject([
      { rfcCurp: 'CNU310101AB9', ...company },
      { rfcCurp: 'PEGJ800101AB9', ...names, paisNacimiento: 187, fechaNacimiento: '19800101' },
    ]);
  });

  it('has a name of 50 letters at most', async () => {
    await port.registerAccount({ ...payer, name: 'Ñ'.repeat(60) });
    expect([...server.records.accounts.values()]).toMatchObject([{ nombre: 'N'.repeat(50) }]);
  });

  it('is refused outside the range of the service, and with another key', async () => {
    const foreign = { ...payer, clabe: beneficiary.clabe };
    expect(await port.registerAccount(foreign)).toEqual({ kind: 'refused', reason: '1: El campo cuenta es invalido' });
    const forged = portWith({}, other.privateKey);
    expect(await forged.registerAccount(payer)).toEqual({ kind: 'refused', reason: '1: Error validando la firma' });
    expect(server.records.accounts.size).toBe(0);
  });

  it.each<StpFault>(['error-500', 'html', 'cut-off', 'empty-object', 'accepted-then-lost'])(
    'is perhaps registered after an answer of the kind "%s"',
    async (fault) => {
      server.script(fault, '/speiws/rest/cuentaModule');
      expect(await port.registerAccount(payer)).toEqual({ kind: 'unknown' });
      expect(await port.registerAccount(payer)).toEqual({ kind: 'registered' });
    },
  );

  it('is left alone if it is of another company', async () => {
    expect(await port.registerAccount({ ...payer, company: 'OTHER' })).toEqual({ kind: 'not-ours' });
    expect(server.calls('/cuentaModule')).toBe(0);
  });
});

describe('a query', () => {
  it.each<StpFault>(['error-500', 'html', 'cut-off', 'empty-object', 'redirect', 'query-limit', 'accepted-then-lost'])(
    'a query whose answer is of the kind "%s" has no result, which is not the same as no transfer',
    async (fault) => {
      await port.register(order);
      server.script(fault, '/efws', 2);
      await expect(find()).rejects.toMatchObject({ name: 'PayoutsUnavailable' });
      await expect(port.reconciliation(sent)).rejects.toMatchObject({ name: 'PayoutsUnavailable' });
      expect(await find()).toMatchObject({ state: 'paid' });
    },
  );

  it('a query with another key, or without an account, has no result', async () => {
    await expect(portWith({}, other.privateKey).reconciliation(sent)).rejects.toMatchObject({
      name: 'PayoutsUnavailable',
    });
    await expect(portWith({ account: async () => null }).find({ trackingKey: 'A', ...sent })).rejects.toThrow();
  });
});

describe('a reconciliation', () => {
  it('is empty on a day without transfers', async () => {
    expect(await port.reconciliation(sent)).toEqual({ transfers: [], unreadable: 0 });
  });

  it('lists each transfer of more than one page once, by direction and day', async () => {
    for (let count = 0; count < 1001; count += 1)
      server.records.add({ direction: 'E', claveRastreo: `K${count}`, monto: 1.1 + count });
    server.records.add({ direction: 'E', claveRastreo: 'OTHERDAY', monto: 1, fechaOperacion: 20_260_309 });
    await server.deposit({ claveRastreo: 'D1', monto: 50.5, cuentaBeneficiario: '646180110400000007' });
    const keys = (await port.reconciliation(sent)).transfers.map(({ trackingKey }) => trackingKey);
    expect([keys.length, new Set(keys).size]).toEqual([1001, 1001]);
    const other = await port.reconciliation({ ...sent, operationDay: dateOf('2026-03-09') });
    expect(other.transfers).toMatchObject([
      { trackingKey: 'OTHERDAY', state: 'in-flight', code: 'L', holder: null, settledAt: null },
    ]);
    expect((await port.reconciliation({ ...sent, direction: 'received' })).transfers).toMatchObject([
      { trackingKey: 'D1', amount: '50.50', state: 'paid' },
    ]);
  });

  it.each<[string, Partial<StpTransfer>]>([
    ['without an amount', { monto: Number.NaN }],
    ['of an endless amount', { monto: 1e300 }],
    ['in no known state', { estado: '' }],
    ['whose key has a NUL character', { claveRastreo: 'K\u0000' }],
  ])('leaves out an entry %s, and has the others', async (_, broken) => {
    server.records.add({ direction: 'E', claveRastreo: 'BAD', monto: 1, ...broken });
    server.records.add({ direction: 'E', claveRastreo: 'GOOD', monto: 2 });
    const { transfers, unreadable } = await port.reconciliation(sent);
    expect([transfers.map(({ trackingKey }) => trackingKey), unreadable]).toEqual([['GOOD'], 1]);
  });
});
