import {
  deleteSurvey,
  exportSurveyAnswers,
  type LenderSurvey,
  listSurveyAnswers,
  listSurveys,
  startSurvey,
  stopSurvey,
  writeSurvey,
} from '@anticipa/contract/lender-surveys';
import { done, refuse } from '@anticipa/domain/errors';
import { surveyTable } from '@anticipa/texts/tables/surveys';
import { fileOf, sendFile } from '../../platform/documents/export-file.ts';
import { read, type Served, serveRaw, write } from '../../platform/http/http.ts';
import { readLong, runAs } from '../../platform/work/transaction.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { noteReading, writeAudit } from '../log/audit.ts';
import { deleteDraft, startDraft, stopRunning, storeDraft } from './lender-commands.ts';
import { answerCounts, answersPage, surveyForOperator, surveysForOperator, wholeAnswers } from './lender-queries.ts';

async function* cellsOf(work: OperatorWork, survey: LenderSurvey, columns: ReturnType<typeof surveyTable>) {
  for await (const answers of wholeAnswers(work, survey))
    yield answers.map((row) => columns.map(({ cell }) => cell(row)));
}

export const lenderSurveyRoutes: readonly Served<Deps>[] = [
  read(listSurveys, async (work) => done({ data: await surveysForOperator(work) })),
  read(listSurveyAnswers, async (work, { params, query: { before = null } }) => {
    const survey = await surveyForOperator(work, params.surveyId);
    if (survey === undefined) return refuse('NOT_FOUND');
    await noteReading(work, { action: 'survey.read', subject: `survey:${survey.surveyId}` });
    const questions = await answerCounts(work, survey);
    return done({ survey, questions, ...(await answersPage(work, survey, before)) });
  }),
  serveRaw(exportSurveyAnswers, async (deps, { caller, params, query: { format } }, reply) => {
    const made = await readLong(deps, caller, async (work) => {
      const survey = await surveyForOperator(work, params.surveyId);
      if (survey === undefined) return refuse('NOT_FOUND');
      const columns = surveyTable(survey.questions);
      const sheet = { name: 'Respuestas', columns, rows: cellsOf(work, survey, columns) };
      return fileOf(sheet, { format, today: work.today });
    });
    const entry = { action: 'survey.export', subject: `survey:${params.surveyId}`, details: { format } } as const;
    if (made.ok) await runAs(deps, caller, (work) => writeAudit(work, entry));
    return sendFile(reply, made);
  }),
  write(writeSurvey, (work, { body }) => storeDraft(work, body)),
  write(startSurvey, (work, { params, body: { version } }) => startDraft(work, { surveyId: params.surveyId, version })),
  write(deleteSurvey, (work, { params, body: { version } }) =>
    deleteDraft(work, { surveyId: params.surveyId, version }),
  ),
  write(stopSurvey, (work, { params }) => stopRunning(work, params.surveyId)),
];
