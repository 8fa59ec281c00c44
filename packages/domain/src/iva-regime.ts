/** How the interest of a sale is taxed, and when it is invoiced. A sale keeps the regime of its day. */

/**
 * `devengado`: IVA of the interest as it accrues, invoiced by month. `exento`: the same without IVA, as a lender of the financial
 * system charges companies. `flujo`: interest and IVA are collected when they are kept back from the deposit, and invoiced then.
 */
export const ivaRegimes = ['devengado', 'exento', 'flujo'] as const;
export type IvaRegime = (typeof ivaRegimes)[number];

/** Rates of the IVA in per cent: the general one, and that of the border region. */
export const ivaRates = ['16', '8'] as const;
export type IvaRate = (typeof ivaRates)[number];

/** The rate of the IVA of a sale's interest. Rate 0 stands for exempt: no interest has the tax authority's rate of 0 %. */
export const interestRateOfIva = (regime: IvaRegime, ivaRate: IvaRate): IvaRate | '0' =>
  regime === 'exento' ? '0' : ivaRate;

/** Whether a document states the interest as exempt. */
export const isExempt = (ivaRate: string): boolean => Number(ivaRate) === 0;
