/** Every provider behind the port whose stand-in has faults. */
import { startSwServer } from '@anticipa/sandbox/sw-server';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  anOrder,
  csdFiles,
  facturama,
  failureOf,
  HASTY_MS,
  PATIENT_MS,
  STAMPED_AT,
  type StandIn,
  sw,
} from '../../../testing/invoicing-providers.ts';
import { issuedInvoice } from './issued.ts';
import { type InvoiceOrder, type InvoicingPort, InvoicingUnavailable } from './port.ts';
import { swInvoicing } from './sw.ts';

let testPki: TestPki;
beforeAll(async () => {
  testPki = await makeTestPki();
  await testPki.pki.lenderSealer();
});
afterAll(() => testPki.remove());

describe.each([
  ['Facturama', facturama],
  ['SW Sapien', sw],
] as const)('%s with faults', (_, open) => {
  let standIn: StandIn;
  let port: InvoicingPort;
  beforeAll(async () => {
    standIn = await open(testPki);
  });
  beforeEach(() => {
    port = standIn.portWithin(PATIENT_MS);
  });
  afterAll(() => standIn.close());

  const stampsOf = ({ serie, folio }: InvoiceOrder) =>
    standIn.issued().filter((one) => one.folio === `${serie}-${folio}`);
  const cancelling = (order: InvoiceOrder, uuid: string) =>
    port.cancel({ ...order, uuid, motive: '02', substitute: null, isRecent: false });

  it.each([
    ['error-500', 'unknown'],
    ['html', 'unknown'],
    ['cut-off', 'unknown'],
    ['reset', 'unknown'],
    ['redirect', 'unknown'],
    ['accepted-then-lost', 'unknown'],
    ['accepted-then-500', 'unknown'],
    ['other-password', 'not done'],
    ['refused', 'refused'],
  ] as const)('stamps once after "%s", whose outcome is "%s"', async (fault, outcome) => {
    const order = anOrder();
    standIn.script(fault, standIn.stamping);
    expect(await failureOf(port.issue(order))).toBe(outcome);
    const { uuid } = await port.issue(order);
    expect(stampsOf(order)).toMatchObject([{ uuid }]);
  });

  it('stops waiting for an answer that does not come, whose outcome is unknown', async () => {
    const order = anOrder();
    standIn.script('hang', standIn.stamping);
    expect(await failureOf(standIn.portWithin(HASTY_MS).issue(order))).toBe('unknown');
    const { uuid } = await port.issue(order);
    expect(stampsOf(order)).toMatchObject([{ uuid }]);
  });

  it('refuses a CFDI that is not what was ordered', async () => {
    const order = anOrder();
    const { xml } = await port.issue(order);
    const { concepts, receiver } = order;
    for (const other of [
      { folio: '0' },
      { receiver: { ...receiver, rfc: 'XAXX010101000' } },
      { concepts: concepts.slice(1) },
    ])
      expect(() => issuedInvoice({ ...order, ...other }, xml)).toThrow(InvoicingUnavailable);
    expect(() => issuedInvoice(order, Buffer.from('<html/>'))).toThrow(InvoicingUnavailable);
  });

  it('cancels after a lost answer, and does not take a request for a cancellation', async () => {
    const order = anOrder();
    const { uuid } = await port.issue(order);
    standIn.script('accepted-then-lost', standIn.cancelling);
    expect(await failureOf(cancelling(order, uuid))).toBe('unknown');
    expect(await cancelling(order, uuid)).toBe('cancelled');
    for (const status of ['requested', 'rejected'] as const) {
      const other = anOrder();
      const issued = await port.issue(other);
      standIn.answerCancellations(status);
      expect(await failureOf(cancelling(other, issued.uuid))).toBe(status === 'rejected' ? 'refused' : status);
    }
    standIn.answerCancellations('canceled');
  });

  it('stops calling a provider that keeps failing', async () => {
    const order = anOrder();
    standIn.script('other-password', '', 5);
    for (let times = 0; times < 5; times += 1) expect(await failureOf(port.issue(order))).toBe('not done');
    const before = standIn.calls('');
    expect(await failureOf(port.issue(order))).toBe('not done');
    expect(standIn.calls('')).toBe(before);
  });
});

it('SW Sapien’s 205 is final once the tax authority has had 72 hours for the CFDI', async () => {
  const server = await startSwServer(testPki.pki, { now: () => STAMPED_AT });
  onTestFinished(() => server.close());
  const port = swInvoicing({ ...server, csd: await csdFiles(testPki) });
  const order = anOrder();
  const { uuid } = await port.issue(order);
  server.answerCancellations('not-found');
  const cancelling = (isRecent: boolean) =>
    failureOf(port.cancel({ ...order, uuid, motive: '02', substitute: null, isRecent }));
  expect([await cancelling(true), await cancelling(false)]).toEqual(['not done', 'refused']);
});

it('SW Sapien’s token is renewed when it is withdrawn', async () => {
  const server = await startSwServer(testPki.pki, { now: () => STAMPED_AT });
  onTestFinished(() => server.close());
  const port = swInvoicing({ ...server, csd: await csdFiles(testPki) });
  await port.issue(anOrder());
  server.forgetTokens();
  const order = anOrder();
  expect(await failureOf(port.issue(order))).toBe('not done');
  await port.issue(order);
  expect(server.calls('POST /v2')).toBe(2);
});
