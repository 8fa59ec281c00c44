import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { MAX_ATTRIBUTE, MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS } from './limits.ts';
import { attributeOf, childrenOf, collapse, parseXml } from './xml-tree.ts';

const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
const wide = (elements: number): string => `<a>${'<b/>'.repeat(elements - 1)}</a>`;
const attributes = (count: number): string =>
  `<a ${Array.from({ length: count }, (_, at) => `x${at}="1"`).join(' ')}/>`;

describe('parsing XML', () => {
  const accepted: readonly (readonly [string, string])[] = [
    ['a default namespace', '<a xmlns="u" b="1"/>'],
    ['any prefix', '<q:a xmlns:q="u" b="1"/>'],
    ['comments, instructions and CDATA', '<?x y?><!-- c --><a xmlns="u" b="1"><![CDATA[<]]></a><!-- d -->'],
    ['predefined entities and character references', '<a xmlns="u" b="&#49;">&amp;&lt;&gt;&quot;&apos;</a>'],
    ['an element named like a prototype', '<a xmlns="u" b="1"><__proto__/></a>'],
  ];
  test.each(accepted)('[CAR-03] accepts %s', (_, text) => {
    const tree = parseXml(text);
    expect(tree.ok && [tree.root.uri, tree.root.local, attributeOf(tree.root, 'b')]).toEqual(['u', 'a', '1']);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a b="&x;"/>', 'XML_DOCTYPE'],
    ['an external DTD', '<!DOCTYPE a SYSTEM "http://localhost:9/x.dtd"><a/>', 'XML_DOCTYPE'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://localhost:9/x"> %x;]><a/>', 'XML_DOCTYPE'],
    ['an internal entity', '<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>', 'XML_DOCTYPE'],
    ['a bare DOCTYPE', '<!DOCTYPE a><a/>', 'XML_DOCTYPE'],
    ['an unknown entity', '<a b="&nbsp;"/>', 'XML_MALFORMED'],
    ['a bare ampersand', '<a b="P&M"/>', 'XML_MALFORMED'],
    ['tags that do not match', '<a><b></a></b>', 'XML_MALFORMED'],
    ['a truncated document', '<a><b/>', 'XML_MALFORMED'],
    ['a duplicate attribute', '<a b="1" b="2"/>', 'XML_MALFORMED'],
    ['a duplicate attribute by namespace', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'XML_MALFORMED'],
    ['an attribute without quotes', '<a b=1/>', 'XML_MALFORMED'],
    ['a second root', '<a/><b/>', 'XML_MALFORMED'],
    ['text after the root', '<a/>text', 'XML_MALFORMED'],
    ['no root', '<?xml version="1.0"?>', 'XML_MALFORMED'],
    ['an unbound prefix', '<p:a/>', 'XML_MALFORMED'],
    ['a control character', '<a b="\u0001"/>', 'XML_MALFORMED'],
    ['a reference to a control character, also in XML 1.1', '<?xml version="1.1"?><a b="&#1;"/>', 'XML_MALFORMED'],
    ['a reference to half a surrogate pair', '<a b="&#xD800;"/>', 'XML_MALFORMED'],
    ['a reference beyond Unicode', '<a b="&#x110000;"/>', 'XML_MALFORMED'],
    ['a less-than sign in an attribute', '<a b="<"/>', 'XML_MALFORMED'],
    ['two dashes in a comment', '<a><!-- -- --></a>', 'XML_MALFORMED'],
    ['a pipe in an attribute', '<a b="1|2"/>', 'XML_PIPE_IN_ATTRIBUTE'],
    ['a pipe written as a reference', '<a b="1&#124;2"/>', 'XML_PIPE_IN_ATTRIBUTE'],
    ['a pipe in a nested attribute with a namespace', '<a><b xmlns:p="u" p:c="|"/></a>', 'XML_PIPE_IN_ATTRIBUTE'],
    [
      'an attribute one letter too long',
      `<a xmlns="http://www.sat.gob.mx/cfd/3" b="${'x'.repeat(MAX_ATTRIBUTE + 1)}"/>`,
      'XML_ATTRIBUTE_TOO_LONG',
    ],
    [
      'a series longer than the standard allows',
      `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Serie="${'A'.repeat(26)}"/>`,
      'XML_ATTRIBUTE_TOO_LONG',
    ],
    ['one level too deep', nested(MAX_DEPTH + 1), 'XML_TOO_COMPLEX'],
    ['50,000 levels', nested(50_000), 'XML_TOO_COMPLEX'],
    ['one element too many', wide(MAX_ELEMENTS + 1), 'XML_TOO_COMPLEX'],
    ['one attribute too many', attributes(MAX_ATTRIBUTES + 1), 'XML_TOO_COMPLEX'],
    ['10,000 namespace declarations', attributes(10_000).replaceAll(' x', ' xmlns:x'), 'XML_TOO_COMPLEX'],
  ];
  const inCfdi = (content: string) => `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4">${content}</c:Comprobante>`;

  it.each([
    ['padded with blanks', `Descripcion="${'Servicio'.padEnd(1_500)}"`],
    ['of as many characters as allowed, each of two units', `Serie="${'😀'.repeat(25)}"`],
    ['of as many letters as allowed, in lines', `Unidad="\n  ${'x'.repeat(20)}\n"`],
  ])('[CAR-03] measures an attribute %s as the standard does', (_, attribute) => {
    expect(parseXml(inCfdi(`<c:Concepto ${attribute}/>`)).ok).toBe(true);
  });

  it.each([
    ['of one character too many of two units', `Serie="${'😀'.repeat(26)}"`],
    ['of a megabyte of blanks', `Descripcion="${'x'.padEnd(1_000_000)}"`],
  ])('[CAR-05] refuses an attribute %s', (_, attribute) => {
    expect(parseXml(inCfdi(`<c:Concepto ${attribute}/>`))).toMatchObject({ motive: 'XML_ATTRIBUTE_TOO_LONG' });
  });

  it('[CAR-03] leaves what an addenda contains to its author, but not what comes after it', () => {
    const own = `<c:Addenda><x cadenaOriginal="||1.1|" xmlns:d="http://www.sat.gob.mx/detallista"><d:y Folio="${'1'.repeat(MAX_ATTRIBUTE + 1)}"/><c:Addenda/><z b="|"/></x></c:Addenda>`;
    expect(parseXml(inCfdi(own)).ok).toBe(true);
    const place = { line: 1, column: expect.any(Number), name: 'Folio' };
    const after = inCfdi(`${own}<c:Emisor Folio="1|2"/>`);
    expect(parseXml(after)).toEqual({ ok: false, motive: 'XML_PIPE_IN_ATTRIBUTE', place });
    expect(parseXml(inCfdi(`<c:Emisor><c:Addenda b="|"/></c:Emisor>`))).toMatchObject({ ok: false });
    expect(parseXml(inCfdi(`<Addenda b="|"/>`))).toMatchObject({ ok: false });
    expect(parseXml(inCfdi(`<c:Addenda>${nested(MAX_DEPTH)}</c:Addenda>`))).toMatchObject({
      motive: 'XML_TOO_COMPLEX',
    });
  });

  it('[CAR-04] says where it is not well-formed', () => {
    expect(parseXml('<a>\n  <b c=1/>\n</a>')).toMatchObject({
      motive: 'XML_MALFORMED',
      place: { line: 2, name: null },
    });
  });

  it('[CAR-05] accepts attributes as long as the standard allows, and longer ones that are not its own', () => {
    const series = `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Serie="${'A'.repeat(25)}"/>`;
    const own = `<Comprobante Serie="${'A'.repeat(26)}" b="${'x'.repeat(MAX_ATTRIBUTE + 1)}"/>`;
    expect([parseXml(series).ok, parseXml(own).ok]).toEqual([true, true]);
  });

  test.each(refused)('[CAR-05] refuses %s', (_, text, motive) => {
    expect(parseXml(text)).toMatchObject({ ok: false, motive });
  });

  test.each([
    ['levels', nested(MAX_DEPTH)],
    ['elements', wide(MAX_ELEMENTS)],
    ['attributes', attributes(MAX_ATTRIBUTES)],
  ])('accepts the maximum of %s', (_, text) => {
    expect(parseXml(text).ok).toBe(true);
  });

  test.each([
    ['many entities in an attribute', `<a b="${'&amp;'.repeat(300_000)}"/>`],
    ['a huge comment', `<a><!--${'- '.repeat(700_000)}--></a>`],
    ['a huge CDATA section', `<a><![CDATA[${'] '.repeat(700_000)}]]></a>`],
    ['a huge name', `<${'a'.repeat(1_500_000)}/>`],
    ['only opening brackets', '<'.repeat(1_500_000)],
    ['a huge internal DTD', `<!DOCTYPE a [${'<!ENTITY a "'.repeat(100_000)}]><a/>`],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(99)}">${'<!ENTITY b "&a;&a;">'.repeat(999)}]><a>&b;</a>`],
    // Quadratic time would be minutes here and run into the test's limit, on a fast machine too.
  ])('[CAR-05] finishes with %s', (_, text) => {
    expect(typeof parseXml(text).ok).toBe('boolean');
  });

  it('[CAR-05] never throws for any text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      'a',
      '</a>',
      '<a',
      '/>',
      '"',
      '&',
      ';',
      '<!',
      '[',
      ']]>',
      '<?xml',
      ' b="',
      'xmlns:',
      '|',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void parseXml(pieces.join(''))),
      { numRuns: 500 },
    );
  });

  it('[CAR-03] ignores attributes with a namespace', () => {
    const tree = parseXml('<a xmlns:p="u" p:Total="9" Total="1"/>');
    expect(tree.ok && attributeOf(tree.root, 'Total')).toBe('1');
  });

  it('finds children by namespace and name', () => {
    const tree = parseXml('<a xmlns="u" xmlns:q="w"><b x="1"/><q:b x="2"/><c><b x="3"/></c></a>');
    expect(tree.ok && childrenOf(tree.root, 'u', 'b').map((child) => attributeOf(child, 'x'))).toEqual(['1']);
  });

  test.each([
    ['  a  b ', 'a b'],
    ['a\t\r\nb', 'a b'],
    ['a b', 'a b'],
    [' ', ''],
    ['', ''],
    ['\u00a0a\u00a0\u00a0b\u00a0', '\u00a0a\u00a0\u00a0b\u00a0'],
  ])('collapses XML white space in %j to %j', (text, expected) => {
    expect(collapse(text)).toBe(expected);
  });
});
