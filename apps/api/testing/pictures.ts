/** Pictures for logos. */
import { crc32, deflateSync } from 'node:zlib';

const chunk = (kind: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG of one colour, in base64. */
export function pngOf(width: number, height: number, [red, green, blue] = [11, 110, 79]): string {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.alloc(1),
    ...Array.from({ length: width }, () => Buffer.from([red, green, blue, 255])),
  ]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]).toString(
    'base64',
  );
}
