/** Picked or dropped files as the invoices among them: archives are opened, what accompanies an XML is left out. */
import { es } from '../es.ts';
import type { Reason } from './queue.ts';

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
    picked.map((file) => (isZip(file) ? opened(file) : { files: [file], refused: [] })),
  );
  const files = unpacked.flatMap((part) => part.files);
  return {
    files: files.some(isXml) ? files.filter((file) => !isPdf(file)) : files,
    refused: unpacked.flatMap(({ refused }) => refused),
  };
}

/** The reader of archives is loaded for the first one. */
async function opened(archive: File): Promise<Unpacked> {
  const reader = await import('./archive.ts').catch(() => null);
  return reader?.openArchive(archive) ?? { files: [], refused: [{ name: archive.name, why: es.zip.offline }] };
}
