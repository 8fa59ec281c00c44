import type { TimeStamp } from './timestamp.ts';

/** A certified provider of conservation certificates (NOM-151). Only a hash leaves the house. */
export interface ConservationPort {
  /** Has a SHA-256 certified. Throws ConservationUnavailable, after which the provider may have it. */
  conserve(hash: Buffer): Promise<Constancia>;
  /** The certificate of a hash that was sent before; null if the provider has none. Throws ConservationUnavailable. */
  find(hash: Buffer): Promise<Constancia | null>;
}

/** Verified on receipt. */
export interface Constancia extends TimeStamp {
  /** At the provider. */
  readonly providerId: string;
  /** RFC 3161 TimeStampResp, as received. */
  readonly token: Buffer;
}

/** The provider did not answer, or not with a valid certificate. */
export class ConservationUnavailable extends Error {
  override readonly name = 'ConservationUnavailable';
}
