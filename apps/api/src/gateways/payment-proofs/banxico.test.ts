import { dateOf } from '@anticipa/domain/calendar';
import { type CepFault, type CepServer, startCepServer } from '@anticipa/sandbox/cep-server';
import { StpRecords } from '@anticipa/sandbox/stp-records';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BanxicoOptions, banxicoOver } from './banxico.ts';
import type { PaymentProofPort } from './port.ts';

/** Friday evening: SPEI counts it as Monday's. */
const AT = new Date('2026-03-14T01:30:00Z');
const payment = {
  paidOn: dateOf('2026-03-13'),
  operationDay: dateOf('2026-03-17'),
  trackingKey: 'ANT01',
  senderBank: '90646',
  receiverBank: '40012',
  payer: '646180110400000007',
  account: '012180004643051249',
  amount: '1200.50',
};

let server: CepServer;
let port: PaymentProofPort;
const portWith = (options: Partial<BanxicoOptions> = {}) =>
  banxicoOver({ address: async () => server.url, deadlineMs: 60_000, ...options });

beforeEach(async () => {
  const records = new StpRecords(() => AT);
  const accounts = { cuentaOrdenante: payment.payer, cuentaBeneficiario: payment.account };
  const sent = { direction: 'E', claveRastreo: 'ANT01', monto: 1200.5, ...accounts } as const;
  records.settle(records.add({ ...sent, conceptoPago: 'Anticipo & "venta"' }), 'LQ', 'PEREZ & MUNOZ');
  server = await startCepServer(records);
  port = portWith();
});
afterEach(() => server.close());

it('fetches the proof of a payment as XML and PDF', async () => {
  const answer = await port.fetch(payment);
  if (answer.kind !== 'found') throw new Error(answer.kind);
  expect(answer.holder).toBe('PEREZ & MUNOZ');
  expect(answer.xml.toString()).toContain('claveRastreo="ANT01"');
  expect(answer.xml.toString()).toContain('cadenaCDA="||1|17032026|');
  expect(server.forms()).toBe(1);
  expect(answer.pdf.toString('latin1')).toMatch(/^%PDF-1\.4/);
});

it('finds a payment by SPEI’s day if the page has none of the calendar’s', async () => {
  const swapped = { ...payment, paidOn: payment.operationDay, operationDay: payment.paidOn };
  expect(await port.fetch(swapped)).toMatchObject({ kind: 'found' });
  expect(server.forms()).toBe(2);
  for (const operationDay of [null, payment.operationDay])
    expect(await port.fetch({ ...swapped, operationDay })).toEqual({ kind: 'not-yet' });
  expect(server.forms()).toBe(4);
});

it.each([
  ['amount', { amount: '1200.51' }],
  ['account', { account: '012180001234567899' }],
])('finds no payment of another %s', async (_, change) => {
  expect(await port.fetch({ ...payment, ...change })).toEqual({ kind: 'not-yet' });
});

it.each<[CepFault]>([['other-payment'], ['other-amount'], ['other-payer'], ['other-account']])(
  'a file of the kind "%s" is no proof',
  async (fault) => {
    server.script(fault);
    expect(await port.fetch(payment)).toEqual({ kind: 'unavailable' });
    expect(await port.fetch(payment)).toMatchObject({ kind: 'found' });
  },
);

it.each<[CepFault, string]>([
  ['not-yet', 'not-yet'],
  ['limit', 'unavailable'],
  ['captcha', 'unavailable'],
  ['error-500', 'unavailable'],
  ['html', 'unavailable'],
  ['cut-off', 'unavailable'],
])('an answer of the kind "%s" is %s, and the next one is read again', async (fault, kind) => {
  server.script(fault);
  expect(await port.fetch(payment)).toEqual({ kind });
  expect(await port.fetch(payment)).toMatchObject({ kind: 'found' });
});

it('waits no longer than the deadline, sends nothing without an address, and stops after five failures', async () => {
  server.script('hang');
  expect(await portWith({ deadlineMs: 200 }).fetch(payment)).toEqual({ kind: 'unavailable' });
  expect(await portWith({ address: async () => null }).fetch(payment)).toEqual({ kind: 'unavailable' });
  for (let call = 0; call < 5; call += 1) {
    server.script('error-500');
    await port.fetch(payment);
  }
  const before = server.forms();
  expect(await port.fetch(payment)).toEqual({ kind: 'unavailable' });
  expect(server.forms()).toBe(before);
});
