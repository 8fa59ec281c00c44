import {
  bringBankFile,
  decideBankLine,
  getBank,
  getBankFile,
  previewBankFile,
  saveStatementAccount,
} from '@anticipa/contract/bank-files';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { saveAccount } from './accounts.ts';
import { bring, preview } from './bring.ts';
import { decide } from './decide.ts';
import { bank, fileRows } from './queries.ts';

const taken = refuse('BANK_ACCOUNT_TAKEN');

export const bankFilesRoutes: readonly Served[] = [
  read(getBank, async (work) => done(await bank(work))),
  read(getBankFile, async (work, { params }) => {
    const rows = await fileRows(work, params.fileId);
    return rows ? done(rows) : refuse('NOT_FOUND');
  }),
  write(saveStatementAccount, (work, { body }) => saveAccount(work, body), {
    broken: { statement_accounts_name_key: taken, statement_accounts_number_currency_key: taken },
  }),
  read(previewBankFile, (work, { params, bytes }) => preview(work, params.accountId, bytes)),
  write(bringBankFile, (work, { params, query, bytes }) => bring(work, params.accountId, query, bytes)),
  write(decideBankLine, (work, { params, body }) => decide(work, params.lineId, body)),
];
