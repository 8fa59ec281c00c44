/** Picked or dropped files: archives are opened, any other file is sent or refused by name. */
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

const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

/** [CAR-01] The files in their order, those of archives in place of the archive. */
export async function unpack(picked: readonly File[]): Promise<Unpacked> {
  const unpacked = await Promise.all(
    picked.map((file) => (isZip(file) ? opened(file) : { files: [file], refused: [] })),
  );
  return {
    files: unpacked.flatMap(({ files }) => files),
    refused: unpacked.flatMap(({ refused }) => refused),
  };
}

/** The reader of archives is loaded for the first one. */
async function opened(archive: File): Promise<Unpacked> {
  const reader = await import('./archive.ts').catch(() => null);
  return reader?.openArchive(archive) ?? { files: [], refused: [{ name: archive.name, why: es.zip.offline }] };
}
