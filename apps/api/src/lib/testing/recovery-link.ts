export interface RecoveryLink {
  readonly key: string;
  readonly email: string;
  readonly origin: string;
}

/** What the link of a mail carries; empty where there is none. */
export const linkIn = (text: string | undefined): RecoveryLink => {
  const url = new URL(/https?:\S+\/recoverPass\?\S+/.exec(text ?? '')?.[0] ?? 'none:');
  return { key: url.searchParams.get('k') ?? '', email: url.searchParams.get('e') ?? '', origin: url.origin };
};
