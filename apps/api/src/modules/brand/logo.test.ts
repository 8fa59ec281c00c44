import { describe, expect, it } from 'vitest';
import { pngOf } from '../../../testing/pictures.ts';
import { cleanSvg, sizeOfPng } from './logo.ts';

const svg = (content: string, attributes = 'viewBox="0 0 200 50"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const codeOf = (text: string): string | null => {
  const outcome = cleanSvg(text);
  return outcome.ok ? null : outcome.code;
};

describe('[MAR-05] an SVG as a logo', () => {
  it('keeps what draws, and loses what only its editor needs', () => {
    const drawn = cleanSvg(
      `<?xml version="1.0"?><!-- Creator --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">${svg(
        '<title>Nombre</title><metadata><x:y xmlns:x="urn:x" onload="no()"/></metadata><sodipodi:v xmlns:sodipodi="urn:s"/>' +
          '<style>.a{fill:url(#g)}</style><linearGradient id="g"><stop offset="0" stop-color="#0b6e4f"/></linearGradient>' +
          '<g class="a" data-name="a"><path d="M0 0 L10 10"/></g><use xlink:href="#g"/>',
      )}`,
    );
    expect(drawn).toMatchObject({ ok: true, value: { size: { width: 1024, height: 256 } } });
    expect(drawn.ok && drawn.value.svg).toBe(
      '<svg viewBox="0 0 200 50" xmlns="http://www.w3.org/2000/svg"><style>.a{fill:url(#g)}</style>' +
        '<linearGradient id="g"><stop offset="0" stop-color="#0b6e4f"></stop></linearGradient>' +
        '<g class="a" data-name="a"><path d="M0 0 L10 10"></path></g><use href="#g"></use></svg>',
    );
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a handler', svg('<path d="M0 0" onclick="alert(1)"/>')],
    ['a handler of the root', svg('', 'viewBox="0 0 1 1" onload="alert(1)"')],
    ['HTML', svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>')],
    ['a link', svg('<a href="https://x.example"><path d="M0 0"/></a>')],
    ['a picture of elsewhere', svg('<image href="https://x.example/a.png"/>')],
    ['a drawing of elsewhere', svg('<use xlink:href="https://x.example/a.svg#b"/>')],
    ['a program as address', svg('<use href="javascript:alert(1)"/>')],
    ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['a style that loads', svg('<style>@import "https://x.example/a.css";</style>')],
    ['a style that loads without url()', svg('<style>path { mask: image-set("https://x.example/a.png" 1x) }</style>')],
    ['a style in hidden words', svg('<style>@\\69mport "https://x.example/a.css";</style>')],
    ['a style sheet as CDATA', svg('<style><![CDATA[a{background:url(https://x.example)}]]></style>')],
    ['a fill of elsewhere', svg('<path d="M0 0" fill="url(https://x.example/a.svg#b)"/>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`],
    ['a style sheet of elsewhere', `<?xml-stylesheet href="https://x.example/a.css"?>${svg('')}`],
  ])('is refused with %s', (_, text) => {
    expect(codeOf(text)).toBe('LOGO_UNSAFE');
  });

  it.each([
    ['broken', '<svg', 'LOGO_UNREADABLE'],
    ['no SVG', '<p>a</p>', 'LOGO_UNREADABLE'],
    ['without a size', svg('', ''), 'LOGO_UNREADABLE'],
    ['without a shape', svg('', 'viewBox="0 0 0 10"'), 'LOGO_UNREADABLE'],
    ['too deep', svg('<g>'.repeat(50) + '</g>'.repeat(50)), 'LOGO_UNREADABLE'],
    ['of too many parts', svg('<path d="M0 0"/>'.repeat(2100)), 'LOGO_UNREADABLE'],
    ['too wide', svg('', 'viewBox="0 0 700 100"'), 'LOGO_SHAPE'],
    ['too high', svg('', 'viewBox="0 0 40 100"'), 'LOGO_SHAPE'],
  ])('is refused if it is %s', (_, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('never becomes more than it was: a cleaned one is clean', () => {
    const text = svg('<text>a &lt;script&gt; &amp; "b"</text><path d="M0 0" id="&quot;&gt;&lt;script&gt;"/>');
    const once = cleanSvg(text);
    expect(once.ok && once.value.svg).not.toContain('<script');
    expect(once.ok && cleanSvg(once.value.svg)).toEqual(once);
  });
});

describe('[MAR-05] a PNG as a logo', () => {
  const good = Buffer.from(pngOf(40, 20), 'base64');

  it('has its size', () => {
    expect(sizeOfPng(good)).toEqual({ width: 40, height: 20 });
  });

  it('is none if a byte is missing or changed, or more follows', () => {
    expect(sizeOfPng(good.subarray(0, -1))).toBeNull();
    expect(sizeOfPng(Buffer.concat([good, Buffer.from('<script>')]))).toBeNull();
    for (let at = 0; at < good.length; at += 3) {
      const changed = Buffer.from(good);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x41, at);
      expect(sizeOfPng(changed), `byte ${at}`).toBeNull();
    }
  });

  it('is none if it is too large, however few bytes it has', () => {
    expect(sizeOfPng(Buffer.from(pngOf(20, 1025), 'base64'))).toBeNull();
  });
});
