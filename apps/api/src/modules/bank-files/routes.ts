import {
  bookBankLines,
  bringBankFile,
  decideBankLine,
  getBank,
  getBankFile,
  getBankReconciliation,
  previewBankFile,
  saveStatementAccount,
} from '@anticipa/contract/bank-files';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import { attemptAs, readLong, runAs } from '../../platform/work/transaction.ts';
import { oneAtATime } from '../approvals/submit.ts';
import type { Deps } from '../deps.ts';
import { saveAccount } from './accounts.ts';
import { bookLines } from './book.ts';
import { bring, preview } from './bring.ts';
import { decide } from './decide.ts';
import { withPlans } from './plan.ts';
import { bank, fileRows } from './queries.ts';
import { reconciliations } from './reconcile.ts';

const taken = refuse('BANK_ACCOUNT_TAKEN');
const keyReused = refuse('TRACKING_KEY_REUSED');

export const bankFilesRoutes: readonly Served<Deps>[] = [
  serve(getBank, async (deps, { caller }) => {
    const stp = await deps.payouts.payingAccount();
    return done(
      await runAs(deps, caller, async (work) => {
        const { open, ...rest } = await bank(work);
        return { ...rest, open: await withPlans(work, open, stp) };
      }),
    );
  }),
  read(getBankFile, async (work, { params }) => {
    const rows = await fileRows(work, params.fileId);
    return rows ? done(rows) : refuse('NOT_FOUND');
  }),
  serve(getBankReconciliation, async (deps, { caller }) => {
    const stp = await deps.payouts.payingAccount();
    return done({ data: await readLong(deps, caller, (work) => reconciliations(work, stp)) });
  }),
  write(saveStatementAccount, (work, { body }) => saveAccount(work, body), {
    broken: { statement_accounts_name_key: taken, statement_accounts_number_currency_key: taken },
  }),
  read(previewBankFile, (work, { params, bytes }) => preview(work, params.accountId, bytes)),
  write(bringBankFile, (work, { params, query, bytes }) => bring(work, params.accountId, query, bytes)),
  serve(bookBankLines, (deps, { caller, body }) => bookLines(deps, caller, body)),
  serve(
    decideBankLine,
    async (deps, { caller, params, body }) => {
      const stp = await deps.payouts.payingAccount();
      return attemptAs(deps, caller, (work) => decide(work, params.lineId, body.decision, stp));
    },
    { broken: { ...oneAtATime, bank_lines_book_key: refuse('BANK_LINE_DECIDED'), collections_by_key: keyReused } },
  ),
];
