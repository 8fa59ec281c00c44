import { type EvidenceFacts, evidenceOf } from '@anticipa/domain/evidence';

const at = new Date('2026-03-10T18:00:00Z');
const sound: EvidenceFacts = {
  now: at,
  enteredAt: at,
  isStampVerified: true,
  isConfirmed: true,
  objection: null,
  checkedAt: at,
  issuerSituation: null,
  receiverSituation: null,
  listedAt: at,
  isClaimed: true,
  relationMotive: null,
  reducedTo: null,
  receiverStatus: 20,
  product: 'BI',
  isProductOn: true,
  lineTaken: '104400.00',
  lineLimit: '5000000.00',
  isWithinLine: true,
  receiverTaken: '116000.00',
  receiverLimit: null,
  isWithinReceiverLimit: true,
  pairTaken: '116000.00',
  pairLimit: '200000.00',
  isWithinPairLimit: true,
  purchaseOrder: null,
  concentration: 12.5,
  delayDays: null,
};

/** The checks of a sound invoice but for these facts, as the server answers them. */
export const checksOf = (facts: Partial<EvidenceFacts> = {}) =>
  evidenceOf({ ...sound, ...facts }).map(({ at, ...check }) => ({ ...check, at: at?.toISOString() ?? null }));
