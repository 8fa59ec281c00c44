import type { LenderSurvey, SurveyAnswer } from '@anticipa/contract/lender-surveys';
import { isRating, ratingValues } from '@anticipa/domain/survey';
import { surveyTable, valueLabel } from '@anticipa/texts/tables/surveys';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Bars } from '../../ui/chart/bars.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Page } from '../../ui/page.tsx';
import { tableColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import { MoreRows } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { answersQuery, downloadAnswers } from './api.ts';
import { es } from './es.ts';
import css from './lender-surveys.module.css';

const route = getRouteApi('/desk/lender/surveys/$surveyId');
const back = { to: lenderPaths.surveys, label: es.title };
const texts = es.answers;
const rowId = ({ number }: SurveyAnswer): string => number;
const same = (row: SurveyAnswer): SurveyAnswer => row;

export function SurveyOfAddress() {
  const { surveyId } = route.useParams();
  return <SurveyAnswers surveyId={surveyId} />;
}

/** [OPE-07] The answers to a survey: how often each value was given, and who answered what. */
export function SurveyAnswers({ surveyId }: { surveyId: string }) {
  const list = useInfiniteQuery(answersQuery(surveyId));
  const { data, error, refetch } = list;
  const [first] = data?.pages ?? [];
  const columns = useMemo(() => columnsOf(first?.survey.questions ?? []), [first]);
  if (!(data && first))
    return (
      <Page title={es.title} back={back}>
        <LoadFallback error={error} onRetry={refetch} title={es.failedOne} lines={8} />
      </Page>
    );
  const { survey, questions } = first;
  return (
    <Page title={survey.title} back={back} intro={<State of={survey} />}>
      {survey.questions.map((question, index) => {
        const { counts = [], answered = 0 } = questions[index] ?? {};
        return isRating(question.type) ? (
          <Counts key={question.questionId} question={question} counts={counts} answered={answered} />
        ) : null;
      })}
      <Card
        title={texts.list}
        aside={
          survey.answers > 0 ? (
            <ButtonRow>
              <FileButtons download={(format) => downloadAnswers(surveyId, format)} />
            </ButtonRow>
          ) : null
        }
      >
        <p className="quiet">{texts.explained}</p>
        <DataTable
          label={texts.list}
          noun={texts.noun}
          rows={data.pages.flatMap((page) => page.data)}
          columns={columns}
          rowId={rowId}
          empty={
            <EmptyState drawing="papers" title={texts.none}>
              {texts.noneText}
            </EmptyState>
          }
          after={<MoreRows label={texts.more} list={list} />}
        />
      </Card>
    </Page>
  );
}

/** Lines break between its parts only, not within a date or before a noun. */
function State({ of: { startedAt, stoppedAt, answers } }: { of: LenderSurvey }) {
  const from = startedAt === null ? null : formatTableDate(startedAt);
  const time =
    from === null
      ? [es.states.draft]
      : stoppedAt === null
        ? [es.states.running, es.since(from)]
        : [`${es.states.stopped},`, ...es.during(from, formatTableDate(stoppedAt))];
  return [...time, `· ${texts.answered(answers)}`].map((part) => (
    <Fragment key={part}>
      <span className={css.whole}>{part}</span>{' '}
    </Fragment>
  ));
}

function Counts(props: { question: LenderSurvey['questions'][number]; counts: readonly number[]; answered: number }) {
  const { question, counts, answered } = props;
  return (
    <Card title={question.question}>
      <Bars
        label={question.question}
        headings={[texts.value, texts.count, texts.share]}
        bars={ratingValues(question).map((value, index) => {
          const count = counts[index] ?? 0;
          const percent = answered === 0 ? 0 : (100 * count) / answered;
          return {
            key: String(value),
            label: valueLabel(value, question.values[index]),
            length: percent,
            cells: [count, `${percent.toFixed(0)} %`],
          };
        })}
      />
    </Card>
  );
}

const looks: Readonly<Record<string, Partial<Column<SurveyAnswer>>>> = {
  client: { card: 'title' },
  answeredAt: { card: 'note', width: '13.5rem' },
  user: { card: 'note' },
};

const columnsOf = (questions: LenderSurvey['questions']): readonly Column<SurveyAnswer>[] =>
  surveyTable(questions).map((column) =>
    tableColumn<SurveyAnswer, SurveyAnswer>(column, same, {
      ...(column.type === 'text' && { width: 'minmax(10rem, 1fr)', breaks: true }),
      ...looks[column.id],
    }),
  );
