/** Deductions: amounts that a payer kept back from what it owes, with their kinds. */

/** 'credit-note': of the supplier, which the aforo pays. 'fee', 'withholding': the receiver still owes them. */
export const deductionKinds = ['credit-note', 'fee', 'withholding'] as const;
export type DeductionKind = (typeof deductionKinds)[number];
