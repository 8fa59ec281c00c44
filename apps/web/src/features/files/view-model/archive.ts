/** The invoices inside an archive. */
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { type ZipEntry, type ZipLimits, type ZipProblem, ZipRefusal, zipEntries } from '../../../lib/zip.ts';
import { es } from '../es.ts';
import { MAX_FILE_BYTES, type Reason } from './queue.ts';
import type { Unpacked } from './unpack.ts';

const MEGABYTE = 1024 * 1024;
const MAX_ARCHIVE_BYTES = 200 * MEGABYTE;
/** XML becomes some ten times larger; a hundred times is an attack. */
const LIMITS: ZipLimits = { files: 5_000, total: 300 * MEGABYTE, ratio: 200 };

/** The XML files of an archive, in its order; what cannot be read is refused by name. */
export async function openArchive(archive: File): Promise<Unpacked> {
  const refuse = (why: Reason, name = archive.name): Unpacked => ({ files: [], refused: [{ name, why }] });
  if (archive.size > MAX_ARCHIVE_BYTES) return refuse(es.zip['too-large']);
  try {
    const entries = await zipEntries(archive, LIMITS, isWanted);
    if (entries.length === 0) return refuse(es.zip.empty);
    const parts: Unpacked[] = [];
    // One after the other: thousands of open streams would cost more than they hold.
    for (const entry of entries)
      parts.push(
        /\.zip$/i.test(entry.path)
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
