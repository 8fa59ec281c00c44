/** Notices of assignment, as operators record them. */

/** The first bytes of a PDF, which are enough for evidence. */
export const EVIDENCE = Buffer.from('%PDF-1.7 acuse').toString('base64');

export const aNotice = ({ on = '2026-03-09', reason = null }: { on?: string; reason?: string | null } = {}) => ({
  given: { on, way: 'notary', evidence: { fileName: 'acuse.pdf', data: EVIDENCE } },
  reason,
});
