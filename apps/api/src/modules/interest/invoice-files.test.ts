import { statusPage } from '@anticipa/cfdi/qr';
import { parseCfdi } from '@anticipa/cfdi/read';
import { makeTrust } from '@anticipa/cfdi/trust';
import { demoLender, loadTrust } from '@anticipa/cfdi/trust-store';
import { verifyFile } from '@anticipa/cfdi/verify';
import { attributeOf, childrenOf } from '@anticipa/cfdi/xml-tree';
import { downloadBookPackage, downloadClientPackage, downloadOwnPackage } from '@anticipa/contract/accountant';
import type { InterestInvoice } from '@anticipa/contract/interest';
import type { Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { moneyOf } from '@anticipa/domain/money';
import { strFromU8, unzipSync } from 'fflate';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { aSellerOfJanuary, overnight, publishTodaysRate, SOLD_AT } from '../../../testing/interest.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { readQr } from '../../../testing/qr.ts';
import { aPayment, collectAsTwo } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';
import { embeddedInvoicing } from '../../gateways/invoicing/embedded.ts';

let portal: Portal;
let seller: Awaited<ReturnType<typeof aSellerOfJanuary>>;
let session: Session;
let cut: readonly InterestInvoice[];

beforeAll(async () => {
  portal = await startPortal({ now: SOLD_AT });
  await portal.pki.lenderSealer();
  seller = await aSellerOfJanuary(portal, { rfc: 'P&Ñ150401AB9', entityName: 'Peña & Acuña' });
  portal.clock.set(new Date('2026-02-03T17:00:00Z'));
  await publishTodaysRate(portal);
  session = await portal.signIn(seller.user.email);
  const operator = await portal.signIn((await anOperator(portal)).email);
  const body = { clientId: seller.client.clientId, month: '2026-01' };
  cut = (await operator.call(routes.cutMonth, { body })).data;
});
afterAll(() => portal.close());

const fileOf = async ({ id }: InterestInvoice, fileType: 'pdf' | 'xml') => {
  const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType, id } });
  return { ...file, bytes: Buffer.from(file.Content, 'base64') };
};
const inPesos = (invoices: readonly InterestInvoice[]): InterestInvoice => {
  const found = invoices.find(({ currency }) => currency === 'MXN');
  if (!found) throw new Error('nothing was invoiced in pesos');
  return found;
};

describe('[HFI-02] the files of an invoice', () => {
  it('the XML is a valid CFDI 4.0 from lender to client, with stable bytes', async () => {
    const { material } = await loadTrust(portal.dataDir, false);
    expect(cut).toHaveLength(2);
    for (const invoice of cut) {
      const { bytes, ContentType, FileName } = await fileOf(invoice, 'xml');
      expect([ContentType, FileName]).toEqual(['application/xml', `${invoice.folio}.xml`]);
      const verdict = verifyFile(bytes, { trust: makeTrust(material), clientRfc: null, unknownAuthority: 'refuse' });
      expect(verdict).toMatchObject({
        ok: true,
        isStampPending: false,
        checks: { seal: 'ok', selloCfd: 'ok', stamp: 'ok', certificate: 'ok' },
        cfdi: {
          version: '4.0',
          uuid: invoice.uuid,
          currency: invoice.currency,
          exchangeRate: invoice.currency === 'USD' ? '17.25' : null,
          total: invoice.amount,
          issuer: { rfc: demoLender.rfc },
          receiver: { rfc: seller.client.rfc, name: 'PEÑA & ACUÑA' },
        },
      });
      expect((await fileOf(invoice, 'xml')).bytes.equals(bytes)).toBe(true);
    }
  });

  it('the XML has a concept per financed invoice that add up to the total', async () => {
    const invoice = inPesos(cut);
    const parsed = parseCfdi((await fileOf(invoice, 'xml')).bytes);
    if (!parsed.ok) throw new Error(parsed.motive);
    const { root } = parsed.document;
    const concepts = childrenOf(root, root.uri, 'Conceptos').flatMap((all) => childrenOf(all, root.uri, 'Concepto'));
    expect(
      concepts.map((one) => ['NoIdentificacion', 'Importe', 'Descripcion'].map((name) => attributeOf(one, name))),
    ).toEqual([
      ['A-1', '1160.00', 'Interés de enero 2026 de la factura A-1'],
      ['A-2', '1160.00', 'Interés de enero 2026 de la factura A-2'],
    ]);
    const of = (element: typeof root | undefined, names: readonly string[]) =>
      names.map((name) => element && attributeOf(element, name));
    expect(of(root, ['SubTotal', 'Total', 'TipoDeComprobante'])).toEqual(['2320.00', '2691.20', 'I']);
    // Codes of the tax authority: form to be defined, in instalments, no export; general expenses; financial services, taxed.
    expect(of(root, ['FormaPago', 'MetodoPago', 'Exportacion'])).toEqual(['99', 'PPD', '01']);
    expect(of(childrenOf(root, root.uri, 'Receptor')[0], ['UsoCFDI'])).toEqual(['G03']);
    expect(of(concepts[0], ['ClaveProdServ', 'ClaveUnidad', 'ObjetoImp'])).toEqual(['84121500', 'E48', '02']);
  });

  it('the XML totals each IVA rate over its own concepts', async () => {
    const concept = (ivaRate: string, subTotal: string, iva: string) => {
      const [base, tax] = [moneyOf(subTotal, 'MXN'), moneyOf(iva, 'MXN')];
      return { folio: 'A-1', description: 'Interés', ivaRate, subTotal: base, iva: tax };
    };
    const issued = await embeddedInvoicing({
      dataDir: portal.dataDir,
      now: () => new Date('2026-02-03T17:00:00Z'),
    }).issue({
      id: 'two rates',
      serie: 'INT',
      folio: '1000',
      emittedAt: '2026-02-03T11:00:00',
      currency: 'MXN',
      exchangeRate: null,
      credits: null,
      substitutes: null,
      isPaid: false,
      issuer: demoLender,
      receiver: { rfc: seller.client.rfc, name: 'PEÑA & ACUÑA', regime: '601', postalCode: '64000' },
      concepts: [concept('16', '1000.00', '160.00'), concept('8', '500.00', '40.00'), concept('16', '250.00', '40.00')],
    });
    const parsed = parseCfdi(issued.xml);
    if (!parsed.ok) throw new Error(parsed.motive);
    const { root } = parsed.document;
    const transfers = ['Impuestos', 'Traslados', 'Traslado'].reduce(
      (parents, name) => parents.flatMap((parent) => childrenOf(parent, root.uri, name)),
      [root],
    );
    expect(transfers.map((one) => ['TasaOCuota', 'Base', 'Importe'].map((name) => attributeOf(one, name)))).toEqual([
      ['0.160000', '1250.00', '200.00'],
      ['0.080000', '500.00', '40.00'],
    ]);
    expect(['SubTotal', 'Total'].map((name) => attributeOf(root, name))).toEqual(['1750.00', '1990.00']);
  });

  it('the PDF is its printed form: parties, lines, amounts, seals and a readable QR code', async () => {
    const invoice = inPesos(cut);
    const xml = parseCfdi((await fileOf(invoice, 'xml')).bytes);
    if (!xml.ok) throw new Error(xml.motive);
    const seal = attributeOf(xml.document.root, 'Sello') ?? '';
    const { bytes, ContentType, FileName } = await fileOf(invoice, 'pdf');
    expect([ContentType, FileName]).toEqual(['application/pdf', `${invoice.folio}.pdf`]);
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    for (const part of [
      invoice.folio,
      invoice.uuid,
      'PEÑA & ACUÑA',
      seller.client.rfc,
      demoLender.rfc,
      'MXN 1,160.00',
      'MXN 185.60',
      'MXN 371.20',
      'MXN 2,691.20',
      ...['Dos mil seiscientos noventa y un pesos 20/100 M.N.', 'G03 Gastos en general', '84121500 Instit'],
      '31/01/2026 23:59:59',
    ]) {
      expect(text).toContain(part);
    }
    expect(text.replace(/\s/g, '')).toContain(seal);
    expect(text).toMatch(/Subtotal\s+MXN 2,320\.00/);
    const { root, stamp } = xml.document;
    const numbers = [attributeOf(root, 'NoCertificado'), stamp && attributeOf(stamp, 'NoCertificadoSAT')];
    expect(text).toMatch(new RegExp(`Certificado del emisor\\s+${numbers[0]}\\s+Certificado del SAT\\s+${numbers[1]}`));
    expect(readQr(bytes)).toBe(
      statusPage({
        uuid: invoice.uuid,
        issuer: { rfc: demoLender.rfc },
        receiver: { rfc: seller.client.rfc },
        total: invoice.amount,
        sealTail: seal.slice(-8),
      }),
    );
  });

  it('other clients do not find the files of an invoice', async () => {
    const { id } = inPesos(cut);
    const stranger = await aUser(portal, { client: await aClient(portal) });
    const other = await portal.signIn(stranger.email);
    for (const fileType of ['xml', 'pdf'] as const) {
      expect(await other.refusal(routes.interestInvoiceFile, { params: { fileType, id } })).toMatchObject({
        status: 404,
      });
    }
  });
});

describe('[LIB-51] a month in one archive', () => {
  const packed = async (who: Session, route: Route, params: Record<string, string> = {}) => {
    const { bytes, headers, status } = await who.send(route, { params: { month: '2026-01', ...params } });
    expect(status).toBe(200);
    return { name: headers['content-disposition'], files: unzipSync(bytes) };
  };
  const textOf = (bytes: Uint8Array | undefined): string => strFromU8(bytes ?? new Uint8Array());
  const sheetOf = (bytes: Uint8Array | undefined): string =>
    textOf(unzipSync(bytes ?? new Uint8Array())['xl/worksheets/sheet1.xml']);
  const days = '2026-01-01-a-2026-01-31';
  let operator: Session;
  beforeAll(async () => {
    operator = await portal.signIn((await anOperator(portal)).email);
  });

  it('the archive of the lender has its books, and each CFDI as XML and PDF; what the archive lacks is named', async () => {
    const { name, files } = await packed(operator, downloadBookPackage);
    expect(name).toContain('paquete-2026-01.zip');
    const folder = `cfdi/${seller.client.rfc}`;
    expect(Object.keys(files).toSorted()).toEqual([
      `balanza-${days}.xlsx`,
      ...cut.flatMap(({ folio }) => [`${folder}/${folio}.pdf`, `${folder}/${folio}.xml`]).toSorted(),
      `diario-${days}.xlsx`,
      'faltan.txt',
    ]);
    expect(textOf(files['faltan.txt'])).toContain('Cartera por cobrar no tiene número en su catálogo');
    const first = inPesos(cut);
    expect(Buffer.from(files[`${folder}/${first.folio}.xml`] ?? []).equals((await fileOf(first, 'xml')).bytes)).toBe(
      true,
    );
    const lose = (sha256: Buffer) =>
      portal.db.owner.query('update interest_invoices set sha256 = $1 where invoice_id = $2', [sha256, first.id]);
    const { rows } = await portal.db.owner.query<{ sha256: Buffer }>(
      'select sha256 from interest_invoices where invoice_id = $1',
      [first.id],
    );
    await lose(Buffer.alloc(32));
    const without = await packed(operator, downloadBookPackage);
    await lose(rows[0]?.sha256 ?? Buffer.alloc(32));
    expect(textOf(without.files['faltan.txt'])).toContain(`${folder}/${first.folio}`);
  });

  it('[LIB-52] [EFE-05] the archive of a client has statement, tables, entries, CFDI and an index, the same at the desk and in its portal', async () => {
    const { clientId, rfc } = seller.client;
    await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'estimate-month');
    const own = await packed(session, downloadOwnPackage);
    const desk = await packed(operator, downloadClientPackage, { clientId });
    expect(Object.keys(own.files)).toEqual(Object.keys(desk.files));
    expect(own.name).toContain(encodeURIComponent(`paquete-${rfc}-2026-01.zip`));
    expect(Object.keys(own.files).toSorted()).toEqual(
      [
        ...cut.flatMap(({ folio }) => [`cfdi/${folio}.pdf`, `cfdi/${folio}.xml`]).toSorted(),
        `cfdi-${days}.xlsx`,
        `complementos-de-pago-${days}.xlsx`,
        `costos-${days}.xlsx`,
        `depositos-y-devoluciones-${days}.xlsx`,
        `detalle-de-intereses-${days}.xlsx`,
        `mis-ventas-${days}.xlsx`,
        `estado-de-cuenta-${days}.pdf`,
        `estado-de-cuenta-${days}.xlsx`,
        `poliza-${days}.xlsx`,
        'indice.txt',
      ].toSorted(),
    );
    const complements = sheetOf(own.files[`complementos-de-pago-${days}.xlsx`]);
    for (const heading of ['BaseDR', 'ImporteDR']) expect(complements).toContain(heading);
    const entries = sheetOf(own.files[`poliza-${days}.xlsx`]);
    for (const part of ['Compra de la factura', 'CFDI de interés', inPesos(cut).uuid]) expect(entries).toContain(part);
    const index = textOf(own.files['indice.txt']).split('\r\n');
    expect(index[0]).toContain(`Paquete de enero 2026 de ${rfc}`);
    for (const path of Object.keys(own.files).filter((name) => name !== 'indice.txt'))
      expect(index.filter((line) => line.startsWith(`${path}: `))).toHaveLength(1);
    const { rows: sold } = await portal.db.owner.query<{ key: string }>(
      'select tracking_key as key from sales where client_id = $1 and tracking_key is not null',
      [clientId],
    );
    for (const { key } of sold) expect(sheetOf(own.files[`depositos-y-devoluciones-${days}.xlsx`])).toContain(key);
    expect(sold).not.toEqual([]);
    const { rows } = await portal.db.owner.query(`select from ledger_entries where event = 'estimate'`);
    expect(rows).not.toEqual([]);
    expect(entries).not.toContain('Estimación');
    const stranger = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
    const foreign = await packed(stranger, downloadOwnPackage);
    expect(Object.keys(foreign.files)).toEqual([`estado-de-cuenta-${days}.pdf`, 'indice.txt']);
    const later = { params: { month: '2026-03' } };
    expect((await session.send(downloadOwnPackage, later)).code).toBe('INVALID_REQUEST');
  });
});

describe('[HFI-03] interest invoiced before a rebate gave it back', () => {
  let operator: Session;
  let documentId: string;

  // Paid in February with a value date ten days after the sale: 773.33 of the 1,160.00 invoiced in January were earned.
  beforeAll(async () => {
    operator = await portal.signIn((await anOperator(portal)).email);
    await portal.db.owner.query(`update sale_items set early_rebate = true`);
    const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
    documentId = data.find(({ currency }) => currency === 'MXN')?.documentId ?? '';
    const payment = aPayment({ documentIds: [documentId] }, { valueDate: '2026-01-26' });
    expect((await collectAsTwo(portal, operator, payment)).invoices).toMatchObject([{ finalDeposit: '14182.94' }]);
  });

  const cutAgain = async () => {
    const body = { clientId: seller.client.clientId, month: '2026-01' };
    return (await operator.call(routes.cutMonth, { body })).data.filter(({ invoiceType }) => !invoiceType);
  };

  it('is credited once by an Egreso that is related to its invoice', async () => {
    const answers = await Promise.all([cutAgain(), cutAgain(), cutAgain()]);
    expect(new Set(answers.map((notes) => JSON.stringify(notes))).size).toBe(1);
    const [note, ...others] = await cutAgain();
    if (!note) throw new Error('nothing was credited');
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      subTotal: '386.67',
      iva: '61.87',
      amount: '448.54',
      periodo: '2026-01',
      active: true,
    });
    const { bytes } = await fileOf(note, 'xml');
    const { material } = await loadTrust(portal.dataDir, false);
    const trust = makeTrust(material);
    const verdict = verifyFile(bytes, { trust, clientRfc: null, unknownAuthority: 'refuse' });
    expect(verdict).toMatchObject({ ok: true, cfdi: { type: 'E' } });
    const parsed = parseCfdi(bytes);
    if (!parsed.ok) throw new Error(parsed.motive);
    const { root } = parsed.document;
    const names = ['TipoDeComprobante', 'MetodoPago', 'FormaPago', 'SubTotal', 'Total'];
    expect(names.map((name) => attributeOf(root, name))).toEqual(['E', 'PUE', '03', '386.67', '448.54']);
    const [related] = childrenOf(root, root.uri, 'CfdiRelacionados');
    expect(related && attributeOf(related, 'TipoRelacion')).toBe('01');
    const uuids = related
      ? childrenOf(related, root.uri, 'CfdiRelacionado').map((one) => attributeOf(one, 'UUID'))
      : [];
    expect(uuids).toEqual([inPesos(cut).uuid]);
    const { text } = await extractText(new Uint8Array((await fileOf(note, 'pdf')).bytes), { mergePages: true });
    for (const part of ['Nota de crédito de intereses', inPesos(cut).uuid, 'MXN 448.54']) expect(text).toContain(part);
  });

  it('is on the statement, and the books owe nothing', async () => {
    const query = { startDate: '2026-01-01', endDate: '2026-02-28' };
    const { currencies } = (await session.call(routes.getStatement, { query })).data;
    const pesos = currencies.find(({ currency }) => currency === 'MXN');
    expect(pesos?.interestInvoices.at(-1)).toMatchObject({
      concept: 'Nota de crédito, interés de enero 2026',
      total: '-448.54',
    });
    const { movements = [] } = pesos?.accounts.find(({ account }) => account === 'yours') ?? {};
    const own = movements.filter((row) => row.documentId === documentId);
    // Listed by day of booking: in January, which is open until the third, the payment precedes the invoice.
    expect(own.map(({ concept, charge, credit }) => [concept, charge, credit].join(' '))).toEqual([
      'Bonificación de interés por pago anticipado 0.00 2706.67',
      'Saldo a tu favor devuelto 2521.07 0.00',
      'IVA del interés bonificado 61.87 0.00',
      'Interés e IVA, CFDI INT-1 1345.60 0.00',
      'Interés descontado al depositar 0.00 1160.00',
      'IVA bonificado, nota de crédito INT-3 0.00 61.87',
    ]);
    const body = { startDate: '2026-01-01', endDate: '2026-03-31' };
    const { credits } = (await session.call(routes.listInterest, { body })).data;
    const earned = credits.filter((row) => row.documentId === documentId);
    expect(earned.map(({ periodo, interest, iva }) => [periodo, interest, iva])).toEqual([
      ['2026-01', '773.33', '123.73'],
    ]);
    const { rows } = await portal.db.owner.query(
      `select account, sum(credit - debit)::text as balance from ledger_lines where document_id = $1
         and account not in ('BANCOS', 'ESTIMACION', 'GASTO_ESTIMACION')
       group by account having sum(credit - debit) <> 0 order by account`,
      [documentId],
    );
    expect(rows).toEqual([
      { account: 'INGRESO_INTERES', balance: '773.33' },
      { account: 'IVA_COBRADO', balance: '123.73' },
      { account: 'POR_DEPOSITAR', balance: '14182.94' },
    ]);
  });

  it('[MOV-06] leaves its invoice paid once what the note left of it is', async () => {
    const invoice = async () => {
      const query = { startDate: '2026-01-01', endDate: '2026-02-28' };
      const { currencies } = (await session.call(routes.getStatement, { query })).data;
      const pesos = currencies.find(({ currency }) => currency === 'MXN');
      return pesos?.interestInvoices.find(({ folio }) => folio === 'INT-1');
    };
    const complement = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'complement-payments');
    expect(await complement()).toEqual([]);
    expect(await invoice()).toMatchObject({ total: '2691.20', paidOn: null });
    const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
    const other = data.find(({ currency }) => currency === 'MXN')?.documentId;
    await collectAsTwo(portal, operator, aPayment({ documentIds: [other] }, { valueDate: '2026-02-03' }));
    await overnight(portal);
    session = await portal.signIn(seller.user.email);
    expect(await complement()).toEqual([]);
    expect((await invoice())?.paidOn).toBe('2026-02-03');
  });
});
