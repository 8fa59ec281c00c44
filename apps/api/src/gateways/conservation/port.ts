import type { TimeStamp } from './timestamp.ts';

/** A certified provider of conservation certificates (NOM-151). Only a hash leaves the house. */
export interface ConservationPort {
  /** Has a SHA-256 certified, which is paid for. Throws ConservationUnavailable, after which the provider may have it. */
  conserve(hash: Buffer): Promise<Receipt>;
  /**
   * Receipt issued for a hash that was sent before; null if the provider has nothing. Throws ConservationUnavailable.
   */
  find(hash: Buffer): Promise<Receipt | null>;
  /** Verifies again what was received before: the pinned roots may have changed. Throws ConservationUnavailable. */
  verify(received: Received, hash: Buffer): Promise<Receipt>;
}

export interface Received {
  readonly providerId: string;
  /** RFC 3161 TimeStampResp, as received. */
  readonly token: Buffer;
}

/** Receipt of the provider, whether or not it proves anything. */
export interface Receipt extends Received {
  /** Null if the token is no valid time stamp of the hash. */
  readonly stamp: TimeStamp | null;
  /** Result of its verification, for people. */
  readonly verdict: string;
}

/** The provider did not answer as agreed. */
export class ConservationUnavailable extends Error {
  override readonly name = 'ConservationUnavailable';
}
