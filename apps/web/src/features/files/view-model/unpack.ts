/** Picked or dropped files as the invoices among them: archives are opened, what accompanies an XML is left out. */
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { type ZipEntry, type ZipLimits, type ZipProblem, ZipRefusal, zipEntries } from '../../../lib/zip.ts';
import { es } from '../es.ts';
import { MAX_FILE_BYTES, type Reason } from './queue.ts';

const MEGABYTE = 1024 * 1024;
const MAX_ARCHIVE_BYTES = 200 * MEGABYTE;
/** XML becomes some ten times larger; a hundred times is an attack. */
const LIMITS: ZipLimits = { files: 5_000, total: 300 * MEGABYTE, ratio: 200 };

export interface Refused {
  readonly name: string;
  readonly why: Reason;
}

export interface Unpacked {
  readonly files: readonly File[];
  readonly refused: readonly Refused[];
}

const isNamed = (ending: RegExp) => (file: { readonly name: string }) => ending.test(file.name);
const isZip = isNamed(/\.zip$/i);
const isXml = isNamed(/\.xml$/i);
const isPdf = isNamed(/\.pdf$/i);

/** [CAR-01] The files to send, in their order; a PDF is left out beside an XML, and refused on its own. */
export async function unpack(picked: readonly File[]): Promise<Unpacked> {
  const unpacked = await Promise.all(
    picked.map((file) => (isZip(file) ? openArchive(file) : { files: [file], refused: [] })),
  );
  const files = unpacked.flatMap((part) => part.files);
  return {
    files: files.some(isXml) ? files.filter((file) => !isPdf(file)) : files,
    refused: unpacked.flatMap(({ refused }) => refused),
  };
}

async function openArchive(archive: File): Promise<Unpacked> {
  const refuse = (why: Reason, name = archive.name): Unpacked => ({ files: [], refused: [{ name, why }] });
  if (archive.size > MAX_ARCHIVE_BYTES) return refuse(es.zip['too-large']);
  try {
    const entries = await zipEntries(archive, LIMITS, isWanted);
    if (entries.length === 0) return refuse(es.zip.empty);
    const parts: Unpacked[] = [];
    // One after the other: thousands of open streams would cost more than they hold.
    for (const entry of entries)
      parts.push(
        isZip({ name: entry.path })
          ? refuse(es.zip.nested, `${archive.name} › ${baseName(entry.path)}`)
          : await readInvoice(entry, archive.name),
      );
    return { files: parts.flatMap(({ files }) => files), refused: parts.flatMap(({ refused }) => refused) };
  } catch (error) {
    return refuse(problemOf(error));
  }
}

async function readInvoice(entry: ZipEntry, archive: string): Promise<Unpacked> {
  const name = baseName(entry.path);
  const refuse = (why: Reason): Unpacked => ({ files: [], refused: [{ name: `${archive} › ${name}`, why }] });
  if (entry.size > MAX_FILE_BYTES) return refuse(motiveTexts.FILE_TOO_LARGE);
  try {
    return { files: [new File([await entry.read()], name, { type: 'text/xml' })], refused: [] };
  } catch (error) {
    return refuse(problemOf(error));
  }
}

const problemOf = (error: unknown): Reason => {
  const problem: ZipProblem = error instanceof ZipRefusal ? error.problem : 'damaged';
  return es.zip[problem];
};

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** XML and archives, but not what operating systems add: `__MACOSX/._A.xml`. */
const isWanted = (path: string): boolean =>
  /\.(xml|zip)$/i.test(path) && !path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
