import { type LenderSurvey, writeSurvey } from '@anticipa/contract/lender-surveys';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { type Changing, FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { type Seen, surveysQuery, useDeleteSurvey, useStartSurvey, useStopSurvey } from './api.ts';
import { DraftDialog } from './draft-dialog.tsx';
import { es } from './es.ts';
import { stateOf } from './view-model.ts';

const tones = { draft: 'neutral', running: 'good', stopped: 'info' } as const;
type Doing = { readonly survey: LenderSurvey | null; readonly what: 'write' | 'start' | 'stop' | 'remove' };

/** [OPE-07] The surveys: drafts are written and started, the one that runs is stopped. */
export function SurveysScreen() {
  const { data, error, refetch } = useQuery(surveysQuery);
  const [doing, setDoing] = useState<Doing | null>(null);
  const may = useMay(writeSurvey);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={6} />;
  const close = (): void => setDoing(null);
  const running = data.find((survey) => stateOf(survey) === 'running');
  return (
    <Card
      title={es.list}
      aside={
        may ? (
          <Button size="small" onClick={() => setDoing({ survey: null, what: 'write' })}>
            {es.add}
          </Button>
        ) : null
      }
    >
      <p className="quiet">
        {es.intro} {may ? null : es.readOnly}
      </p>
      {data.length === 0 ? (
        <EmptyState drawing="add" title={es.emptyTitle}>
          {es.empty}
        </EmptyState>
      ) : null}
      <Rows>
        {data.map((survey) => (
          <SurveyRow
            key={survey.surveyId}
            survey={survey}
            onDo={may ? (what) => setDoing({ survey, what }) : undefined}
          />
        ))}
      </Rows>
      {doing?.what === 'write' ? <DraftDialog survey={doing.survey} onClose={close} /> : null}
      {doing?.survey && doing.what === 'start' ? (
        <StartDialog survey={doing.survey} running={running} onClose={close} />
      ) : null}
      {doing?.survey && doing.what === 'remove' ? <DeleteDialog survey={doing.survey} onClose={close} /> : null}
      {doing?.survey && doing.what === 'stop' ? <StopDialog survey={doing.survey} onClose={close} /> : null}
    </Card>
  );
}

function SurveyRow({ survey, onDo }: { survey: LenderSurvey; onDo: ((what: Doing['what']) => void) | undefined }) {
  const { surveyId, title, questions, answers, startedAt, stoppedAt } = survey;
  const state = stateOf(survey);
  const began = startedAt === null ? null : formatTableDate(startedAt);
  return (
    <Row>
      <div>
        <strong>{title}</strong>
        <span className="quiet">
          {state === 'draft' ? es.questions(questions.length) : es.facts(questions.length, answers)}
        </span>
        {began === null ? null : (
          <span className="quiet">
            {unbroken(stoppedAt === null ? es.since(began) : es.during(began, formatTableDate(stoppedAt)).join(' '))}
          </span>
        )}
      </div>
      <ButtonRow>
        <StatusBadge tone={tones[state]}>{es.states[state]}</StatusBadge>
        {state === 'draft' ? null : (
          <Link to={lenderPaths.survey} params={{ surveyId }} aria-label={es.openOf(title)}>
            {es.open}
          </Link>
        )}
        {state === 'draft' && onDo ? (
          <>
            <Button size="small" aria-label={es.editOf(title)} onClick={() => onDo('write')}>
              {es.edit}
            </Button>
            <Button size="small" aria-label={es.removeOf(title)} onClick={() => onDo('remove')}>
              {es.remove}
            </Button>
            <Button size="small" aria-label={es.startOf(title)} onClick={() => onDo('start')}>
              {es.start}
            </Button>
          </>
        ) : null}
        {state === 'running' && onDo ? (
          <Button size="small" aria-label={es.stopOf(title)} onClick={() => onDo('stop')}>
            {es.stop}
          </Button>
        ) : null}
      </ButtonRow>
    </Row>
  );
}

interface ConfirmProps {
  readonly survey: LenderSurvey;
  readonly onClose: () => void;
}

function StartDialog({ survey, running, onClose }: ConfirmProps & { running: LenderSurvey | undefined }) {
  return (
    <Confirm
      title={es.startOf(survey.title)}
      texts={[es.starting, ...(running ? [es.replaces(running.title)] : [])]}
      submit={es.start}
      done={es.started}
      changing={useStartSurvey()}
      survey={survey}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ survey, onClose }: ConfirmProps) {
  return (
    <Confirm
      title={es.removeOf(survey.title)}
      texts={[es.removing]}
      submit={es.remove}
      done={es.removed}
      changing={useDeleteSurvey()}
      survey={survey}
      onClose={onClose}
    />
  );
}

function StopDialog({ survey, onClose }: ConfirmProps) {
  return (
    <Confirm
      title={es.stopOf(survey.title)}
      texts={[es.stopping]}
      submit={es.stop}
      done={es.stopped}
      changing={useStopSurvey()}
      survey={survey}
      onClose={onClose}
    />
  );
}

function Confirm<Made>(
  props: ConfirmProps & {
    title: string;
    texts: readonly string[];
    submit: string;
    done: string;
    changing: Changing<Seen, Made>;
  },
) {
  const { survey, texts, done, ...dialog } = props;
  return (
    <FormDialog {...dialog} size="small" values={{}} reasonHelp={null} bodyOf={() => survey} onDone={() => done}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </FormDialog>
  );
}
