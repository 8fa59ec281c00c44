import { describe, expect, it } from 'vitest';
import { attachmentHeader } from './attachment.ts';

describe('file name of a download', () => {
  it.each([
    ['factura A-1.xml', `filename="factura A-1.xml"; filename*=UTF-8''factura%20A-1.xml`],
    ['Ñandú & Cía.xml', `filename="Nandu & Cia.xml"; filename*=UTF-8''%C3%91and%C3%BA%20%26%20C%C3%ADa.xml`],
    ['../../etc/passwd', `filename="passwd"; filename*=UTF-8''passwd`],
    ['C:\\temp\\f.xml', `filename="f.xml"; filename*=UTF-8''f.xml`],
    ['a"; filename="evil.exe', `filename="a filename=evil.exe"; filename*=UTF-8''a%20filename%3Devil.exe`],
    ['a\r\nSet-Cookie: x=1.xml', `filename="aSet-Cookie x=1.xml"; filename*=UTF-8''aSet-Cookie%20x%3D1.xml`],
    ['factura\u202Elmx.exe', `filename="facturalmx.exe"; filename*=UTF-8''facturalmx.exe`],
    ['\ud800.xml', `filename=".xml"; filename*=UTF-8''%EF%BF%BD.xml`],
    ['.htaccess', `filename="htaccess"; filename*=UTF-8''htaccess`],
    ['...', `filename="archivo"; filename*=UTF-8''archivo`],
    ["o'farril (1)*.xml", `filename="o'farril (1).xml"; filename*=UTF-8''o%27farril%20%281%29.xml`],
  ])('the file name of a download from %j is safe in headers and on disk', (name, expected) => {
    expect(attachmentHeader(name)).toBe(`attachment; ${expected}`);
  });

  it('keeps the extension of a truncated name', () => {
    const header = attachmentHeader(`${'Ñ'.repeat(5000)}.xml`);
    expect(header.endsWith('.xml')).toBe(true);
    expect(header.length).toBeLessThan(1500);
  });
});
