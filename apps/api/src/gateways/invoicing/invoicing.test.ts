/** Every provider behind the port. */
import { certificateOf } from '@anticipa/cfdi/certificate';
import { invoiceString } from '@anticipa/cfdi/original-string';
import { sealVerifies } from '@anticipa/cfdi/seal';
import { makeTrust } from '@anticipa/cfdi/trust';
import { demoLender, loadTrust } from '@anticipa/cfdi/trust-store';
import { verifyFile } from '@anticipa/cfdi/verify';
import { attributeOf, parseXml } from '@anticipa/cfdi/xml-tree';
import { dateOf } from '@anticipa/domain/calendar';
import { moneyOf } from '@anticipa/domain/money';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOrder, facturama, PATIENT_MS, STAMPED_AT, type StandIn, sw } from '../../../testing/invoicing-providers.ts';
import { embeddedInvoicing } from './embedded.ts';
import { type InvoiceOrder, type InvoicingPort, InvoicingRefused } from './port.ts';

let testPki: TestPki;
beforeAll(async () => {
  testPki = await makeTestPki();
  await testPki.pki.lenderSealer();
});
afterAll(() => testPki.remove());

describe.each<[string, ((pki: TestPki) => Promise<StandIn>) | null]>([
  ['the demo’s provider', null],
  ['Facturama', facturama],
  ['SW Sapien', sw],
])('%s', (_, open) => {
  let standIn: StandIn | null;
  let port: InvoicingPort;
  beforeAll(async () => {
    standIn = (await open?.(testPki)) ?? null;
  });
  beforeEach(() => {
    port = standIn?.portWithin(PATIENT_MS) ?? embeddedInvoicing({ dataDir: testPki.dataDir, now: () => STAMPED_AT });
  });
  afterAll(() => standIn?.close());

  const cancelling = (order: InvoiceOrder, uuid: string, substitute: string | null = null) =>
    port.cancel({ ...order, uuid, motive: substitute === null ? '02' : '01', substitute, isRecent: false });

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

  it('[LIB-11] states a use that the regime of the receiver may have', async () => {
    const person = { rfc: 'EARM850312QT8', name: 'MARIANA ESTRADA', postalCode: '91700' };
    for (const [regime, use] of [
      ['612', 'G03'],
      ['616', 'S01'],
    ] as const) {
      const { xml } = await port.issue(anOrder({ receiver: { ...person, regime } }));
      expect(Buffer.from(xml).toString('utf8')).toContain(`RegimenFiscalReceptor="${regime}" UsoCFDI="${use}"`);
    }
  });

  it('[LIB-01] refuses what a certified provider refuses, and names the concept', async () => {
    const [first, second] = anOrder().concepts;
    if (!(first && second)) throw new Error('an order has two concepts');
    const wrong = { ...second, iva: moneyOf('0.05', 'MXN') };
    const refused = async (more: Partial<InvoiceOrder>) => {
      const cause = await port.issue(anOrder(more)).catch((error: unknown) => error);
      return cause instanceof InvoicingRefused ? [cause.reason, cause.concepts] : cause;
    };
    expect(await refused({ concepts: [first, wrong] })).toEqual([expect.stringContaining('CFDI40180'), [1]]);
    expect(await refused({ emittedAt: '2026-01-31T11:00:59' })).toEqual([expect.stringContaining('401 - '), []]);
    expect(await refused({ emittedAt: '2026-02-03T11:01:01' })).toEqual([expect.stringContaining('404 - '), []]);
  });

  it('[LIB-91] issues exempt interest and its complement without a rate, and interest kept back from a deposit as paid', async () => {
    const exempt = [
      {
        folio: 'A-1',
        description: 'Interés',
        ivaRate: '0',
        subTotal: moneyOf('3480.00', 'MXN'),
        iva: moneyOf('0.00', 'MXN'),
      },
    ];
    const invoice = await port.issue(anOrder({ concepts: exempt }));
    const text = Buffer.from(invoice.xml).toString('utf8');
    expect(text).toContain(
      '<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="3480.00" Impuesto="002" TipoFactor="Exento"/>' +
        '</cfdi:Traslados></cfdi:Impuestos>',
    );
    expect(text).not.toMatch(/TasaOCuota|TotalImpuestosTrasladados/);
    const { id, serie, folio, emittedAt, issuer, receiver } = anOrder();
    const [whole, none] = [moneyOf('3480.00', 'MXN'), moneyOf('0.00', 'MXN')];
    const paidInvoice = { uuid: invoice.uuid, serie, folio: '7', instalment: 1, balanceBefore: whole };
    const { xml } = await port.issuePayment({
      ...{ id, serie, folio, emittedAt, issuer, receiver, currency: 'MXN', exchangeRate: null },
      paidOn: dateOf('2026-02-02'),
      payments: [{ form: '17', invoices: [{ ...paidInvoice, parts: [{ ivaRate: '0', subTotal: whole, iva: none }] }] }],
    });
    const paid = Buffer.from(xml).toString('utf8');
    for (const piece of [
      '<pago20:Totales TotalTrasladosBaseIVAExento="3480.00" MontoTotalPagos="3480.00"/>',
      '<pago20:TrasladoDR BaseDR="3480.00" ImpuestoDR="002" TipoFactorDR="Exento"/>',
      '<pago20:TrasladoP BaseP="3480.00" ImpuestoP="002" TipoFactorP="Exento"/>',
    ])
      expect(paid).toContain(piece);
    const kept = Buffer.from((await port.issue(anOrder({ isPaid: true }))).xml).toString('utf8');
    expect(kept).toMatch(/FormaPago="17".* MetodoPago="PUE"/);
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

  it.each<['MXN' | 'USD', '03' | '17', string | null, string[]]>([
    ['MXN', '17', null, ['1160.00', '185.60', '1345.60', '1']],
    ['USD', '03', '17.2534', ['20013.94', '3202.23', '23216.18', '17.2534']],
  ])(
    'issues a payment complement in %s of form %s with exact totals in pesos',
    async (currency, form, exchangeRate, inPesos) => {
      const invoice = await port.issue(anOrder());
      const { id, serie, folio, emittedAt, issuer, receiver } = anOrder();
      const { uuid } = invoice;
      const part = { ivaRate: '16', subTotal: moneyOf('1160.00', currency), iva: moneyOf('185.60', currency) };
      const balanceBefore = moneyOf('2000.00', currency);
      const paid = { uuid, serie, folio: '7', instalment: 2, balanceBefore, parts: [part] };
      const keys = { id, serie, folio, emittedAt, currency, exchangeRate, issuer, receiver };
      const order = { ...keys, paidOn: dateOf('2026-02-05'), payments: [{ form, invoices: [paid] }] };
      const { xml } = await port.issuePayment(order);
      expect((await port.issuePayment(order)).xml).toEqual(xml);
      const text = Buffer.from(xml).toString('utf8');
      const [base, iva, total, rate] = inPesos;
      for (const piece of [
        ' SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="P"',
        'UsoCFDI="CP01"',
        `<pago20:Totales TotalTrasladosBaseIVA16="${base}" TotalTrasladosImpuestoIVA16="${iva}" MontoTotalPagos="${total}"/>`,
        `<pago20:Pago FechaPago="2026-02-05T12:00:00" FormaDePagoP="${form}" MonedaP="${currency}" TipoCambioP="${rate}" Monto="1345.60">`,
        `<pago20:DoctoRelacionado IdDocumento="${uuid}" Serie="INT" Folio="7" MonedaDR="${currency}" EquivalenciaDR="1" ` +
          'NumParcialidad="2" ImpSaldoAnt="2000.00" ImpPagado="1345.60" ImpSaldoInsoluto="654.40" ObjetoImpDR="02">',
        '<pago20:TrasladoDR BaseDR="1160.00" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="185.60"/>',
        '<pago20:TrasladoP BaseP="1160.00" ImpuestoP="002" TipoFactorP="Tasa" TasaOCuotaP="0.160000" ImporteP="185.60"/>',
      ])
        expect(text).toContain(piece);
      const root = parseXml(text);
      const certificate = root.ok && certificateOf(attributeOf(root.root, 'Certificado') ?? '');
      if (!root.ok || !certificate) throw new Error('no certificate');
      const original = invoiceString('4.0', root.root) ?? '';
      expect(sealVerifies(original, attributeOf(root.root, 'Sello') ?? '', certificate.publicKey)).toBe(true);
    },
  );

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
