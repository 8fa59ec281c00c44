import { type FinancedCurrency, type Money, moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { formatMoney } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import type { SaleUnderReview } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { useWithdrawal } from '../use-review.ts';
import { type Item, marksOf, suggestedMotive } from '../view-model/review.ts';
import { RejectDialog } from './dialogs.tsx';
import { nameOf } from './invoice-list.tsx';
import type { Documents } from './questions.tsx';
import { Review } from './review.tsx';

const texts = es.withdrawal;

/** An answered sale that waits for its deposit; the authorisation of its invoices can be withdrawn, one or all that are left. */
export function Answered({ data, documents }: { data: SaleUnderReview; documents: Documents }) {
  const { sale, evidence } = data;
  const [item, setItem] = useState<Item | null>(null);
  const [isOfAll, setOfAll] = useState(false);
  const close = () => setItem(null);
  const withdrawing = useWithdrawal(data, close);
  const decided = marksOf(sale.decisions);
  const isAuthorised = ({ documentId }: Item): boolean => decided.get(documentId)?.authorised === true;
  const authorised = sale.items.filter(isAuthorised);
  const withdrawn = isOfAll ? authorised : authorised.filter(({ documentId }) => documentId === item?.documentId);
  const ask = (of: Item): void => {
    setOfAll(false);
    withdrawing.reset();
    setItem(of);
  };
  return (
    <>
      <Review
        data={data}
        documents={documents}
        isOpen={false}
        onKey={(key, current) => {
          if (key !== 'w' || !isAuthorised(current)) return false;
          ask(current);
          return true;
        }}
        actions={(current) =>
          isAuthorised(current) ? (
            <Button icon="undo" onClick={() => ask(current)}>
              {texts.action}
            </Button>
          ) : null
        }
      />
      <p className={`quiet ${css.keys}`}>{texts.keys}</p>
      {item ? (
        <RejectDialog
          name={nameOf(item)}
          motive={suggestedMotive(evidence.find(({ documentId }) => documentId === item.documentId)?.checks ?? [])}
          note=""
          texts={texts}
          busy={withdrawing.isPending}
          problem={withdrawing.error && failureText(withdrawing.error)}
          onDone={(motive, note) =>
            withdrawing.mutate(withdrawn.map(({ documentId }) => ({ documentId, motive, ...(note ? { note } : {}) })))
          }
          onClose={close}
        >
          {authorised.length > 1 ? (
            <Checkbox
              label={texts.all(authorised.length)}
              checked={isOfAll}
              onChange={({ target }) => setOfAll(target.checked)}
            />
          ) : null}
          <Consequences withdrawn={withdrawn} left={authorised.filter((each) => !withdrawn.includes(each))} />
        </RejectDialog>
      ) : null}
    </>
  );
}

/** Consequences for the client: what it sees, gets back and still receives. */
function Consequences({ withdrawn, left }: { withdrawn: readonly Item[]; left: readonly Item[] }) {
  const credit = sumPerCurrency(withdrawn.map((each) => moneyOf(each.creditAmount, each.creditCurrency)));
  const deposit = sumPerCurrency(left.map((each) => moneyOf(each.initialDeposit, each.currency)));
  return (
    <Notice tone="info" title={texts.follows}>
      <ul>
        <li>{texts.invoice(withdrawn.length)}</li>
        <li>{texts.credit(inWords(credit))}</li>
        <li>{left.length === 0 ? texts.noDeposit : texts.deposit(inWords(deposit))}</li>
      </ul>
    </Notice>
  );
}

const inWords = (amounts: readonly Money<FinancedCurrency>[]): string => amounts.map(formatMoney).join(' y ');
