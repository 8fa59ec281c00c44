/** Alerts of clients and receivers on the list of article 69-B. */
import { type ListedSituation, suspectSituations } from '@anticipa/domain/listed-taxpayer';
import type { RejectionMotive } from '@anticipa/domain/motives';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { type NewAlert, raiseAlert } from '../alerts/alert.ts';

interface Listed {
  readonly rfc: string;
  readonly situation: ListedSituation | null;
}

/** Raises the alert of a tax id, once for each reason, wherever it is met. */
export const raiseListed = (
  work: WideWork | Work,
  rfc: string,
  alert: Pick<NewAlert, 'reason' | 'details'>,
): Promise<void> => raiseAlert(work, { kind: 'listed-taxpayer', subject: `taxpayer:${rfc}`, ...alert });

/** Raises an alert for each tax id that is presumed or proven, once per situation. */
export async function reportListed(work: Work, taxpayers: readonly Listed[]): Promise<void> {
  for (const { rfc, situation } of taxpayers) {
    const reason = suspectSituations.find((suspect) => suspect === situation);
    if (reason) await raiseListed(work, rfc, { reason });
  }
}

/** Alerts the lender of issuers that the status service reports as listed. */
export async function reportListedIssuers(
  work: Work,
  invoices: readonly { readonly issuerRfc: string }[],
): Promise<void> {
  for (const rfc of new Set(invoices.map(({ issuerRfc }) => issuerRfc)))
    await raiseListed(work, rfc, { reason: 'status-service' });
}

/** Whether the motive derives from the list. */
export const isListing = (motive: RejectionMotive | undefined): motive is 'ISSUER_LISTED' | 'RECEIVER_LISTED' =>
  motive === 'ISSUER_LISTED' || motive === 'RECEIVER_LISTED';
