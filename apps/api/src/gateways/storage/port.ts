import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Unavailable } from '../../platform/work/unavailable.ts';

/** The storage is unavailable; nothing was acknowledged. */
export class StorageUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('the file store is unavailable', { cause });
    this.name = 'StorageUnavailable';
  }
}

/** The SHA-256 under which bytes are stored. */
export const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The key of a stored file. */
export interface StoredFile {
  readonly clientId: string;
  readonly sha256: Buffer;
}

/** Storage for the bytes of uploads, by client and SHA-256. */
export interface FileStorage {
  /**
   * Stores the bytes; resolves with their SHA-256 once they are durable and verified by reading back. Idempotent, even
   * concurrently. Throws StorageUnavailable.
   */
  put(clientId: string, bytes: Uint8Array): Promise<Buffer>;
  /** A stream of a stored file; null if missing. Throws StorageUnavailable. */
  open(clientId: string, sha256: Uint8Array): Promise<Readable | null>;
  /** Removes a stored file, unless it was stored in the last hour, because an upload may still be recording it. Throws
   * StorageUnavailable. */
  remove(clientId: string, sha256: Uint8Array): Promise<void>;
  /** Every stored file. Throws StorageUnavailable. */
  list(): AsyncIterable<StoredFile>;
  /** Megabytes (10^6 bytes) that may still be stored. Throws StorageUnavailable. */
  freeMegabytes(): Promise<number>;
  /** Null if uploads pass through the portal. */
  readonly incoming: IncomingFiles | null;
}

interface IncomingPermit {
  readonly seconds: number;
  readonly size: number;
  readonly sha256: Buffer | null;
}

/** Uploads that a client's program sends to the storage itself. */
export interface IncomingFiles {
  /** An address to which an object of `size` is PUT. With `sha256` only these bytes are accepted, with their checksum as a header. */
  address(key: string, permit: IncomingPermit): Promise<string>;
  /** The bytes that were put there; null if none, or far too many for a file. Throws StorageUnavailable. */
  read(key: string): Promise<Buffer | null>;
}
