/** How long personal data are kept; docs/personal-data.md gives the reasons. */

/** Mails, and people without access: as long as a customer of the lender may complain before the CONDUSEF. */
export const COMPLAINT_YEARS = 2;
/** Names of those who made a contract or decided on one: as long as a merchant keeps contracts. */
export const CONTRACT_YEARS = 10;

export const yearsBefore = (at: Date, years: number): Date => {
  const before = new Date(at);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
};

/** Shown instead of an erased person's name, and the address that stands for theirs. */
export const ERASED_NAME = { first_name: 'Persona', last_name: 'borrada' } as const;
export const erasedEmail = (id: string): string => `${id}@borrado.invalid`;
