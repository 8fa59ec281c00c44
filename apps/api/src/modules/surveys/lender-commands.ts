/** Writes, starts and stops surveys. A started survey never changes; the database refuses it too. */
import { randomUUID } from 'node:crypto';
import type { LenderSurvey, writeSurvey } from '@anticipa/contract/lender-surveys';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { surveyForOperator } from './lender-queries.ts';

type Written = Pick<LenderSurvey, 'title' | 'finishMessage' | 'audience' | 'product'> & {
  readonly questions: readonly Omit<LenderSurvey['questions'][number], 'questionId'>[];
};
type Answered = Promise<Outcome<{ readonly data: LenderSurvey }>>;

/** Parts of a survey's text that the log keeps. */
const logged = ({ title, finishMessage, audience, product, questions }: Written) => ({
  title,
  finishMessage,
  audience,
  product,
  questions: questions.map(({ question, type, required, values }) =>
    [`${question}${required ? ' *' : ''}`, type, values.join(' / ')].filter(Boolean).join(' · '),
  ),
});

/** Locks the surveys, so that one starts or changes at a time. */
const lockSurveys = ({ db }: OperatorWork) =>
  db
    .selectFrom('surveys')
    .select(['survey_id', 'version', 'started_at', 'stopped_at'])
    .orderBy('survey_id')
    .forNoKeyUpdate()
    .execute();

/** The draft as it was seen, locked; refused once it was started or changed. */
async function seenDraft(work: OperatorWork, { surveyId, version }: { surveyId: string; version: number }) {
  const surveys = await lockSurveys(work);
  const draft = surveys.find(({ survey_id }) => survey_id === surveyId);
  if (draft === undefined) return refuse('NOT_FOUND');
  if (draft.started_at !== null) return refuse('SURVEY_STARTED');
  if (draft.version !== version) return refuse('SURVEY_CHANGED');
  return done({ running: surveys.find(({ started_at, stopped_at }) => started_at !== null && stopped_at === null) });
}

async function stored(work: OperatorWork, surveyId: string): Promise<LenderSurvey> {
  const survey = await surveyForOperator(work, surveyId);
  if (survey === undefined) throw new Error('the survey just stored is not there');
  return survey;
}

/** Writes a draft, or changes one. */
export async function storeDraft(work: OperatorWork, { draft, ...written }: BodyOf<typeof writeSurvey>): Answered {
  const { db, at } = work;
  const surveyId = draft?.surveyId ?? randomUUID();
  const { title, finishMessage: finish_message, audience, product } = written;
  let before: ReturnType<typeof logged> | null = null;
  if (draft === null) {
    await db
      .insertInto('surveys')
      .values({ survey_id: surveyId, title, finish_message, audience, product, written_at: at })
      .execute();
  } else {
    const seen = await seenDraft(work, { surveyId, version: draft.version });
    if (!seen.ok) return seen;
    before = logged(await stored(work, surveyId));
    if (JSON.stringify(before) === JSON.stringify(logged(written))) return refuse('NOTHING_CHANGED');
    await db.deleteFrom('survey_questions').where('survey_id', '=', surveyId).execute();
    await db
      .updateTable('surveys')
      .set({ title, finish_message, audience, product, version: draft.version + 1, written_at: at })
      .where('survey_id', '=', surveyId)
      .execute();
  }
  await db
    .insertInto('survey_questions')
    .values(
      written.questions.map(({ question, type, required, values }, index) => ({
        survey_id: surveyId,
        question_id: randomUUID(),
        position: index + 1,
        question,
        type,
        required,
        answer_values: values,
      })),
    )
    .execute();
  await writeAudit(work, {
    action: 'survey.write',
    subject: `survey:${surveyId}`,
    details: { before, after: logged(written) },
  });
  return done({ data: await stored(work, surveyId) });
}

/** The survey may have been started by a call that began later but locked first, or before the clock was set back. */
async function stop(work: OperatorWork, surveyId: string): Promise<void> {
  await work.db
    .updateTable('surveys')
    .set({ stopped_at: sql<Date>`greatest(started_at, ${work.at})` })
    .where('survey_id', '=', surveyId)
    .execute();
  await writeAudit(work, { action: 'survey.stop', subject: `survey:${surveyId}` });
}

/** Starts a draft as it was seen, and stops the survey that runs. */
export async function startDraft(work: OperatorWork, draft: { surveyId: string; version: number }): Answered {
  const seen = await seenDraft(work, draft);
  if (!seen.ok) return seen;
  const { running } = seen.value;
  if (running) await stop(work, running.survey_id);
  const { surveyId } = draft;
  await work.db.updateTable('surveys').set({ started_at: work.at }).where('survey_id', '=', surveyId).execute();
  await writeAudit(work, { action: 'survey.start', subject: `survey:${surveyId}` });
  return done({ data: await stored(work, surveyId) });
}

/** Deletes a draft as it was seen; the log keeps its text. */
export async function deleteDraft(
  work: OperatorWork,
  draft: { surveyId: string; version: number },
): Promise<Outcome<{ readonly surveyId: string }>> {
  const seen = await seenDraft(work, draft);
  if (!seen.ok) return seen;
  const { surveyId } = draft;
  const before = logged(await stored(work, surveyId));
  await work.db.deleteFrom('survey_questions').where('survey_id', '=', surveyId).execute();
  await work.db.deleteFrom('surveys').where('survey_id', '=', surveyId).execute();
  await writeAudit(work, {
    action: 'survey.delete',
    subject: `survey:${surveyId}`,
    details: { before, after: null },
  });
  return done({ surveyId });
}

/** Stops the survey that runs. */
export async function stopRunning(work: OperatorWork, surveyId: string): Answered {
  const survey = (await lockSurveys(work)).find(({ survey_id }) => survey_id === surveyId);
  if (survey === undefined) return refuse('NOT_FOUND');
  if (survey.started_at === null || survey.stopped_at !== null) return refuse('SURVEY_NOT_RUNNING');
  await stop(work, surveyId);
  return done({ data: await stored(work, surveyId) });
}
