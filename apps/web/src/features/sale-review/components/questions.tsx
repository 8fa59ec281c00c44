import { type ComponentProps, type ReactNode, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { ReasonDialog } from '../../../ui/overlay/reason-dialog.tsx';
import type { SaleUnderReview, Sold } from '../api.ts';
import { es } from '../es.ts';
import { useAnswer, useReturn } from '../use-review.ts';
import {
  type Checks,
  type Item,
  type Mark,
  type Marks,
  type Need,
  openRulesOf,
  type Summary,
  suggestedMotive,
  waysToAuthorise,
} from '../view-model/review.ts';
import type { Question } from './answer-bar.tsx';
import { NoteDialog, RejectDialog, SummaryDialog } from './dialogs.tsx';
import { nameOf } from './invoice-list.tsx';

/** Shows the XML of an invoice and its printed form. */
export type Documents = (sold: Sold) => ReactNode;

/** The dialog of a question about the current invoice or the sale. */
export function Questions(props: {
  question: Question;
  data: SaleUnderReview;
  documents: Documents;
  item: Item;
  checksOf: (documentId: string) => Checks;
  marks: Marks;
  summary: Summary;
  need: Need | null;
  onMark: (documentIds: readonly string[], as: Mark) => void;
  /** Marks the current invoice and goes on. */
  onPut: (as: Mark) => void;
  onClose: () => void;
}) {
  const { question, data, item, checksOf, marks, summary, need, onMark, onPut, onClose } = props;
  const { saleId, items } = data.sale;
  const { documentId } = item;
  const checks = checksOf(documentId);
  const known = marks.get(documentId);
  const answer = useAnswer(data, marks, onClose);
  const giveBack = useReturn(data, onClose);
  const name = nameOf(item);

  if (question === 'documents') {
    return (
      <Dialog title={name} size="workspace" onClose={onClose}>
        {props.documents({ saleId, documentId })}
      </Dialog>
    );
  }
  if (question === 'reject') {
    return (
      <RejectDialog
        name={name}
        motive={known?.authorised === false ? known.motive : suggestedMotive(checks)}
        note={known?.note ?? ''}
        onDone={(motive, note) => onPut({ authorised: false, motive, note })}
        onClose={onClose}
      />
    );
  }
  if (question === 'note') {
    const setNote = (note: string): void => {
      if (known) onPut({ ...known, note });
      else if (waysToAuthorise(checks) === 'with-note') onPut({ authorised: true, note });
      else onClose();
    };
    return (
      <NoteDialog
        name={name}
        note={known?.note ?? ''}
        isNeeded={false}
        others={[]}
        onDone={setNote}
        onClose={onClose}
      />
    );
  }
  if (question === 'note-to-authorise') {
    const others = items
      .filter((each) => each !== item && !marks.has(each.documentId))
      .map((each) => ({ item: each, checks: checksOf(each.documentId) }))
      .filter((each) => openRulesOf(each.checks) === openRulesOf(checks));
    const authorise = (note: string, isForAll: boolean): void => {
      const mark = { authorised: true, note } as const;
      if (isForAll)
        onMark(
          others.map((each) => each.item.documentId),
          mark,
        );
      onPut(mark);
    };
    return (
      <NoteDialog name={name} note={known?.note ?? ''} isNeeded others={others} onDone={authorise} onClose={onClose} />
    );
  }
  return question === 'return' ? (
    <ReturnDialog
      invoice={items.length > 1 ? name : null}
      busy={giveBack.isPending}
      problem={giveBack.error && failureText(giveBack.error)}
      onDone={(message, isOnlyThis) => giveBack.mutate({ message, documentIds: isOnlyThis ? [documentId] : [] })}
      onClose={onClose}
    />
  ) : (
    <SummaryDialog
      summary={summary}
      need={need}
      busy={answer.isPending}
      problem={answer.error && failureText(answer.error)}
      onSend={() => answer.mutate()}
      onClose={onClose}
    />
  );
}

/** Asks the client to correct the sale, or `invoice` alone, which is null for the only one. */
function ReturnDialog({
  invoice,
  onDone,
  ...dialog
}: Pick<ComponentProps<typeof ReasonDialog>, 'busy' | 'problem' | 'onClose'> & {
  invoice: string | null;
  onDone: (message: string, isOnlyThis: boolean) => void;
}) {
  const [isOnlyThis, setOnlyThis] = useState(false);
  return (
    <ReasonDialog {...dialog} texts={es.returned} onDone={(message) => onDone(message, isOnlyThis)}>
      {invoice ? (
        <Checkbox
          label={es.returned.only(invoice)}
          checked={isOnlyThis}
          onChange={({ target }) => setOnlyThis(target.checked)}
        />
      ) : null}
    </ReasonDialog>
  );
}
