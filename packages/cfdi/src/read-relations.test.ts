import { describe, expect, it } from 'vitest';
import { fieldsOf, namespaces, parseCfdi } from './read.ts';

const UUID = '5803EB8D-81CD-4557-8719-26632D2FA434';
const OTHER = '00000000-0000-4000-8000-00000000000A';

const related = (kind: string, ...uuids: string[]): string =>
  `<CfdiRelacionados TipoRelacion="${kind}">${uuids.map((uuid) => `<CfdiRelacionado UUID="${uuid}"/>`).join('')}</CfdiRelacionados>`;

/** A stamped CFDI, whose seals are not checked here. */
function read(parts: string, type = 'I') {
  const parsed = parseCfdi(
    Buffer.from(`<Comprobante xmlns="${namespaces['4.0']}" Version="4.0" Fecha="2026-10-02T08:30:00" Sello="c2VhbA==" Moneda="MXN"
      SubTotal="100.00" Total="100.00" TipoDeComprobante="${type}" FormaPago="30" LugarExpedicion="64000">${parts}
      <Emisor Rfc="MNO150401AB9" Nombre="N"/><Receptor Rfc="CNA010101AAA" Nombre="C"/>
      <Complemento><t:TimbreFiscalDigital xmlns:t="${namespaces.stamp}" Version="1.1" UUID="${UUID}"
        FechaTimbrado="2026-10-02T09:00:01"/></Complemento></Comprobante>`),
  );
  return parsed.ok ? fieldsOf(parsed.document) : parsed;
}

describe('[CAR-09] what a CFDI states of others', () => {
  it.each(['I', 'E'])('is read of type %s', (type) => {
    const found = read(related('04', OTHER.toLowerCase(), UUID) + related('07', OTHER), type);
    expect(found.ok && found.fields).toMatchObject({
      type,
      paymentForm: '30',
      relations: [
        { kind: '04', uuids: [OTHER, UUID] },
        { kind: '07', uuids: [OTHER] },
      ],
    });
  });

  it.each([
    ['without a kind', related('', OTHER), 'I', 'CFDI_FIELDS_INVALID'],
    ['to something that is no UUID', related('04', 'x'), 'I', 'CFDI_FIELDS_INVALID'],
    ['of a credit note without one', '', 'E', 'NOT_INCOME'],
    ['of a credit note to nothing', related('01'), 'E', 'NOT_INCOME'],
    ['of a payment', related('04', OTHER), 'P', 'NOT_INCOME'],
  ])('is refused %s', (_, parts, type, motive) => {
    expect(read(parts, type)).toEqual({ ok: false, motive });
  });

  it.each([
    ['received', ['Anticipo del bien o servicio'], '84111506'],
    ['remainder', ['Cajas CFDI por remanente de un anticipo', 'Flete. CFDI por remanente de un anticipo'], '24112500'],
    [null, ['Cajas CFDI por remanente de un anticipo', 'Flete'], '24112500'],
    [null, ['Anticipo del bien o servicio'], '24112500'],
    [null, [], '84111506'],
  ])('is an advance payment that is %s, from the concepts %j', (advance, texts, product) => {
    const concepts = texts.map((text) => `<Concepto ClaveProdServ="${product}" Descripcion="${text}"/>`);
    const found = read(`<Conceptos>${concepts.join('')}</Conceptos>`);
    expect(found.ok && found.fields.advance).toBe(advance);
  });
});
