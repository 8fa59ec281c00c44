import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { isLayerOpen } from '../../ui/overlay/layers.ts';
import { putOff, type Survey, surveyQuery } from './api.ts';
import { es } from './es.ts';
import { type Answers, FIRST_AFTER_MS, farewell, mayShow } from './view-model.ts';

const LOOK_AGAIN_MS = 500;

/** Loaded only when a survey is due. */
const loadDialog = () => import('./survey-dialog.tsx');
type Dialog = Awaited<ReturnType<typeof loadDialog>>['SurveyDialog'];

/** The survey covers no dialog and interrupts no typing. */
const isOccupied = (): boolean =>
  isLayerOpen() || document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea') === true;

interface HostProps {
  readonly userId: string;
  /** Whether the user has begun what a survey would interrupt. */
  readonly isBusy: boolean;
}

/** [ENC-01] [ENC-07] Polls for a survey and shows it on the home screen, where the user begins, when the user is not busy. */
export function SurveyHost({ userId, isBusy }: HostProps) {
  const [open, setOpen] = useState<{ readonly survey: Survey; readonly Dialog: Dialog } | null>(null);
  const occupiedAt = useRef<number | null>(null);
  const [thanks, setThanks] = useState<string | null>(null);
  const [answers, setAnswers] = useState<{ surveyId: string; given: Answers }>({ surveyId: '', given: new Map() });
  const [loadedAt] = useState(Date.now);
  const { status } = useSession();
  const isHome = useLocation({ select: ({ pathname }) => pathname === paths.home });
  const queries = useQueryClient();
  const query = surveyQuery(userId, open !== null);
  const { data: survey = null } = useQuery(query);

  useEffect(() => {
    // An ended session cannot answer; the survey is fetched again after signing in.
    if (!survey || open || isBusy || !isHome || survey.questions.length === 0 || status !== 'signed-in') return;
    const isDue = (): boolean => {
      const at = Date.now();
      if (isOccupied()) occupiedAt.current = at;
      return mayShow({ at, loadedAt, occupiedAt: occupiedAt.current });
    };
    let isOver = false;
    const look = (): void => {
      if (!isDue()) return;
      // Offline it is looked at again.
      void loadDialog().then(
        ({ SurveyDialog: Dialog }) => !isOver && isDue() && setOpen({ survey, Dialog }),
        () => undefined,
      );
    };
    const first = setTimeout(look, Math.max(0, loadedAt + FIRST_AFTER_MS - Date.now()));
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => {
      isOver = true;
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [survey, open, isBusy, isHome, status, loadedAt]);

  const close = (): void => {
    setOpen(null);
    queries.setQueryData(query.queryKey, null);
  };
  const finish = (finishMessage: string | null): void => {
    close();
    setThanks(farewell(finishMessage));
  };

  return (
    <>
      {open ? (
        <open.Dialog
          survey={open.survey}
          answers={answers.surveyId === open.survey.surveyId ? answers.given : new Map()}
          onAnswers={(given) => setAnswers({ surveyId: open.survey.surveyId, given })}
          onClose={() => {
            void putOff(open.survey.surveyId);
            close();
          }}
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
