/** Hostile and harmless ZIP archives, reproducible by their seed. */
import { crc32, deflateRawSync } from 'node:zlib';
import { type Random, randomFrom } from '@anticipa/sandbox/random';

/** A file of an archive as it is written; its numbers need not agree with its bytes. */
interface Packed {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly bytes: Buffer;
  readonly size: number;
  readonly packed: number;
  readonly crc: number;
  readonly extra: Buffer;
  readonly comment: Buffer;
  /** Distance between the directory's pointer and the file's own header. */
  readonly shift: number;
  /** Number of times that the directory lists it, always with the same bytes. */
  readonly listed: number;
}

const XML = '<cfdi:Comprobante Version="4.0" Total="116000.00"/>';
const UTF8 = 0x800;
const ENCRYPTED = 1;
const SIZE_FOLLOWS = 8;
const MAX_UINT32 = 0xffff_ffff;
/** 2.0. */
const VERSION = 20;

const NAMES = [
  'A.xml',
  'carpeta/B.XML',
  'A.pdf',
  'leeme.txt',
  'otro.zip',
  '../../../etc/passwd.xml',
  'C:\\Windows\\A.xml',
  '/A.xml',
  '//A.xml',
  'A.xml/',
  '.xml',
  '',
  '__MACOSX/._A.xml',
  'A\0.xml',
  '\u202elmx.A.xml',
  'Ñandú.xml',
  `${'x'.repeat(5_000)}.xml`,
] as const;

const CONTENTS: readonly ((random: Random) => Buffer)[] = [
  () => Buffer.from(XML),
  (random) => Buffer.from(XML.repeat(random.between(2, 40))),
  () => Buffer.alloc(0),
  // A bomb: a thousandfold when unpacked.
  (random) => Buffer.alloc(random.between(1, 200) * 1_000),
  (random) => Buffer.from(Array.from({ length: random.between(1, 500) }, () => random.between(0, 255))),
];

function packed(name: string, content: Buffer, isStored: boolean): Packed {
  const bytes = isStored ? content : deflateRawSync(content);
  return {
    name: Buffer.from(name),
    flags: UTF8,
    method: isStored ? 0 : 8,
    bytes,
    size: content.length,
    packed: bytes.length,
    crc: crc32(content),
    extra: Buffer.alloc(0),
    comment: Buffer.alloc(0),
    shift: 0,
    listed: 1,
  };
}

type Lie = (file: Packed, random: Random) => Partial<Packed>;

const near = (value: number, random: Random): number =>
  Math.max(0, random.pick([value + 1, value - 1, value * 2, 0, 65_535, MAX_UINT32, random.between(0, 1_000_000)])) %
  (MAX_UINT32 + 1);

const LIES: readonly Lie[] = [
  ({ size }, random) => ({ size: near(size, random) }),
  ({ packed: length }, random) => ({ packed: near(length, random) }),
  ({ size, packed: length }, random) => ({ size: near(size, random), packed: near(length, random) }),
  ({ crc }, random) => ({ crc: near(crc, random) }),
  ({ flags }) => ({ flags: flags | ENCRYPTED }),
  ({ flags }) => ({ flags: flags | SIZE_FOLLOWS, size: 0, packed: 0 }),
  () => ({ flags: 0 }),
  (_, random) => ({ method: random.pick([0, 1, 8, 9, 12, 14, 93, 65_535]) }),
  (_, random) => ({ shift: random.pick([-1, 1, -30, 30, 1_000, -1_000_000, 1_000_000]) }),
  (_, random) => ({ listed: random.between(2, 5) }),
  (_, random) => ({ extra: Buffer.alloc(random.between(1, 300), 1), comment: Buffer.alloc(random.between(1, 300), 2) }),
  ({ bytes }, random) => ({ bytes: bytes.subarray(0, random.between(0, bytes.length)) }),
];

/** The fields that a file's own header and its entry in the directory share, from the version needed on. */
function commonOf(file: Packed): Buffer {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(file.flags, 2);
  common.writeUInt16LE(file.method, 4);
  common.writeUInt32LE(file.crc, 10);
  common.writeUInt32LE(file.packed, 14);
  common.writeUInt32LE(file.size, 18);
  common.writeUInt16LE(file.name.length, 22);
  common.writeUInt16LE(file.extra.length, 24);
  return common;
}

function localOf(file: Packed): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(0x04034b50);
  return Buffer.concat([signature, commonOf(file), file.name, file.extra, file.bytes]);
}

function centralOf(file: Packed, at: number): Buffer {
  const start = Buffer.alloc(6);
  start.writeUInt32LE(0x02014b50, 0);
  start.writeUInt16LE(VERSION, 4);
  const end = Buffer.alloc(14);
  end.writeUInt16LE(file.comment.length, 0);
  end.writeUInt32LE(Math.max(0, at + file.shift), 10);
  return Buffer.concat([start, commonOf(file), end, file.name, file.extra, file.comment]);
}

/** The record that ends an archive; with `lie` some of its numbers are false. */
function endOf(count: number, directory: number, start: number, lie: Random | null): Buffer {
  const end = Buffer.alloc(22);
  const claimed = (value: number, limit: number): number =>
    lie?.chance(40) ? Math.min(near(value, lie), limit) : value;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 65_535), 8);
  end.writeUInt16LE(claimed(Math.min(count, 65_535), 65_535), 10);
  end.writeUInt32LE(claimed(directory, MAX_UINT32), 12);
  end.writeUInt32LE(claimed(start, MAX_UINT32), 16);
  end.writeUInt16LE(lie?.chance(20) ? lie.between(1, 65_535) : 0, 20);
  return end;
}

function archiveOf(files: readonly Packed[], random: Random, isHostile: boolean): Buffer {
  const before = Buffer.alloc(isHostile && random.chance(10) ? random.between(1, 100) : 0);
  const locals: Buffer[] = [before];
  const directory: Buffer[] = [];
  let at = before.length;
  for (const file of files) {
    const local = localOf(file);
    for (let times = 0; times < file.listed; times += 1) directory.push(centralOf(file, at));
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = endOf(directory.length, central.length, at, isHostile && random.chance(30) ? random : null);
  return Buffer.concat([...locals, central, end]);
}

function damaged(archive: Buffer, random: Random): Buffer {
  const anywhere = (): number => random.between(0, archive.length);
  const kind = random.between(1, 4);
  if (kind === 1) return archive.subarray(0, anywhere());
  if (kind === 2) return archive.subarray(anywhere());
  if (kind === 3) {
    const at = anywhere();
    return Buffer.concat([archive.subarray(0, at), archive.subarray(anywhere()), archive.subarray(at)]);
  }
  const changed = Buffer.from(archive);
  for (let times = random.between(1, 6); times > 0 && changed.length > 0; times -= 1)
    changed.writeUInt8(random.between(0, 255), random.between(0, changed.length - 1));
  return changed;
}

/** An archive of up to six files; half of them are sound, the others lie about themselves or are damaged. */
export function archiveFrom(seed: string): Buffer {
  const random = randomFrom(seed);
  const isHostile = random.chance(50);
  const files = Array.from({ length: random.between(0, 6) }, (): Packed => {
    const nested = () => archiveOf([packed('A.xml', Buffer.from(XML), false)], random, false);
    const content = random.chance(10) ? nested() : random.pick(CONTENTS)(random);
    const file = packed(random.pick(NAMES), content, random.chance(40));
    return isHostile && random.chance(40) ? { ...file, ...random.pick(LIES)(file, random) } : file;
  });
  const archive = archiveOf(files, random, isHostile);
  return isHostile && random.chance(40) ? damaged(archive, random) : archive;
}
