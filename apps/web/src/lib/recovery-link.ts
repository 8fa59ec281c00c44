/** The two values of an e-mailed recovery link, held in memory so that the key stays in no address and no history. */
export interface RecoveryLink {
  readonly email: string;
  readonly key: string;
}

let link: Partial<RecoveryLink> = {};

/** Keeps what the address carried, as far as it carried anything. */
export const keepRecoveryLink = (carried: Partial<RecoveryLink>): void => {
  link = carried;
};

/** What the last link carried: an e-mail alone fills the first step in, with its key it opens the second. */
export const recoveryLink = (): Partial<RecoveryLink> => link;
