export interface RecoveryLink {
  readonly key: string;
  readonly email: string;
  readonly origin: string;
}

/** Parameters of the link in a mail; empty without a link. */
export const linkIn = (text: string | undefined): RecoveryLink => {
  const url = new URL(/https?:\S+\/recoverPass#\S+/.exec(text ?? '')?.[0] ?? 'none:');
  const carried = new URLSearchParams(url.hash.slice(1));
  return { key: carried.get('k') ?? '', email: carried.get('e') ?? '', origin: url.origin };
};
