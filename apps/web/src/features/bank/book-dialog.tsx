import type { BankLine } from '@anticipa/contract/bank-files';
import { financedCurrencies, moneyOf, sum } from '@anticipa/domain/money';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog, DialogButtons } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useBook } from './api.ts';
import { es } from './es.ts';

const texts = es.book;

/** Shows the sums of the chosen movements before they are booked. */
export function BookDialog({ lines, onClose }: { lines: readonly BankLine[]; onClose: () => void }) {
  const [done, setDone] = useState(0);
  const booking = useBook(setDone);
  const book = (): void =>
    booking.mutate(
      lines.map(({ lineId }) => lineId),
      {
        onSuccess: (booked) => {
          const left = booked.filter(({ state }) => state === 'waiting').length;
          showToast({ text: texts.done(booked.length - left, left), tone: left === 0 ? 'good' : 'neutral' });
          onClose();
        },
      },
    );
  const sums = (isCredit: boolean): readonly string[] =>
    financedCurrencies.flatMap((currency) => {
      const some = lines.filter((line) => line.currency === currency && line.amount.startsWith('-') !== isCredit);
      const amounts = some.map(({ amount }) => moneyOf(amount, currency));
      return some.length === 0 ? [] : [`${es.movements(some.length)} · ${formatMoney(sum(currency, amounts))}`];
    });
  return (
    <Dialog
      title={texts.title}
      size="small"
      onClose={onClose}
      footer={<DialogButtons confirm={texts.confirm} busy={booking.isPending} onConfirm={book} onClose={onClose} />}
    >
      <div className="stack">
        <Facts
          facts={[
            [texts.credits, sums(true).join(', ') || es.none],
            [texts.charges, sums(false).join(', ') || es.none],
          ]}
        />
        <p>{texts.text}</p>
        {booking.isPending ? <p role="status">{texts.progress(done, lines.length)}</p> : null}
        {booking.error ? (
          <Notice tone="bad" title={texts.failed}>
            {failureText(booking.error)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
