/** Thread that draws PDF documents in one letter-size layout: header, facts, tables that break between rows, page numbers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import { isWide } from '@anticipa/domain/logo';
import Document from 'pdfkit';
import { encode } from 'uqr';
import type { PdfBlock, PdfBrand, PdfDocument } from './pdf.ts';
import { openTypeOf } from './woff.ts';

const { resolve } = createRequire(import.meta.url);
const font = (weight: 400 | 700): Buffer =>
  openTypeOf(readFileSync(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)));
const fonts = { regular: font(400), bold: font(700) };

const REGULAR = 'Inter';
const BOLD = 'Inter bold';

const MARGIN = 48;
const FOOTER = 22;
const CELL = 5;
/** Tables with more columns have smaller text, so that dates and amounts stay on one line. */
const FEW_COLUMNS = 7;
/** Room for a heading with the titles and the first row of a table, two lines each. */
const HEADING = 100;
const INK = '#1b2430';
/** Height of a logo, above the rule of the head. */
const LOGO_HEIGHT = 22;
const SOFT = '#5a6675';
const RULE = '#d5dbe3';

/** Characters without a picture, such as controls and marks of direction: the font would draw a box for each. */
const INVISIBLE = /[^\P{C}\n]+/gu;
/** More than a UUID or a tracking key has. */
const LONG_WORD = /[^ \n]{60}(?=[^ \n])/gu;
/** More than any text of the portal has in one place. */
const MAX_TEXT = 4000;

/**
 * The text of a cell with places to break its long words, for which the library would otherwise measure one letter less at a
 * time: a word of 5,000 letters took it minutes.
 */
const inCell = (text: string): string => text.slice(0, MAX_TEXT).replace(INVISIBLE, ' ').replace(LONG_WORD, '$&\n');

const drawable = (block: PdfBlock): PdfBlock => {
  if (block.kind === 'facts') return { ...block, pairs: block.pairs.map(([label, value]) => [label, inCell(value)]) };
  if (block.kind === 'table') return { ...block, rows: block.rows.map((row) => row.map(inCell)) };
  return block;
};

/** Draws a document, given block by block. */
async function draw({ brand, title, madeAt, blocks }: PdfDocument): Promise<Uint8Array> {
  const doc = new Document({
    size: 'LETTER',
    margins: { top: MARGIN + 30, bottom: MARGIN + FOOTER, left: MARGIN, right: MARGIN },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'es-MX',
    displayTitle: true,
    info: { Title: title, Author: brand.legalName || brand.name, CreationDate: madeAt, ModDate: madeAt },
  });
  doc.registerFont(REGULAR, fonts.regular);
  doc.registerFont(BOLD, fonts.bold);
  for (const block of blocks) drawBlock(doc, drawable(block));
  numberPages(doc, title, brand);
  doc.end();
  return buffer(doc);
}

type Doc = InstanceType<typeof Document>;

/** With proportional figures the kerning of '7.1' hides the point under the 7. */
const FIGURES: PDFKit.Mixins.TextOptions = { features: ['tnum'] };

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;
const bottomOf = (doc: Doc): number => doc.page.height - doc.page.margins.bottom;

function drawBlock(doc: Doc, block: PdfBlock): void {
  if (block.kind === 'facts') for (const [label, value] of block.pairs) drawFact(doc, label, value);
  else if (block.kind === 'table') drawTable(doc, block);
  else if (block.kind === 'qr') drawQr(doc, block.text);
  else if (block.kind === 'heading') {
    if (doc.y + HEADING > bottomOf(doc)) doc.addPage();
    doc.moveDown(0.8).font(BOLD).fontSize(12).fillColor(INK).text(block.text, MARGIN, doc.y, FIGURES);
    doc.moveDown(0.4);
  } else {
    doc
      .font(REGULAR)
      .fontSize(9.5)
      .fillColor(SOFT)
      .text(block.text, MARGIN, doc.y, { ...FIGURES, width: widthOf(doc), lineGap: 2 });
    doc.moveDown(0.5);
  }
}

const LABEL_WIDTH = 150;

function drawFact(doc: Doc, label: string, value: string): void {
  const width = widthOf(doc) - LABEL_WIDTH;
  const height =
    doc
      .font(BOLD)
      .fontSize(10)
      .heightOfString(value, { ...FIGURES, width }) + 4;
  if (doc.y + height > bottomOf(doc)) doc.addPage();
  const top = doc.y;
  doc
    .font(REGULAR)
    .fontSize(10)
    .fillColor(SOFT)
    .text(label, MARGIN, top, { ...FIGURES, width: LABEL_WIDTH });
  doc
    .font(BOLD)
    .fillColor(INK)
    .text(value, MARGIN + LABEL_WIDTH, top, { ...FIGURES, width });
  doc.x = MARGIN;
  doc.y = top + height;
}

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

function drawTable(doc: Doc, { columns, rows }: Extract<PdfBlock, { kind: 'table' }>): void {
  const cells = (texts: readonly string[]): Cell[] => {
    let x = MARGIN;
    return columns.map(({ share, align }, index) => {
      const cell = { text: texts[index] ?? '', x, width: share * widthOf(doc), align };
      x += cell.width;
      return cell;
    });
  };
  const titles = cells(columns.map(({ title }) => title));
  const titlesHeight = rowHeight(doc, BOLD, titles);
  const [first] = rows;
  const opening = titlesHeight + (first === undefined ? 0 : rowHeight(doc, REGULAR, cells(first)));
  if (doc.y + opening > bottomOf(doc)) doc.addPage();
  drawRow(doc, BOLD, titles, titlesHeight);
  for (const row of rows) {
    const texts = cells(row);
    const height = rowHeight(doc, REGULAR, texts);
    if (doc.y + height > bottomOf(doc)) {
      doc.addPage();
      drawRow(doc, BOLD, titles, titlesHeight);
    }
    drawRow(doc, REGULAR, texts, height);
  }
  doc.moveDown(0.6);
}

const styled = (doc: Doc, font: string, columns: number): Doc =>
  doc.font(font).fontSize(columns > FEW_COLUMNS ? 7.5 : 8.5);

const rowHeight = (doc: Doc, font: string, cells: readonly Cell[]): number =>
  Math.max(
    ...cells.map(({ text, width }) =>
      styled(doc, font, cells.length).heightOfString(text, { ...FIGURES, width: width - 2 * CELL }),
    ),
  ) +
  2 * CELL;

function drawRow(doc: Doc, font: string, cells: readonly Cell[], height: number): void {
  const top = doc.y;
  if (font === BOLD) doc.rect(MARGIN, top, widthOf(doc), height).fill('#eef2f7');
  for (const { text, x, width, align } of cells) {
    styled(doc, font, cells.length)
      .fillColor(INK)
      .text(text, x + CELL, top + CELL, { ...FIGURES, width: width - 2 * CELL, align });
  }
  const bottom = top + height;
  doc
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + widthOf(doc), bottom)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  doc.x = MARGIN;
  doc.y = bottom;
}

/** Draws squares, which stay sharp at any resolution. */
function drawQr(doc: Doc, text: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = widthOf(doc) / 4 / size;
  if (doc.y + module * size > bottomOf(doc)) doc.addPage();
  const top = doc.y;
  doc.fillColor('#000000');
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) doc.rect(MARGIN + x * module, top + y * module, module, module);
    }
  }
  doc.fill();
  doc.x = MARGIN;
  doc.y = top + module * size;
  doc.moveDown(0.8);
}

/** Draws headers and page numbers last, when the number of pages is known. */
function numberPages(doc: Doc, title: string, { name, colour, logo }: PdfBrand): void {
  const logoWidth = logo ? (logo.width / logo.height) * LOGO_HEIGHT : 0;
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Text below the bottom margin would start a new page.
    doc.page.margins.bottom = 0;
    const width = widthOf(doc);
    if (logo) doc.image(Buffer.from(logo.png), MARGIN, MARGIN - 12, { height: LOGO_HEIGHT });
    // A wide logo contains the name.
    if (!(logo && isWide(logo)))
      doc
        .font(BOLD)
        .fontSize(13)
        .fillColor(colour)
        .text(name, MARGIN + (logoWidth && logoWidth + 6), MARGIN - 8, { width, lineBreak: false });
    doc.font(REGULAR).fontSize(9).fillColor(SOFT);
    doc.text(title, MARGIN, MARGIN - 5, { ...FIGURES, width, align: 'right', lineBreak: false });
    doc
      .moveTo(MARGIN, MARGIN + 14)
      .lineTo(MARGIN + width, MARGIN + 14)
      .lineWidth(1)
      .strokeColor(colour)
      .stroke();
    const footer = `Página ${index - start + 1} de ${count}`;
    doc.text(footer, MARGIN, doc.page.height - MARGIN - 4, { ...FIGURES, width, align: 'right', lineBreak: false });
  }
}

parentPort?.on('message', async (document: PdfDocument) => parentPort?.postMessage(await draw(document)));
