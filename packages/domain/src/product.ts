/** The lender's two products: BI, the index product, and FB, the factoring product with a receiver's confirmed programme. */
export const productCodes = ['BI', 'FB'] as const;
export type ProductCode = (typeof productCodes)[number];

/** Fixed term of FB. Source: specification, business constants. */
export const FB_TERM_DAYS = 45;

/** Longest time from an invoice's emission to its payment. Source: specification, business constants. */
export const MAX_TERM_DAYS = 180;
