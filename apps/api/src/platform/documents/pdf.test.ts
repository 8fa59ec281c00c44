import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { expect, it } from 'vitest';
import { pngOf } from '../../../testing/pictures.ts';
import { type PdfBrand, renderPdf } from './pdf.ts';

const brand = { name: 'Crédito Aurora', legalName: 'Crédito Aurora, S.A. de C.V.', colour: '#0b6e4f', logo: null };

interface Drawn {
  readonly text: string;
  /** Advance width of each character, in thousandths of the font size. */
  readonly advances: readonly number[];
}

/** The first page's runs of text as they are drawn, kerning included; the text layer does not show it. */
async function drawnOn(file: Buffer): Promise<Drawn[]> {
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(new Uint8Array(file))).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.flatMap((operator, index) => (operator === OPS.showText ? [drawn(argsArray[index][0])] : []));
}

type Glyph = { readonly unicode: string; readonly width: number };

function drawn(run: readonly (Glyph | number)[]): Drawn {
  const advances: number[] = [];
  let text = '';
  for (const part of run) {
    if (typeof part === 'number') advances.push((advances.pop() ?? 0) - part);
    else {
      text += part.unicode;
      advances.push(part.width);
    }
  }
  return { text, advances };
}

it('draws every figure of an amount at the same width and its point in full', async () => {
  const amounts = ['MXN 185,047.13', 'USD 14.19', '97.27', '7.11', '1.71', '4.10'];
  const file = await renderPdf({ brand, title: 'Importes', madeAt: new Date(0) }, (page) => {
    page.facts(amounts.map((amount) => ['Importe', amount]));
    page.table([{ title: 'Importe', share: 1, align: 'right', text: (amount: string) => amount }], amounts);
  });
  const runs = (await drawnOn(file)).filter(({ text }) => /\d\.\d\d$/.test(text));
  expect(runs.map(({ text }) => text.split(' ').at(-1))).toEqual(
    [...amounts, ...amounts].map((amount) => amount.split(' ').at(-1)),
  );
  for (const { text, advances } of runs) {
    const widthsOf = (pattern: RegExp) => new Set(advances.filter((_, index) => pattern.test(text[index] ?? '')));
    expect(widthsOf(/\d/).size, text).toBe(1);
    expect(Math.min(...widthsOf(/[.,]/)), text).toBeGreaterThan(250);
  }
});

it('draws in another thread, so that a long table keeps no other call waiting', async () => {
  const rows = Array.from({ length: 2000 }, (_, row) => row);
  const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()];
  const file = await renderPdf({ brand, title: 'Movimientos', madeAt: new Date(0) }, (page) =>
    page.table([{ title: 'Importe', share: 1, text: (row: number) => `MXN ${row}.00` }], rows),
  );
  expect(process.threadCpuUsage(own).user).toBeLessThan(process.cpuUsage(whole).user / 4);
  expect((await getDocumentProxy(new Uint8Array(file))).numPages).toBeGreaterThan(50);
});

it('draws words of any length, and no controls or marks of direction', async () => {
  const cpuOf = async (word: string): Promise<number> => {
    const begun = process.cpuUsage();
    const file = await renderPdf({ brand, title: 'Receptores', madeAt: new Date(0) }, (page) =>
      page.table([{ title: 'Receptor', share: 0.2, text: (text: string) => text }], Array(10).fill(word)),
    );
    expect((await drawnOn(file)).map(({ text }) => text).join('')).toContain('Receptor');
    return process.cpuUsage(begun).user;
  };
  const usual = await cpuOf('ABCDEFGHI '.repeat(100));
  expect(await cpuOf('ABCDEFGHIJ'.repeat(100))).toBeLessThan(usual * 8);
  const file = await renderPdf({ brand, title: 'Marcas', madeAt: new Date(0) }, (page) =>
    page.facts([['Cliente', 'a\u0007b\u202Ec\u2066d\uD800e\u200Bf']]),
  );
  expect((await drawnOn(file)).map(({ text }) => text).join('|')).toContain('a b c d e f');
});

it('[MAR-04] heads each page with the lender’s name, or its wide logo, and names it as the author', async () => {
  const png = Buffer.from(pngOf(60, 10), 'base64');
  const drawn = (logo: PdfBrand['logo']) =>
    renderPdf({ brand: { ...brand, logo }, title: 'Marca', madeAt: new Date(0) }, (page) => page.paragraph('Texto'));
  const named = await drawn(null);
  const headed = await drawn({ png, width: 60, height: 10 });
  const textsOf = async (file: Buffer) => (await drawnOn(file)).map(({ text }) => text);
  expect(await textsOf(named)).toContain('Crédito Aurora');
  expect(await textsOf(headed)).not.toContain('Crédito Aurora');
  const { info } = await (await getDocumentProxy(new Uint8Array(headed))).getMetadata();
  expect(info).toMatchObject({ Author: 'Crédito Aurora, S.A. de C.V.' });
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(new Uint8Array(headed))).getPage(1);
  expect((await page.getOperatorList()).fnArray).toContain(OPS.paintImageXObject);
});
