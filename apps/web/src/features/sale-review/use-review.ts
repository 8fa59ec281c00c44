import type { InboxQueue } from '@anticipa/contract/lender-inbox';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { announce } from '../../ui/overlay/announcer.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import {
  type AnswerDecision,
  nextSale,
  type Rejections,
  type SaleUnderReview,
  sendAnswer,
  sendBack,
  sendDecision,
  sendWithdrawal,
} from './api.ts';
import { es } from './es.ts';
import { answerOf, changedBetween, type Mark, type Marks, marksOf } from './view-model/review.ts';

/**
 * The operator's marks on a sale, initially those of the operator's own returned answer. While `isOpen`, the mark of an
 * invoice with changed verdicts is cleared, and `changed` names the invoice.
 */
export function useMarks(data: SaleUnderReview, isOpen: boolean) {
  const [marks, setMarks] = useState<Marks>(() =>
    data.proposedAnswer?.isOwn ? marksOf(data.proposedAnswer.decisions) : new Map(),
  );
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(data);
  useEffect(() => {
    const moved = changedBetween(last.current, data);
    last.current = data;
    if (!isOpen || moved.length === 0) return;
    setChanged((before) => new Set([...before, ...moved]));
    setMarks((before) => new Map([...before].filter(([documentId]) => !moved.includes(documentId))));
    announce(es.changed);
  }, [data, isOpen]);
  const mark = (documentIds: readonly string[], as: Mark | null): void => {
    setMarks((before) => {
      const after = new Map(before);
      for (const documentId of documentIds) {
        if (as) after.set(documentId, as);
        else after.delete(documentId);
      }
      return after;
    });
    setChanged((before) => new Set([...before].filter((documentId) => !documentIds.includes(documentId))));
  };
  return { marks, changed, mark };
}

/** Sends the answer of the marks; the most urgent other sale opens afterwards. */
export const useAnswer = (data: SaleUnderReview, marks: Marks, onRefused: () => void) =>
  useStep(() => sendAnswer(data.sale.saleId, answerOf(data, marks)), {
    queueOf: () => 'answer',
    textOf: ({ sale }, isLast) => {
      if (sale.waitsForSecond) return es.second.sent;
      return isLast ? es.sent : es.sentNext;
    },
    onRefused,
  });

/** Returns the sale to its client; the most urgent other sale opens afterwards. */
export const useReturn = ({ sale, seen }: SaleUnderReview, onRefused: () => void) =>
  useStep(
    ({ message, documentIds }: { message: string; documentIds: string[] }) =>
      sendBack(sale.saleId, { version: seen.version, message, documentIds }),
    { queueOf: () => 'answer', textOf: () => es.returned.done, onRefused },
  );

/** Decides on a proposed answer; the most urgent other one opens afterwards. */
export const useDecision = ({ sale }: SaleUnderReview, onRefused: () => void) =>
  useStep((decision: AnswerDecision) => sendDecision(sale.saleId, decision), {
    queueOf: ({ kind }) => (kind === 'withdraw' ? null : 'confirmation'),
    textOf: (_, __, { kind }) => es.second.done[kind],
    onRefused,
  });

/** Withdraws authorisations before the deposit; the sale stays on the screen. */
export const useWithdrawal = ({ sale }: SaleUnderReview, onDone: () => void) =>
  useStep((rejections: Rejections) => sendWithdrawal(sale.saleId, rejections), {
    queueOf: () => null,
    textOf: ({ sale: { state } }) => {
      onDone();
      return state === 'cancelled' ? es.withdrawal.ended : es.withdrawal.done;
    },
    onRefused: onDone,
  });

type Step = Awaited<ReturnType<typeof sendAnswer>>;

function useStep<V>(
  step: (value: V) => Promise<Step>,
  options: {
    /** Queue whose most urgent sale opens next; null to stay. */
    queueOf: (value: V) => InboxQueue | null;
    textOf: (answered: Step, isLast: boolean, value: V) => string;
    onRefused: () => void;
  },
) {
  const { queueOf, textOf, onRefused } = options;
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: step,
    onSuccess: async (answered, value) => {
      await queries.invalidateQueries({ queryKey: ['inbox'] });
      const queue = queueOf(value);
      const saleId = queue && (await nextSale(queue).catch(() => null));
      showToast({ text: textOf(answered, saleId === null, value), tone: 'good' });
      if (queue === null) return;
      await (saleId === null
        ? navigate({ to: lenderPaths.inbox })
        : navigate({ to: lenderPaths.sale, params: { saleId } }));
    },
    onError: async (error) => {
      if (!(error instanceof ApiRefusal) || error.status !== 409) return;
      onRefused();
      showToast({ text: error.message, tone: 'bad' });
      await queries.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
}
