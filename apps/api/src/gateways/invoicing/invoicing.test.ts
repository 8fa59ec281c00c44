/** Every provider behind the port, against its stand-in, with each of its faults. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTrust } from '@anticipa/cfdi/trust';
import { demoLender, loadTrust } from '@anticipa/cfdi/trust-store';
import { verifyFile } from '@anticipa/cfdi/verify';
import { moneyOf } from '@anticipa/domain/money';
import { startFacturamaServer } from '@anticipa/sandbox/facturama-server';
import type { FaultScript } from '@anticipa/sandbox/provider-faults';
import { startSwServer } from '@anticipa/sandbox/sw-server';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { circuitBreaker } from '../../lib/outside-call.ts';
import type { CsdFiles } from './csd.ts';
import { embeddedInvoicing } from './embedded.ts';
import { facturamaInvoicing } from './facturama.ts';
import { issuedInvoice } from './issued.ts';
import {
  type Cancellation,
  type InvoiceOrder,
  type InvoicingPort,
  InvoicingRefused,
  InvoicingUnavailable,
} from './port.ts';
import { swInvoicing } from './sw.ts';

/** Long enough for real answers on a busy machine, and for hanging ones to start. */
const PATIENT_MS = 60_000;
const HASTY_MS = 300;

interface StandIn {
  readonly portWithin: (deadlineMs: number) => InvoicingPort;
  /** Lines of the calls that change something. */
  readonly stamping: string;
  readonly cancelling: string;
  /** What an accepted cancellation is at first. */
  readonly firstCancellation: Cancellation;
  readonly rejection: 'rejected' | 'refused';
  readonly script: FaultScript['script'];
  readonly calls: (line: string) => number;
  readonly issued: () => readonly { readonly folio: string; readonly uuid: string }[];
  readonly answerCancellations: (status: 'canceled' | 'requested' | 'rejected') => void;
  readonly close: () => Promise<void>;
}

let testPki: TestPki;
beforeAll(async () => {
  testPki = await makeTestPki();
  await testPki.pki.lenderSealer();
});
afterAll(() => testPki.remove());

let lastFolio = 0;
const nextFolio = (): number => {
  lastFolio += 1;
  return lastFolio;
};
const anOrder = (more: Partial<InvoiceOrder> = {}): InvoiceOrder => ({
  id: crypto.randomUUID(),
  serie: 'INT',
  folio: String(nextFolio()),
  emittedAt: '2026-02-03T11:00:00',
  currency: 'MXN',
  exchangeRate: null,
  credits: null,
  substitutes: null,
  isPaid: false,
  issuer: demoLender,
  receiver: { rfc: 'P&Ñ150401AB9', name: 'PEÑA & ACUÑA', regime: '601', postalCode: '64010' },
  concepts: [
    {
      folio: 'A-1',
      description: 'Interés de enero 2026 de la factura A-1',
      subTotal: moneyOf('1160.10', 'MXN'),
      iva: moneyOf('185.62', 'MXN'),
      ivaRate: '16',
    },
    {
      folio: 'A-2',
      description: 'Interés de enero 2026 de la factura A-2',
      subTotal: moneyOf('0.07', 'MXN'),
      iva: moneyOf('0.01', 'MXN'),
      ivaRate: '8',
    },
  ],
  ...more,
});

const facturama = async (): Promise<StandIn> => {
  const server = await startFacturamaServer(testPki.pki);
  const { url, user, password } = server;
  return {
    ...server,
    portWithin: (deadlineMs) => facturamaInvoicing({ url, user, password, deadlineMs, circuit: circuitBreaker() }),
    stamping: 'POST /api-lite',
    cancelling: 'DELETE /api-lite',
    firstCancellation: 'cancelled',
    rejection: 'rejected',
  };
};

const sw = async (): Promise<StandIn> => {
  const server = await startSwServer(testPki.pki);
  const { url, user, password } = server;
  const csd = await csdFiles();
  return {
    ...server,
    portWithin: (deadlineMs) => swInvoicing({ url, user, password, csd, deadlineMs, circuit: circuitBreaker() }),
    stamping: 'POST /v4/cfdi33/stamp',
    cancelling: 'POST /cfdi33/cancel',
    firstCancellation: 'requested',
    rejection: 'refused',
  };
};

/** The demo lender's CSD as the tax authority issues it. */
async function csdFiles(): Promise<CsdFiles> {
  const { certificate, privateKey } = await testPki.pki.lenderSealer();
  const files = { certificate: join(testPki.dataDir, 'csd.cer'), key: join(testPki.dataDir, 'csd.key') };
  const passphrase = '12345678a';
  const der = privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase });
  await Promise.all([writeFile(files.certificate, certificate), writeFile(files.key, der)]);
  return { ...files, password: passphrase };
}

const failureOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof InvoicingUnavailable) return cause.isUnknown ? 'unknown' : 'not done';
    if (cause instanceof InvoicingRefused) return 'refused';
    throw cause;
  }
};

describe.each<[string, (() => Promise<StandIn>) | null]>([
  ['the demo’s provider', null],
  ['Facturama', facturama],
  ['SW Sapien', sw],
])('%s', (_, open) => {
  let standIn: StandIn | null;
  let port: InvoicingPort;
  beforeAll(async () => {
    standIn = (await open?.()) ?? null;
  });
  beforeEach(() => {
    port = standIn?.portWithin(PATIENT_MS) ?? embeddedInvoicing(testPki.dataDir);
  });
  afterAll(() => standIn?.close());

  const cancelling = (order: InvoiceOrder, uuid: string, substitute: string | null = null) =>
    port.cancel({ ...order, uuid, motive: substitute === null ? '02' : '01', substitute });

  it('issues a valid CFDI of the order, to the cent', async () => {
    const dollars = { currency: 'USD', exchangeRate: '17.2534' } as const;
    const concept = { folio: 'B-1', description: 'Interés', ivaRate: '16' };
    const [subTotal, iva] = [moneyOf('99999999999.99', 'USD'), moneyOf('15999999999.99', 'USD')];
    for (const order of [anOrder(), anOrder({ ...dollars, concepts: [{ ...concept, subTotal, iva }] })]) {
      const { uuid, xml } = await port.issue(order);
      const { material } = await loadTrust(testPki.dataDir, false);
      const verdict = verifyFile(xml, { trust: makeTrust(material), clientRfc: null, unknownAuthority: 'refuse' });
      expect(verdict).toMatchObject({
        ok: true,
        isStampPending: false,
        cfdi: {
          uuid,
          series: 'INT',
          folio: order.folio,
          total: order.currency === 'USD' ? '115999999999.98' : '1345.80',
          exchangeRate: order.exchangeRate,
          issuer: { rfc: demoLender.rfc, name: demoLender.name },
          receiver: { rfc: 'P&Ñ150401AB9', name: 'PEÑA & ACUÑA' },
        },
      });
    }
  });

  it('issues credit notes and substitutes that name the other CFDI', async () => {
    const { uuid } = await port.issue(anOrder());
    for (const [more, relation, type] of [
      [{ credits: uuid }, '01', 'E'],
      [{ substitutes: uuid }, '04', 'I'],
    ] as const) {
      const text = Buffer.from((await port.issue(anOrder(more))).xml).toString('utf8');
      expect(text).toContain(`TipoRelacion="${relation}"><cfdi:CfdiRelacionado UUID="${uuid}"`);
      expect(text).toContain(`TipoDeComprobante="${type}"`);
    }
  });

  it('returns the same invoice for a repeated order', async () => {
    const order = anOrder();
    const first = await port.issue(order);
    expect(await port.issue(order)).toEqual(first);
  });

  it('cancels, and again', async () => {
    const [order, replaced] = [anOrder(), anOrder()];
    const { uuid } = await port.issue(order);
    const accepted = standIn?.firstCancellation ?? 'cancelled';
    expect([await cancelling(order, uuid), await cancelling(order, uuid)]).toEqual([accepted, 'cancelled']);
    const { uuid: old } = await port.issue(replaced);
    const substitute = await port.issue(anOrder({ substitutes: old }));
    expect(await cancelling(replaced, old, substitute.uuid)).toBe(accepted);
  });
});

describe.each([
  ['Facturama', facturama],
  ['SW Sapien', sw],
] as const)('%s with faults', (_, open) => {
  let standIn: StandIn;
  let port: InvoicingPort;
  beforeAll(async () => {
    standIn = await open();
  });
  beforeEach(() => {
    port = standIn.portWithin(PATIENT_MS);
  });
  afterAll(() => standIn.close());

  const stampsOf = ({ serie, folio }: InvoiceOrder) =>
    standIn.issued().filter((one) => one.folio === `${serie}-${folio}`);
  const cancelling = (order: InvoiceOrder, uuid: string) =>
    port.cancel({ ...order, uuid, motive: '02', substitute: null });

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
      expect(await failureOf(cancelling(other, issued.uuid))).toBe(status === 'rejected' ? standIn.rejection : status);
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

it('SW Sapien’s token is renewed when it is withdrawn', async () => {
  const server = await startSwServer(testPki.pki);
  const port = swInvoicing({ ...server, csd: await csdFiles() });
  await port.issue(anOrder());
  server.forgetTokens();
  const order = anOrder();
  expect(await failureOf(port.issue(order))).toBe('not done');
  await port.issue(order);
  expect(server.calls('POST /v2')).toBe(2);
  await server.close();
});
