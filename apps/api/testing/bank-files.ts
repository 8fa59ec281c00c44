/** Accounts of the lender's banks, and the files that these give of them. */

/** An account whose files have three columns: date, text, and amount with its sign. */
export const aStatementAccount = (name: string, number: string, currency: 'MXN' | 'USD' = 'MXN') => ({
  name,
  currency,
  number,
  mapping: {
    separator: 'comma',
    decimal: 'point',
    dateOrder: 'dmy',
    headerRows: 0,
    columns: { date: 1, amount: 3, charge: 0, credit: 0, trackingKey: 0, reference: 0, text: 2, balance: 0 },
  },
});
