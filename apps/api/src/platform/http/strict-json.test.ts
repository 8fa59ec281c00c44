import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedJson, parseStrictJson } from './strict-json.ts';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));

describe('strict JSON', () => {
  it('parses everything that JSON.stringify writes', () => {
    const anything = fc.jsonValue({ maxDepth: 6 }).filter((value) => !JSON.stringify(value).includes('\\u0000'));
    fc.assert(
      fc.property(anything, (value) => {
        const text = JSON.stringify(value);
        if (text.includes('"__proto__"')) return;
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":1,"a":1}', 'the same key twice'],
    ['{"a":1,"\\u0061":2}', 'the same key in two spellings'],
    ['[{"x":{"b":[],"b":[]}}]', 'a repeated key deep inside'],
    ['{"a":"}","b":{"c":1},"b":2}', 'a repeated key after a brace in a text'],
    ['{"a\\"b":1,"a\\"b":2}', 'a repeated key with a quote in it'],
    ['{"__proto__":{"admin":true}}', 'a key that poisons prototypes'],
    ['{"a":"x\\u0000y"}', 'a NUL'],
    ['{"a":"\\\\\\u0000"}', 'a NUL after an escaped backslash'],
    [`${'['.repeat(21)}${']'.repeat(21)}`, 'depth 21'],
    [`{${Array.from({ length: 101 }, (_, at) => `"k${at}":1`).join(',')}}`, '101 keys'],
    ['{"a":1,}', 'a trailing comma'],
    ['{"a', 'a text without end'],
    ['{"\\x":1}', 'an escape that is none'],
    ["{'a':1}", 'single quotes'],
    ['{"a":NaN}', 'NaN'],
    ['{"a":01}', 'a leading zero'],
    ['', 'nothing'],
    ['\u00a0{}', 'a space that is none'],
    ['{} {}', 'two texts'],
  ])('refuses %s: %s', (text) => {
    expect(() => parse(text)).toThrow(MalformedJson);
  });

  it('allows the same key in two objects, depth 20, and a backslash before u0000', () => {
    expect(parse('[{"a":1},{"a":2},{"b":{"a":3}}]')).toEqual([{ a: 1 }, { a: 2 }, { b: { a: 3 } }]);
    expect(() => parse(`${'['.repeat(20)}${']'.repeat(20)}`)).not.toThrow();
    expect(parse('"\\\\u0000"')).toBe('\\u0000');
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseStrictJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(MalformedJson);
  });

  it.each([
    ['levels', '['.repeat(1_400_000) + ']'.repeat(1_400_000)],
    ['keys', `{${Array.from({ length: 250_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ])('quickly refuses as many %s as fit into an upload', (_, text) => {
    const before = process.threadCpuUsage();
    expect(() => parse(text)).toThrow(MalformedJson);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(100);
  });

  it('parses a large upload much faster than its transfer', () => {
    const text = JSON.stringify({ fileName: 'x.xml', fileData: 'A'.repeat(2_800_000) });
    // CPU time of this thread, independent of other load.
    const before = process.threadCpuUsage();
    parse(text);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(200);
  });
});
