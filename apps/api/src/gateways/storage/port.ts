import type { Readable } from 'node:stream';

/** The store cannot keep or give back a file now; nothing was acknowledged. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('the file store is unavailable', { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Where the bytes of uploads are kept, under a key that the server makes: client and SHA-256 of the content. */
export interface FileStorage {
  /**
   * Keeps the bytes and resolves with their SHA-256 once they are durable and read back with that hash. The same bytes
   * twice, also at once, are one file. Throws StorageUnavailable.
   */
  put(clientId: string, bytes: Uint8Array): Promise<Buffer>;
  /** The bytes of a kept file as a stream; null when there is none. Throws StorageUnavailable. */
  open(clientId: string, sha256: Uint8Array): Promise<Readable | null>;
}
