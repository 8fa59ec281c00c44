/** Hostile and harmless changes to the bytes of an invoice, reproducible by their seed. */
import { type Random, randomFrom } from './random.ts';

type Change = (text: string, random: Random) => string;

const ATTRIBUTE = /\s([\w:]+)="([^"]*)"/g;
const ELEMENT = /<([\w:]+)(?:\s[^<>]*)?\/>/g;

const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  '1,000.00',
  '１２３',
  '0.0000001',
  '99999999999999999999.99',
  '0x10',
  '116000.00 ',
  '&#49;',
  '&lt;script&gt;',
  "' or 1=1",
  '\u202e321',
  'é'.repeat(400),
  '9999-12-31T23:59:59',
  '2026-02-30T00:00:00',
  'XAXX010101000',
  'EUR',
] as const;

const matches = (text: string, pattern: RegExp): RegExpExecArray[] => [...text.matchAll(pattern)];

/** Replaces one match of the pattern, if there is any. */
const replaceOne = (pattern: RegExp, by: (found: RegExpExecArray, random: Random) => string): Change => {
  return (text, random) => {
    const all = matches(text, pattern);
    if (all.length === 0) return text;
    const found = random.pick(all);
    return text.slice(0, found.index) + by(found, random) + text.slice(found.index + found[0].length);
  };
};

const insertAt = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at);
const anywhere = (text: string, random: Random): number => random.between(0, text.length);
const beforeEnd =
  (piece: string): Change =>
  (text) =>
    text.replace(/<\/([\w:]+)>\s*$/, (end) => piece + end);

/** Changes that leave the meaning of the XML as it was. */
const harmless: readonly Change[] = [
  replaceOne(ATTRIBUTE, ([, name, value]) => `\n\t ${name} = '${value?.replaceAll("'", '&apos;')}'`),
  replaceOne(ATTRIBUTE, ([, name, value], random) => {
    const letters = [...(value ?? '')];
    const at = random.between(0, Math.max(0, letters.length - 1));
    const letter = letters[at];
    if (letter === undefined || value?.includes('&')) return ` ${name}="${value}"`;
    letters[at] = `&#${letter.codePointAt(0)};`;
    return ` ${name}="${letters.join('')}"`;
  }),
  replaceOne(/></g, () => '><!-- <cfdi:Emisor Rfc="AAA010101AAA"/> --><'),
  replaceOne(/></g, () => '><?target Total="1.00"?><'),
  (text) => `\uFEFF${text}`,
  (text) => `${text}\n`,
  (text) => text.replaceAll('cfdi:', 'x:').replace('xmlns:cfdi=', 'xmlns:x='),
  beforeEnd('<cfdi:Addenda><a Total="1.00" Moneda="USD"/></cfdi:Addenda>'),
];

/** Changes after which a file is usually refused. */
const hostile: readonly Change[] = [
  replaceOne(ATTRIBUTE, () => ''),
  replaceOne(ATTRIBUTE, ([whole]) => whole + whole),
  replaceOne(ATTRIBUTE, ([, name], random) => ` ${name}="${random.pick(VALUES)}"`),
  replaceOne(ATTRIBUTE, ([, name, value], random) => {
    const digits = [...(value ?? '')];
    const at = random.between(0, Math.max(0, digits.length - 1));
    digits[at] = String(random.between(0, 9));
    return ` ${name}="${digits.join('')}"`;
  }),
  (text, random) => {
    const values = matches(text, ATTRIBUTE).map(([, , value]) => value);
    return replaceOne(ATTRIBUTE, ([, name]) => ` ${name}="${random.pick(values)}"`)(text, random);
  },
  replaceOne(ELEMENT, () => ''),
  replaceOne(ELEMENT, ([whole]) => whole + whole),
  replaceOne(ELEMENT, ([whole]) => `<!--${whole}-->`),
  replaceOne(ELEMENT, ([whole]) => `<![CDATA[${whole}]]>`),
  replaceOne(ELEMENT, ([whole], random) => '<a>'.repeat(random.between(1, 100)) + whole),
  replaceOne(ELEMENT, ([whole], random) => whole.repeat(random.between(2, 300))),
  (text, random) => text.slice(0, anywhere(text, random)),
  (text, random) => insertAt(text, anywhere(text, random), random.pick(['\0', '<', '&', '"', '\uFFFE', ']]>', '&x;'])),
  (text, random) => {
    const [from, to] = [anywhere(text, random), anywhere(text, random)];
    return insertAt(text, anywhere(text, random), text.slice(Math.min(from, to), Math.max(from, to)));
  },
  (text) => `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(99)}"><!ENTITY z "&x;&x;&x;">]>${text.replace(/<\?xml[^>]*>/, '')}`,
  (text) => text.replace('http://www.sat.gob.mx/cfd/', 'http://www.sat.gob.mx/cfd'),
  (text) => text.replace(/encoding="[^"]*"/, 'encoding="UTF-16"'),
  beforeEnd(
    '<cfdi:Complemento><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital"/></cfdi:Complemento>',
  ),
  beforeEnd('<cfdi:Emisor Rfc="AAA010101AAA" Nombre="A" RegimenFiscal="601"/>'),
];

function damagedBytes(bytes: Buffer, random: Random): Buffer {
  const damaged = Buffer.from(bytes);
  for (let times = random.between(1, 4); times > 0 && damaged.length > 0; times -= 1) {
    damaged.writeUInt8(random.between(0, 255), random.between(0, damaged.length - 1));
  }
  return damaged;
}

/** The invoice with one to three changes; a third of the results should mean the same as before. */
export function mutated(bytes: Uint8Array, seed: string): Buffer {
  const random = randomFrom(seed);
  const kind = random.between(1, 9);
  if (kind === 1) return damagedBytes(Buffer.from(bytes), random);
  const changes = kind <= 4 ? harmless : hostile;
  let text = Buffer.from(bytes).toString('utf8');
  for (let times = random.between(1, 3); times > 0; times -= 1) text = random.pick(changes)(text, random);
  return Buffer.from(text, 'utf8');
}
