/** Packages of the mass download: ZIPs of CFDI or of metadata, kept because the tax authority gives each only twice. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MAX_FILE_BYTES } from '@anticipa/cfdi/limits';
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import type { ListedInvoice } from './port.ts';
import { SyncUnavailable } from './port.ts';

export interface PackageFolder {
  /** The ZIP, from the folder or else as `download` gets it, which is kept. */
  get(rfc: string, packageId: string, download: () => Promise<Buffer>): Promise<Buffer>;
  /** Removes all that were kept of a taxpayer. */
  clear(rfc: string): Promise<void>;
}

const ID = /^[\w-]{1,80}$/;
const CFDI_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/i;
/** A million rows. */
const MAX_METADATA_BYTES = 512 * 1024 * 1024;
/** Metadata of invoices lie in the root; a package's other text files are something else. */
const METADATA_NAME = /^[^/]+\.txt$/i;
const HEADING = 'Uuid~RfcEmisor~';
const UUID = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
const CANCELLED = '0';
const IN_FORCE = '1';

export function packagesIn(folder: string): PackageFolder {
  return {
    get: async (rfc, packageId, download) => {
      if (!ID.test(packageId)) throw new SyncUnavailable('the mass download answered with no id of a package');
      const file = path.join(folder, `${rfc}.${packageId}.zip`);
      const found = await readFile(file).catch(() => null);
      if (found) return found;
      const bytes = await download();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return bytes;
    },
    clear: async (rfc) => {
      const names = await readdir(folder).catch((): string[] => []);
      await Promise.all(
        names.filter((name) => name.startsWith(`${rfc}.`)).map((name) => rm(path.join(folder, name), { force: true })),
      );
    },
  };
}

/** UUIDs of the CFDI in a package, upper case and in order. */
export function uuidsIn(zip: Buffer): string[] {
  const names: string[] = [];
  filesIn(zip, ({ name }) => {
    names.push(name);
    return false;
  });
  return names.flatMap((name) => CFDI_NAME.exec(name)?.[1]?.toUpperCase() ?? []).toSorted();
}

/** The CFDI of that UUID; null if the package has none. */
export function cfdiIn(zip: Buffer, uuid: string): Buffer | null {
  const isWanted = ({ name, originalSize }: UnzipFileInfo): boolean =>
    name.toUpperCase() === `${uuid}.XML` && originalSize <= MAX_FILE_BYTES;
  const [bytes] = Object.values(filesIn(zip, isWanted));
  return bytes ? Buffer.from(bytes) : null;
}

/** The cancelled invoices in a package of metadata that the taxpayer issued. Throws SyncUnavailable if a row cannot be read. */
export function cancelledIn(zip: Buffer, rfc: string): ListedInvoice[] {
  const isText = ({ name, originalSize }: UnzipFileInfo): boolean =>
    METADATA_NAME.test(name) && originalSize <= MAX_METADATA_BYTES;
  const files = Object.values(filesIn(zip, isText))
    .map((bytes) => strFromU8(bytes).replace(/^\uFEFF/, ''))
    .filter((text) => text.startsWith(HEADING));
  if (files.length === 0) throw new SyncUnavailable('a package has no metadata');
  return files.flatMap((text) => cancelledRows(text, rfc));
}

/**
 * The first line decides how rows end: a name may contain the other kind of line break. It may contain the separator too, so
 * columns after the names are counted from the end.
 */
function cancelledRows(text: string, rfc: string): ListedInvoice[] {
  const [heading = '', ...rows] = text.split(/^[^\n]*\r\n/.test(text) ? '\r\n' : '\n');
  const columns = heading.split('~');
  if (!columns.includes('Estatus')) throw new SyncUnavailable('a package has other columns');
  const fromEnd = columns.indexOf('Estatus') - columns.length;
  return rows.flatMap((row, at) => {
    if (row === '') return [];
    const cells = row.split('~');
    const [uuid = '', issuer] = cells;
    const [found, status] = [uuid.toUpperCase(), cells.at(fromEnd)];
    const isWhole = cells.length >= columns.length && UUID.test(found) && (status === CANCELLED || status === IN_FORCE);
    if (!isWhole) throw new SyncUnavailable(`row ${at + 2} of a package’s metadata cannot be read`);
    return issuer === rfc && status === CANCELLED ? [{ invoiceId: found, uuid: found, isCancelled: true }] : [];
  });
}

function filesIn(zip: Buffer, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter });
  } catch (cause) {
    throw new SyncUnavailable('a package is no ZIP', { cause });
  }
}
