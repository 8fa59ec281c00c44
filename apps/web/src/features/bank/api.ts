import {
  type BankLine,
  bookBankLines,
  bringBankFile,
  decideBankLine,
  getBank,
  getBankFile,
  getBankReconciliation,
  MAX_BOOKED_LINES,
  previewBankFile,
  saveStatementAccount,
} from '@anticipa/contract/bank-files';
import type { SentBodyOf } from '@anticipa/contract/route';
import type { FeeTax } from '@anticipa/domain/bank-fee';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiRefusal, call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

export const bankQuery = queryOptions({
  queryKey: ['bank'],
  queryFn: ({ signal }) => call(getBank, { signal }),
});

export const bankFileQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['bank', 'file', fileId],
    queryFn: ({ signal }) => call(getBankFile, { params: { fileId }, signal }),
  });

export const reconciliationQuery = queryOptions({
  queryKey: ['bank', 'reconciliation'],
  queryFn: async ({ signal }) => (await call(getBankReconciliation, { signal })).data,
});

const stale = [bankQuery.queryKey];

export const useSaveAccount = () =>
  useChange(stale, (body: SentBodyOf<typeof saveStatementAccount>) =>
    call(saveStatementAccount, { body, idempotencyKey: newUuid() }),
  );

/** A file that was picked for an account. */
export interface PickedFile {
  readonly accountId: string;
  readonly file: File;
}

/** Reads a file without taking it in; some of its movements may become known before it is. */
export const usePreview = () =>
  useMutation({
    mutationFn: ({ accountId, file }: PickedFile) => call(previewBankFile, { params: { accountId }, file }),
  });

export const useBring = () =>
  useChange(stale, ({ accountId, file, unread }: PickedFile & { readonly unread?: string }) =>
    call(bringBankFile, {
      params: { accountId },
      query: { name: file.name.slice(0, 200), ...(unread !== undefined && { unread }) },
      file,
    }),
  );

export const useDecide = (lineId: string) =>
  useChange(stale, (decision: SentBodyOf<typeof decideBankLine>['decision']) =>
    call(decideBankLine, { params: { lineId }, body: { decision }, idempotencyKey: newUuid() }),
  );

/** A charge that is a commission of the bank. */
type Fee = Pick<BankLine, 'lineId'> & { readonly tax: FeeTax };

/** Codes of movements about which somebody else has decided meanwhile, which is no obstacle. */
const decided: ReadonlySet<string> = new Set(['BANK_LINE_DECIDED', 'PROPOSAL_PENDING']);

/**
 * Says of each charge that it is a commission, each for itself: those above the lender's amount ask for a reason, after which only they
 * are sent again.
 */
export function useFees() {
  const through = useRef(new Map<string, 'booked' | 'proposed' | 'decided'>());
  return useChange(stale, async ({ fees, reason }: { readonly fees: readonly Fee[]; readonly reason: string }) => {
    const refused: ApiRefusal[] = [];
    for (const { lineId, tax } of fees) {
      if (through.current.has(lineId)) continue;
      try {
        const decision = { kind: 'fee' as const, tax, ...(reason !== '' && { reason }) };
        const { isProposed } = await call(decideBankLine, {
          params: { lineId },
          body: { decision },
          idempotencyKey: newUuid(),
        });
        through.current.set(lineId, isProposed ? 'proposed' : 'booked');
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error;
        if (decided.has(error.code)) through.current.set(lineId, 'decided');
        else refused.push(error);
      }
    }
    const first = refused.find(({ code }) => code === 'SECOND_PERSON_NEEDED') ?? refused[0];
    if (first) throw first;
    const count = (kind: string): number => [...through.current.values()].filter((one) => one === kind).length;
    return { booked: count('booked'), proposed: count('proposed') };
  });
}

/** Books movements some at a time, and tells how many are through. */
export const useBook = (onProgress: (done: number) => void) =>
  useChange([...stale, ['payables'], ['collections']], async (lineIds: readonly string[]) => {
    const booked: BankLine[] = [];
    for (let at = 0; at < lineIds.length; at += MAX_BOOKED_LINES) {
      onProgress(at);
      const { lines } = await call(bookBankLines, { body: { lineIds: lineIds.slice(at, at + MAX_BOOKED_LINES) } });
      booked.push(...lines);
    }
    return booked;
  });
