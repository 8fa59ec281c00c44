import { describe, expect, it, test } from 'vitest';
import { fieldsOf, namespaces, parseCfdi, sha256 } from './read.ts';

const UUID = '5803EB8D-81CD-4557-8719-26632D2FA434';
const SEAL = Buffer.from('a seal of an invoice').toString('base64');

interface Parts {
  readonly version?: '3.3' | '4.0';
  readonly prefix?: string;
  readonly comprobante?: Readonly<Record<string, string | null>>;
  readonly receiver?: string;
  readonly stamp?: string;
  readonly extra?: string;
}

const stamp = (uuid = UUID.toLowerCase()): string =>
  `<t:TimbreFiscalDigital xmlns:t="${namespaces.stamp}" Version="1.1" UUID="${uuid}" FechaTimbrado="2026-10-02T09:00:01"
    RfcProvCertif="PDA200115K27" SelloCFD="${SEAL}" NoCertificadoSAT="00001000000500000002" SelloSAT="x"/>`;

/** A stamped invoice with overridable parts; seals are not checked here. */
function invoice({
  version = '4.0',
  prefix = 'cfdi',
  comprobante = {},
  receiver,
  stamp: stamped,
  extra,
}: Parts = {}): string {
  const attributes = {
    Version: version,
    Serie: 'Ñ-1',
    Folio: '007',
    Fecha: '2026-10-02T08:30:00',
    Sello: SEAL,
    NoCertificado: '30001000000500000001',
    Certificado: 'AAAA',
    CondicionesDePago: 'Neto 30 días',
    SubTotal: '100.00',
    Moneda: 'USD',
    TipoCambio: '17.123456',
    Total: '116.00',
    TipoDeComprobante: 'I',
    MetodoPago: 'PPD',
    LugarExpedicion: '64000',
    ...comprobante,
  };
  const p = prefix === '' ? '' : `${prefix}:`;
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${value}"`],
  );
  const parties =
    receiver ??
    `<${p}Receptor Rfc="XEXX010101000" Nombre="ACME  &quot;LLC&quot;" ResidenciaFiscal="USA" NumRegIdTrib="74-1"/>`;
  return `<?xml version="1.0"?><${p}Comprobante xmlns${prefix === '' ? '' : `:${prefix}`}="${namespaces[version]}"${written.join('')}>
    <${p}Emisor Rfc=" P&amp;M110228HT4 " Nombre="PÉREZ &amp; MUÑOZ" RegimenFiscal="601"/>${parties}
    <${p}Impuestos><${p}Traslados><${p}Traslado Impuesto="002" TipoFactor="Tasa" Importe="16.00"/></${p}Traslados></${p}Impuestos>
    <${p}Complemento>${stamped ?? stamp()}</${p}Complemento>${extra ?? ''}
    <${p}Addenda><pedido ordenCompra="OC-7"/></${p}Addenda></${p}Comprobante>`;
}

function read(text: string | Uint8Array) {
  const parsed = parseCfdi(Buffer.from(text));
  return parsed.ok ? fieldsOf(parsed.document) : parsed;
}

const expected = {
  version: '4.0',
  type: 'I',
  relations: [],
  paymentForm: null,
  advance: null,
  uuid: UUID,
  series: 'Ñ-1',
  folio: '007',
  issuer: { rfc: 'P&M110228HT4', name: 'PÉREZ & MUÑOZ' },
  receiver: { rfc: 'XEXX010101000', name: 'ACME "LLC"', taxResidence: 'USA', taxId: '74-1' },
  currency: 'USD',
  exchangeRate: '17.123456',
  total: '116.00',
  totalCents: 11600n,
  ivaCents: 1600n,
  emittedAt: '2026-10-02T08:30:00',
  emittedOn: '2026-10-02',
  paymentMethod: 'PPD',
  paymentConditions: 'Neto 30 días',
  purchaseOrder: 'OC-7',
  purchaseOrderSource: 'addenda',
  stampedAt: '2026-10-02T09:00:01',
  certificateNumber: '30001000000500000001',
  stampCertificateNumber: '00001000000500000002',
  sealTail: SEAL.slice(-8),
  sealSha256: sha256(Buffer.from('a seal of an invoice')),
};

describe('reading the fields', () => {
  test.each(['cfdi', '', 'x', 'ns0', 'Ñ'])('[CAR-03] reads every field exactly with the prefix "%s"', (prefix) => {
    expect(read(invoice({ prefix }))).toEqual({ ok: true, fields: expected });
  });

  it('[CAR-03] reads 3.3 like 4.0', () => {
    expect(read(invoice({ version: '3.3' }))).toEqual({ ok: true, fields: { ...expected, version: '3.3' } });
  });

  test.each([
    ['with a byte-order mark', Buffer.from(`\uFEFF${invoice()}`)],
    ['in ISO-8859-1', Buffer.from(invoice().replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?'), 'latin1')],
    ['in UTF-16', Buffer.from(`\uFEFF${invoice()}`, 'utf16le')],
  ])('[CAR-03] reads the same fields %s', (_, bytes) => {
    expect(read(bytes)).toEqual({ ok: true, fields: expected });
  });

  it('reads absent optional fields as null', () => {
    const sparse = { Serie: null, Folio: null, TipoCambio: null, MetodoPago: null, CondicionesDePago: null };
    const found = read(invoice({ comprobante: sparse, receiver: '<cfdi:Receptor Rfc="ACN980506UWA"/>' }));
    expect(found).toMatchObject({
      ok: true,
      fields: {
        series: null,
        folio: null,
        exchangeRate: null,
        paymentMethod: null,
        paymentConditions: null,
        receiver: { rfc: 'ACN980506UWA', name: null, taxResidence: null, taxId: null },
      },
    });
  });

  test.each([
    ['116', 11600n],
    ['116.5', 11650n],
    ['116.50', 11650n],
    ['116.500000', 11650n],
    ['0.00', 0n],
    ['00116.00', 11600n],
    ['9999999999999999.99', 999_999_999_999_999_999n],
  ])('[CAR-03] keeps a total of %s as written and counts its cents', (total, totalCents) => {
    expect(read(invoice({ comprobante: { Total: total } }))).toMatchObject({ ok: true, fields: { total, totalCents } });
  });

  it('truncates further decimals of other currencies', () => {
    const found = read(invoice({ comprobante: { Moneda: 'KWD', Total: '10.129' } }));
    expect(found).toMatchObject({ ok: true, fields: { total: '10.129', totalCents: 1012n } });
  });

  it('hashes a seal regardless of line breaks in its base64', () => {
    const broken = `${SEAL.slice(0, 8)}\n${SEAL.slice(8)}`;
    expect(read(invoice({ comprobante: { Sello: broken } }))).toMatchObject({
      ok: true,
      fields: { sealSha256: expected.sealSha256 },
    });
  });
});

describe('location of the stamp', () => {
  const fake = stamp('00000000-0000-4000-8000-000000000000');

  it('[CAR-04] ignores a stamp in the addenda', () => {
    expect(read(invoice({ extra: `<cfdi:Addenda>${fake}</cfdi:Addenda>` }))).toMatchObject({ fields: { uuid: UUID } });
    const moved = invoice({ stamp: '', extra: `<cfdi:Addenda>${fake}</cfdi:Addenda>` });
    expect(read(moved)).toEqual({ ok: false, motive: 'NOT_STAMPED' });
  });

  test.each([
    ['of another namespace', stamp().replace(namespaces.stamp, `${namespaces.stamp}2`)],
    ['inside another complement', `<z xmlns="urn:z">${stamp()}</z>`],
    ['in a comment', `<!-- ${stamp()} -->`],
  ])('[CAR-04] does not count a stamp %s', (_, text) => {
    expect(read(invoice({ stamp: text }))).toEqual({ ok: false, motive: 'NOT_STAMPED' });
  });

  it('[CAR-04] finds a stamp in a second Complemento', () => {
    const second = `<cfdi:Complemento>${stamp()}</cfdi:Complemento>`;
    expect(read(invoice({ stamp: '', extra: second }))).toMatchObject({ fields: { uuid: UUID } });
  });

  it.each([
    ['one Complemento', { stamp: fake + stamp() }],
    ['two Complementos', { stamp: stamp(), extra: `<cfdi:Complemento>${fake}</cfdi:Complemento>` }],
  ])('refuses two stamps in %s', (_, parts) => {
    expect(read(invoice(parts))).toEqual({ ok: false, motive: 'CFDI_FIELDS_INVALID' });
  });
});

describe('refusing anything but an income invoice', () => {
  const elsewhere = (from: string, to: string) => invoice().replace(from, to);
  const receptor = '<cfdi:Receptor Rfc="ACN980506UWA"/>';
  const refused: readonly (readonly [string, string, string])[] = [
    ['another document', '<factura/>', 'NOT_CFDI'],
    ['a Comprobante of no namespace', '<Comprobante Version="4.0"/>', 'NOT_CFDI'],
    ['a Comprobante of a foreign namespace', elsewhere(namespaces['4.0'], 'http://example.test/cfd/4'), 'NOT_CFDI'],
    ['a CFDI inside another element', `<a>${invoice().replace('<?xml version="1.0"?>', '')}</a>`, 'NOT_CFDI'],
    [
      'version 3.2',
      elsewhere(namespaces['4.0'], namespaces['3.3']).replace('Version="4.0"', 'version="3.2"'),
      'CFDI_VERSION_UNSUPPORTED',
    ],
    [
      'a version that does not match its namespace',
      elsewhere('Version="4.0"', 'Version="3.3"'),
      'CFDI_VERSION_UNSUPPORTED',
    ],
    ['a future version', elsewhere(namespaces['4.0'], 'http://www.sat.gob.mx/cfd/5'), 'CFDI_VERSION_UNSUPPORTED'],
    ...['E', 'P', 'N', 'T', 'i', ''].map(
      (type) => [`type "${type}"`, invoice({ comprobante: { TipoDeComprobante: type } }), 'NOT_INCOME'] as const,
    ),
    ['no issuer', invoice().replace(/<cfdi:Emisor[^>]*>/, ''), 'CFDI_FIELDS_INVALID'],
    ['two receivers', invoice({ receiver: receptor + receptor }), 'CFDI_FIELDS_INVALID'],
    ['a receiver without a tax id', invoice({ receiver: '<cfdi:Receptor Nombre="X"/>' }), 'CFDI_FIELDS_INVALID'],
    ['a malformed tax id', invoice({ receiver: '<cfdi:Receptor Rfc="ACN98"/>' }), 'CFDI_FIELDS_INVALID'],
    ['another document of the namespace', invoice().replaceAll('cfdi:Comprobante', 'cfdi:Retenciones'), 'NOT_CFDI'],
    ['a malformed UUID', invoice({ stamp: stamp('not-a-uuid') }), 'CFDI_FIELDS_INVALID'],
    ['a UUID after something else', invoice({ stamp: stamp(`a${UUID}`) }), 'CFDI_FIELDS_INVALID'],
    ['a UUID before something else', invoice({ stamp: stamp(`${UUID}0`) }), 'CFDI_FIELDS_INVALID'],
    ['a malformed tax id of the issuer', elsewhere(' P&amp;M110228HT4 ', 'P&amp;M11'), 'CFDI_FIELDS_INVALID'],
    [
      'a peso with a fraction of a cent',
      invoice({ comprobante: { Moneda: 'MXN', Total: '116.001' } }),
      'CFDI_FIELDS_INVALID',
    ],
    [
      'a euro with a fraction of a cent',
      invoice({ comprobante: { Moneda: 'EUR', Total: '116.001' } }),
      'CFDI_FIELDS_INVALID',
    ],
    ['a stamp without its date', invoice({ stamp: stamp().replace('FechaTimbrado', 'x') }), 'CFDI_FIELDS_INVALID'],
  ];
  test.each(refused)('[CAR-04] refuses %s', (_, text, motive) => {
    expect(read(text)).toMatchObject({ ok: false, motive });
  });

  const wrong: readonly (readonly [string, string | null])[] = [
    ['Fecha', '2026-02-30T08:30:00'],
    ['Fecha', '2026-10-02'],
    ['Fecha', '2026-10-02T24:00:00'],
    ['Fecha', '2026-10-02T08:30:00Z'],
    ['Fecha', '2026-10-02T08:30:00-06:00'],
    ['Fecha', null],
    ['Total', null],
    ['Total', ''],
    ['Total', '-1.00'],
    ['Total', '1,160.00'],
    ['Total', '1e3'],
    ['Total', '116.001'],
    ['Total', '116.'],
    ['Total', '.50'],
    ['Total', '116.0000000'],
    ['Total', '10000000000000000.00'],
    ['Total', '١١٦'],
    ['Moneda', null],
    ['Moneda', 'usd'],
    ['Moneda', 'PESOS'],
    ['TipoCambio', 'diecisiete'],
    ['TipoCambio', '-17'],
    ['MetodoPago', 'PIP'],
  ];
  test.each(wrong)('[CAR-04] refuses %s = %s', (name, value) => {
    expect(read(invoice({ comprobante: { [name]: value } }))).toEqual({ ok: false, motive: 'CFDI_FIELDS_INVALID' });
  });

  it('reads a total with zeros before it', () => {
    const found = read(invoice({ comprobante: { Total: '000000000000000116.5' } }));
    expect(found.ok && found.fields.totalCents).toBe(11_650n);
  });

  it('names a file by the SHA-256 of its bytes', () => {
    expect(sha256(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('returns the readable fields of a refused file', () => {
    const parsed = parseCfdi(Buffer.from(invoice({ comprobante: { Total: 'x', TipoDeComprobante: 'E' }, stamp: '' })));
    expect(parsed.ok && parsed.document.seen).toEqual({
      version: '4.0',
      uuid: null,
      type: 'E',
      series: 'Ñ-1',
      folio: '007',
      issuerRfc: 'P&M110228HT4',
      issuerName: 'PÉREZ & MUÑOZ',
      receiverRfc: 'XEXX010101000',
      receiverName: 'ACME "LLC"',
      currency: 'USD',
      exchangeRate: '17.123456',
      total: 'x',
      emittedOn: '2026-10-02',
      paymentMethod: 'PPD',
    });
  });
});
