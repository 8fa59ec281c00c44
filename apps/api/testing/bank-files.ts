/** Accounts of the lender's banks, and the files that these give of them. */
import type { BankLine } from '@anticipa/contract/bank-files';
import { routes } from '@anticipa/contract/routes';
import type { Session } from './session.ts';

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

/** A file for such an account: rows of text, amount and day, which defaults to `today`. */
export const bankRows = (
  today: string,
  rows: readonly (readonly [text: string, amount: string, day?: string])[],
): string =>
  rows.map(([text, amount, day = today]) => `${day.split('-').toReversed().join('/')},${text},${amount}`).join('\n');

/** The call that takes in a file. `unread`: reason to leave out rows that are not movements. */
export const bankFile = (accountId: string, body: string | Uint8Array, unread?: string) => ({
  params: { accountId },
  query: { name: 'movimientos.csv', ...(unread !== undefined && { unread }) },
  body,
});

/** Movements of an account that are not in the books. */
export const openLines = async (operator: Session, accountId: string): Promise<BankLine[]> =>
  (await operator.call(routes.getBank)).open.filter((line) => line.accountId === accountId);

/** The call that decides a movement. */
export const decisionOf = (line: BankLine | undefined, decision: object) => ({
  params: { lineId: line?.lineId ?? '' },
  body: { decision },
});

/** A file of two movements of an account, of which one resembles the other. */
export async function aBankFile(
  operator: Session,
  name: string,
): Promise<Readonly<Record<'statementAccountId' | 'bankFileId' | 'bankLineId', string>>> {
  const { account } = await operator.call(routes.saveStatementAccount, { body: aStatementAccount(name, name) });
  const params = { accountId: account.accountId };
  const bring = async (body: string) =>
    (await operator.call(routes.bringBankFile, { params, query: { name: 'movimientos.csv' }, body })).file;
  const { fileId } = await bring('02/03/2026,uno,5.80');
  await bring('02/03/2026,dos,5.80');
  const { open } = await operator.call(routes.getBank);
  const alike = open.find(({ accountId, cause }) => accountId === account.accountId && cause === 'resembles');
  return { statementAccountId: account.accountId, bankFileId: fileId, bankLineId: alike?.lineId ?? '' };
}
