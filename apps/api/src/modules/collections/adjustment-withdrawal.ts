/** Withdraws an adjustment: its entries are reversed, as if it had not been made. */
import { afterLines } from '@anticipa/domain/adjustment';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { reversed } from '@anticipa/domain/ledger';
import { type FinancedCurrency, type Money, moneyOf, zero } from '@anticipa/domain/money';
import { owedByReceiver } from '@anticipa/domain/settlement';
import { announceAll } from '../../platform/live/events.ts';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import { measureHolds } from '../credit/commands.ts';
import { appendEntries } from '../ledger/commands.ts';
import { type Change, type Found, findInCredit, insertAdjustment, setRebate, tellClient } from './adjustment.ts';
import { adjustmentsOf, entriesOfAdjustment } from './adjustment-queries.ts';
import { positionsToday } from './settle.ts';

export async function withdrawalOf(
  wide: OperatorWork,
  documentId: string,
  adjustmentId: string,
  lock: Lock,
): Promise<Outcome<Change>> {
  const found = await findInCredit(wide, documentId, lock);
  if (!found.ok) return found;
  const { work } = found.value;
  const withdrawn = (await adjustmentsOf(work, documentId)).find((each) => each.adjustmentId === adjustmentId);
  if (!withdrawn) return refuse('NOT_FOUND');
  if (!withdrawn.canWithdraw) return refuse('ADJUSTMENT_NOT_LAST');
  const entries = await entriesOfAdjustment(work, adjustmentId);
  const lines = entries.flatMap((entry) => reversed(entry.lines));
  const { currency } = found.value.position.owed;
  const money = (text: string): Money<FinancedCurrency> => moneyOf(text, currency);
  const [amount, covered] = [money(withdrawn.amount), money(withdrawn.covered)];
  return done({
    found: found.value,
    position: afterLines(found.value.position, dateOf(withdrawn.valueDate), lines),
    amount,
    covered,
    lines,
    needsSecondPerson: true,
    end: null,
    book: async (reason) => {
      const valueDate = dateOf(withdrawn.valueDate);
      const withdrawal = { documentId, kind: 'withdrawal', amount, covered, valueDate, reason } as const;
      const id = await insertAdjustment(work, { ...withdrawal, withdraws: adjustmentId });
      await appendEntries(
        work,
        entries.map(({ number, event, lines: booked }) => ({
          event,
          adjustmentId,
          reverses: number,
          currency,
          valueDate,
          lines: reversed(booked),
        })),
      );
      await measureAgain(found.value);
      await tellClient(work, id);
      return id;
    },
  });
}

/** The invoice earns interest again, and takes the credit that it took before. */
async function measureAgain({ work, invoice: { saleId, documentId } }: Found): Promise<void> {
  const none = zero<FinancedCurrency>('MXN');
  await setRebate(work, documentId, { interest: none, iva: none });
  const position = (await positionsToday(work, [documentId])).get(documentId);
  if (!position) throw new Error(`invoice ${documentId} is not in the ledger`);
  const { owed } = position;
  await measureHolds(work, [{ saleId, documentId, owed, owedByReceiver: owedByReceiver(position) }]);
  await announceAll(work, { invoices: [documentId], credit: [] });
}
