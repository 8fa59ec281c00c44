/** Notices of assignment: the receiver learns that the lender bought what it owes to a client. */

/** How the receiver got the notice. */
export const noticeWays = ['mail', 'in-person', 'notary', 'portal'] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** Largest file of evidence. */
export const MAX_EVIDENCE_BYTES = 2_000_000;

const signatures = [
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/** Whether the bytes are a PDF, a PNG or a JPEG of a size that is kept. */
export const isEvidence = (bytes: Uint8Array): boolean =>
  bytes.length <= MAX_EVIDENCE_BYTES && signatures.some((start) => start.every((byte, place) => bytes[place] === byte));
