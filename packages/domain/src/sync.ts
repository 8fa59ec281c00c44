/** Synchronisation with the tax authority: the states of a client's credential and of a download. */

/** Status of the CIEC password, with the specification's numbers. */
export const ciecStatus = { PENDING: 10, VALID: 20, INVALID: 30, DEACTIVATED: 40, ERROR: 50 } as const;
export type CiecStatusName = keyof typeof ciecStatus;
export type CiecStatus = (typeof ciecStatus)[CiecStatusName];

/** Credential with which a client connects: its CIEC password or its e.firma. */
export const syncCredentials = ['ciec', 'efirma'] as const;
export type SyncCredential = (typeof syncCredentials)[number];

/** Ages in days of the oldest invoice of the first download. */
export const historyDays = [30, 60, 90, 120] as const;
export const DEFAULT_HISTORY_DAYS = 90;

/** A daily download begins this many days before the last one ended: the tax authority lists some invoices late. */
export const OVERLAP_DAYS = 2;

/** A download that takes longer has failed. */
export const MAX_RUN_HOURS = 48;

/**
 * 'requested': recorded here. 'extracting': the provider downloads. 'importing': its invoices are imported.
 */
export type SyncRunState = 'requested' | 'extracting' | 'importing' | 'finished' | 'failed';

interface Step {
  readonly from: readonly SyncRunState[];
  readonly to: SyncRunState;
}

export const syncRunSteps = {
  extract: { from: ['requested'], to: 'extracting' },
  /** The provider could not reach the tax authority, or no longer has what it extracted: it is asked again. */
  repeat: { from: ['extracting', 'importing'], to: 'requested' },
  import: { from: ['extracting'], to: 'importing' },
  finish: { from: ['importing'], to: 'finished' },
  fail: { from: ['requested', 'extracting', 'importing'], to: 'failed' },
} as const satisfies Readonly<Record<string, Step>>;
export type SyncRunStep = keyof typeof syncRunSteps;

/** Statuses of a credential that no longer works until the client connects again. */
export const isCredentialBroken = (status: CiecStatus): boolean =>
  status === ciecStatus.INVALID || status === ciecStatus.DEACTIVATED || status === ciecStatus.ERROR;
