import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { base64Bytes, certificateOf, parseCertificate } from '@anticipa/cfdi/certificate';
import { sealText, sealVerifies } from '@anticipa/cfdi/seal';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bitString,
  boolean,
  der,
  integer,
  nothing,
  octetString,
  oid,
  sequence,
  set,
  tagged,
  time,
  utf8String,
} from './der-writer.ts';

const KEY_ID = '0011223344556677889900112233445566778899';
let keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
beforeAll(() => {
  keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
});

const part = (type: string, value: Buffer) => set(sequence(oid(type), value));
const extension = (type: string, content: Buffer) => sequence(oid(type), octetString(content));
const usageOf = (bits: number) => extension('2.5.29.15', bitString(Buffer.from([bits])));

interface Parts {
  readonly number?: string;
  readonly subject?: readonly Buffer[];
  readonly extensions?: readonly Buffer[];
  readonly publicKey?: KeyObject;
}
const commonName = part('2.5.4.3', utf8String(' Comercial Ñandú '));
const taxId = part('2.5.4.45', utf8String(' cna010101aaa / PERJ800101XX1'));
const branch = part('2.5.4.11', utf8String('Matriz'));

/** A certificate that seals invoices, but for the given parts. */
const make = (parts: Parts = {}): Buffer => {
  const { number = '30001000000500003416', subject = [commonName, taxId, branch], publicKey = keys.publicKey } = parts;
  const { extensions = [usageOf(0xc0)] } = parts;
  const algorithm = sequence(oid('1.2.840.113549.1.1.11'), nothing());
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.from(number, 'latin1')),
    algorithm,
    sequence(part('2.5.4.3', utf8String('AC'))),
    sequence(time(new Date('2021-01-01T00:00:00Z')), time(new Date('2055-12-31T23:59:59Z'))),
    sequence(...subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [tagged(3, sequence(...extensions))] : []),
  );
  return sequence(body, algorithm, bitString(sign('RSA-SHA256', body, keys.privateKey)));
};

describe('a certificate', () => {
  it('is read with its number, holder and time', () => {
    expect(parseCertificate(make())).toMatchObject({
      number: '30001000000500003416',
      rfc: 'CNA010101AAA',
      holder: 'Comercial Ñandú',
      isSealing: true,
      isAuthority: false,
      validFrom: Date.parse('2021-01-01T00:00:00Z'),
      validTo: Date.parse('2055-12-31T23:59:59Z'),
      issuerKeyId: '',
      subjectKeyId: '',
    });
  });

  it('is read without the zero that keeps its number positive, and with empty texts for what it lacks', () => {
    const bare = parseCertificate(make({ number: '\xff0001', subject: [], extensions: [] }));
    expect(bare).toMatchObject({ number: '\xff0001', rfc: '', holder: '', isSealing: false, isAuthority: false });
  });

  it('is known by the SHA-256 of its bytes', () => {
    const bytes = make();
    expect(parseCertificate(bytes)?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('names the keys of its holder and of its issuer', () => {
    const id = Buffer.from(KEY_ID, 'hex');
    const extensions = [
      extension('2.5.29.14', octetString(id)),
      extension('2.5.29.35', sequence(der(0x80, id.toReversed()))),
    ];
    expect(parseCertificate(make({ extensions }))).toMatchObject({
      subjectKeyId: KEY_ID,
      issuerKeyId: Buffer.from(id.toReversed()).toString('hex'),
    });
  });

  it.each([
    ['signatures', [usageOf(0xc0)], true],
    ['no use in particular', [], true],
    ['encipherment of keys', [usageOf(0xe0)], false],
    ['encipherment of data', [usageOf(0xd0)], false],
    ['key agreement', [usageOf(0xc8)], false],
    ['signing certificates', [usageOf(0xc4)], false],
    ['e-mail', [usageOf(0xc0), extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.4')))], false],
    ['an authority', [usageOf(0xc0), extension('2.5.29.19', sequence(boolean(true)))], false],
  ])('[CAR-04] a certificate for %s may seal: %s', (_use, extensions, isSealing) => {
    expect(parseCertificate(make({ extensions }))?.isSealing).toBe(isSealing);
  });

  it('[CAR-04] a certificate without a branch is an e.firma and may not seal', () => {
    expect(parseCertificate(make({ subject: [commonName, taxId] }))?.isSealing).toBe(false);
    const emptyBranch = part('2.5.4.11', utf8String(' '));
    expect(parseCertificate(make({ subject: [commonName, taxId, emptyBranch] }))?.isSealing).toBe(false);
  });

  it('is an authority only with the CA flag set', () => {
    const withFlag = (value: boolean) => [extension('2.5.29.19', sequence(boolean(value)))];
    expect([true, false].map((value) => parseCertificate(make({ extensions: withFlag(value) }))?.isAuthority)).toEqual([
      true,
      false,
    ]);
  });

  it('is none with another kind of key, cut off, followed by something, or not at all', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const good = make();
    const broken = [
      make({ publicKey }),
      good.subarray(0, -1),
      Buffer.concat([good, Buffer.from([0])]),
      Buffer.alloc(0),
    ];
    expect(broken.map(parseCertificate)).toEqual([null, null, null, null]);
  });
});

describe('the certificate in an invoice', () => {
  it('is read from base64 with line breaks, and once', () => {
    const base64 = make().toString('base64');
    const lines = base64.replace(/.{64}/g, '$& \t\r\n');
    expect(certificateOf(lines)?.rfc).toBe('CNA010101AAA');
    expect(certificateOf(base64)).toBe(certificateOf(base64));
  });

  it('is none when it is longer than any', () => {
    const long = (length: number) => [commonName, taxId, branch, part('2.5.4.10', utf8String('x'.repeat(length)))];
    expect(certificateOf(make({ subject: long(7000) }).toString('base64'))?.rfc).toBe('CNA010101AAA');
    expect(certificateOf(make({ subject: long(8192) }).toString('base64'))).toBeNull();
    expect(certificateOf('Tm8gc295IHVuIGNlcnRpZmljYWRv')).toBeNull();
  });

  it.each([
    ['QUJD', 'ABC'],
    ['QUI=', 'AB'],
    ['QQ==', 'A'],
    ['Q U\tJ\r\nD', 'ABC'],
    ['', null],
    ['QUJ', null],
    ['QUJDQ', null],
    ['Q===', null],
    ['QU-D', null],
    ['=QUI', null],
  ])('base64 "%s" is %j', (text, content) => {
    expect(base64Bytes(text)?.toString('latin1') ?? null).toBe(content);
  });
});

describe('a seal', () => {
  it('[CAR-04] fits its text and its key alone, however its base64 is broken into lines', () => {
    const seal = sealText('||4.0|A|Ñ||', keys.privateKey);
    const { publicKey } = keys;
    expect(sealVerifies('||4.0|A|Ñ||', seal, publicKey)).toBe(true);
    expect(sealVerifies('||4.0|A|Ñ||', seal.replace(/.{64}/g, '$&\n'), publicKey)).toBe(true);
    expect(sealVerifies('||4.0|A|N||', seal, publicKey)).toBe(false);
    expect(sealVerifies('||4.0|A|Ñ||', `${seal}!`, publicKey)).toBe(false);
    expect(sealVerifies('||4.0|A|Ñ||', '', publicKey)).toBe(false);
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(sealVerifies('||4.0|A|Ñ||', seal, other.publicKey)).toBe(false);
    expect(sealVerifies('||4.0|A|Ñ||', seal, generateKeyPairSync('x25519').publicKey)).toBe(false);
  });
});
