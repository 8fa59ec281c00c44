/** Texts that the DNS has of a name. Nothing there is trusted. */
export interface DomainRecordsPort {
  /** Empty if the name has none or does not exist; null if the look-up failed. Never throws. */
  textsOf(name: string): Promise<readonly string[] | null>;
}
