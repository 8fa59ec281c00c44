/** Requests of a client to its lender: a higher credit line, or another account for its deposits. */

export const requestKinds = ['line', 'account'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** `proposed`: an operator has put it before a second person. */
export const requestStates = ['open', 'proposed', 'approved', 'declined', 'withdrawn'] as const;
export type RequestState = (typeof requestStates)[number];

/**
 * Where a request stands at an instant: a proposal whose time is over leaves it with the lender, before its row says so. The time
 * of a proposal is null if it has no end.
 */
export const stateOfRequest = (
  { state, proposedUntil }: { readonly state: RequestState; readonly proposedUntil: Date | null },
  at: Date,
): RequestState => (state === 'proposed' && proposedUntil !== null && proposedUntil <= at ? 'open' : state);

/** Steps of a request with the states from which each is made. A proposal that is not approved leaves it open. */
export const requestSteps = {
  propose: { from: ['open'], to: 'proposed' },
  reopen: { from: ['proposed'], to: 'open' },
  approve: { from: ['proposed'], to: 'approved' },
  decline: { from: ['open'], to: 'declined' },
  withdraw: { from: ['open'], to: 'withdrawn' },
} as const satisfies Readonly<Record<string, { readonly from: readonly RequestState[]; readonly to: RequestState }>>;
export type RequestStep = keyof typeof requestSteps;

/** Step of a request whose proposal has ended in a state. */
export const stepOfProposal = (state: string): 'approve' | 'reopen' => (state === 'approved' ? 'approve' : 'reopen');

/** Largest cover page of a bank statement, in bytes. */
export const MAX_COVER_BYTES = 1_000_000;

const PDF_START = '%PDF-';

/** Whether some bytes can be a PDF of an allowed size. */
export const isCover = (bytes: Uint8Array): boolean =>
  bytes.length <= MAX_COVER_BYTES &&
  new TextDecoder('latin1').decode(bytes.subarray(0, PDF_START.length)) === PDF_START;

/** A tax id as typed, without spaces and signs. */
const plainRfc = (rfc: string): string => rfc.toUpperCase().replace(/[^A-ZÑ&0-9]/g, '');

/** Whether the account belongs to the client: the tax id on its statement is the client's. */
export const isHolder = (typed: string, rfc: string): boolean => plainRfc(typed) === plainRfc(rfc);
