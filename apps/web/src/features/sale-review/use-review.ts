import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { announce } from '../../ui/overlay/announcer.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import { nextSale, type SaleUnderReview, sendAnswer, sendBack } from './api.ts';
import { es } from './es.ts';
import { answerOf, changedBetween, type Mark, type Marks } from './view-model/review.ts';

/** The operator's marks on a sale. Those of an invoice whose verdicts have changed are cleared, and it is named in `changed`. */
export function useMarks(data: SaleUnderReview) {
  const [marks, setMarks] = useState<Marks>(new Map());
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(data);
  useEffect(() => {
    const moved = changedBetween(last.current, data);
    last.current = data;
    if (moved.length === 0) return;
    setChanged((before) => new Set([...before, ...moved]));
    setMarks((before) => new Map([...before].filter(([documentId]) => !moved.includes(documentId))));
    announce(es.changed);
  }, [data]);
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
  useStep(() => sendAnswer(data.sale.saleId, answerOf(data, marks)), { texts: [es.sent, es.sentNext], onRefused });

/** Returns the sale to its client; the most urgent other sale opens afterwards. */
export const useReturn = ({ sale, seen }: SaleUnderReview, onRefused: () => void) =>
  useStep(
    ({ message, documentIds }: { message: string; documentIds: string[] }) =>
      sendBack(sale.saleId, { version: seen.version, message, documentIds }),
    { texts: [es.returned.done, es.returned.done], onRefused },
  );

function useStep<V>(
  step: (value: V) => Promise<unknown>,
  { texts: [last, more], onRefused }: { texts: readonly [last: string, more: string]; onRefused: () => void },
) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: step,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['inbox'] });
      const saleId = await nextSale().catch(() => null);
      showToast({ text: saleId === null ? last : more, tone: 'good' });
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
