import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { isLayerOpen } from '../../ui/overlay/layers.ts';
import { type Survey, surveyQuery } from './api.ts';
import { es } from './es.ts';
import { SurveyDialog } from './survey-dialog.tsx';
import { type Answers, FIRST_AFTER_MS, farewell, mayShow } from './view-model.ts';

const LOOK_AGAIN_MS = 500;

/** A dialog is never covered, and who is typing does not lose their words to a window that comes up. */
const isOccupied = (): boolean =>
  isLayerOpen() || document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea') === true;

/** [ENC-01] Asks for a survey on arrival and from time to time, and shows it when nothing else is going on. */
export function SurveyHost({ userId }: { userId: string }) {
  const [open, setOpen] = useState<Survey | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [thanks, setThanks] = useState<string | null>(null);
  const [answers, setAnswers] = useState<{ surveyId: string; given: Answers }>({ surveyId: '', given: new Map() });
  const [loadedAt] = useState(Date.now);
  const { status } = useSession();
  const queries = useQueryClient();
  const query = surveyQuery(userId, open !== null);
  const { data: survey = null, dataUpdatedAt: askedAt } = useQuery(query);

  useEffect(() => {
    // Nobody answers for a session that has ended; who signs in again is asked then.
    if (!survey || open || survey.questions.length === 0 || status !== 'signed-in') return;
    const look = (): void => {
      if (mayShow({ at: Date.now(), loadedAt, askedAt, closedAt, occupied: isOccupied() })) setOpen(survey);
    };
    const first = setTimeout(look, Math.max(0, loadedAt + FIRST_AFTER_MS - Date.now()));
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [survey, open, status, loadedAt, askedAt, closedAt]);

  const close = (): void => {
    setOpen(null);
    setClosedAt(Date.now());
  };
  const finish = (finishMessage: string | null): void => {
    queries.setQueryData(query.queryKey, null);
    close();
    setThanks(farewell(finishMessage));
  };

  return (
    <>
      {open ? (
        <SurveyDialog
          survey={open}
          answers={answers.surveyId === open.surveyId ? answers.given : new Map()}
          onAnswers={(given) => setAnswers({ surveyId: open.surveyId, given })}
          onClose={close}
          onSaved={finish}
        />
      ) : null}
      {thanks ? (
        <AlertDialog title={es.savedTitle} onClose={() => setThanks(null)}>
          {thanks}
        </AlertDialog>
      ) : null}
    </>
  );
}
