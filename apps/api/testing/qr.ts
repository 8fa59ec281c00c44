import { inflateSync } from 'node:zlib';
import jsQr from 'jsqr';

/** Decodes the QR code drawn in a PDF as equal black squares. */
export function readQr(pdf: Buffer): string | undefined {
  const latin = pdf.toString('latin1');
  const contents = [...latin.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].flatMap(({ 1: body = '' }) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  const squares = [...contents.join('\n').matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
    .map((match) => match.slice(1).map(Number))
    .filter(([, , width, height]) => width === height);
  const side = squares[0]?.[2] ?? 1;
  const [left, top] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis] ?? 0)));
  const cells = squares.map(([x = 0, y = 0]) => [
    Math.round((x - (left ?? 0)) / side),
    Math.round((y - (top ?? 0)) / side),
  ]);
  const modules = Math.max(...cells.flat()) + 1;
  const [scale, margin] = [4, 4];
  const width = (modules + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [x = 0, y = 0] of cells) {
    for (let pixel = 0; pixel < scale * scale; pixel += 1) {
      const row = (y + margin) * scale + Math.floor(pixel / scale);
      const column = (x + margin) * scale + (pixel % scale);
      pixels.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
    }
  }
  return jsQr.default(pixels, width, width)?.data;
}
