/** Surveys as the lender's operators write them, and their answers. A started survey never changes. */
import type { OperatorRole } from '@anticipa/domain/operator';
import { isRating, surveyAudiences } from '@anticipa/domain/survey';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { logNumber } from './log.ts';
import { deskRead, deskWrite } from './route.ts';
import { surveyQuestion } from './surveys.ts';
import { id, instant, line, product, text } from './wire.ts';

const question = z.strictObject(surveyQuestion);

const survey = z.strictObject({
  surveyId: id,
  title: text,
  finishMessage: text.nullable(),
  audience: z.enum(surveyAudiences),
  /** Asks only clients with this product; null for all. */
  product: product.nullable(),
  /** Counts the changes of a draft. */
  version: z.int(),
  writtenAt: instant,
  /** Null of a draft. */
  startedAt: instant.nullable(),
  stoppedAt: instant.nullable(),
  /** Number of users who answered. */
  answers: z.int(),
  questions: z.array(question),
});
export type LenderSurvey = z.output<typeof survey>;

export const surveyAnswer = z.strictObject({
  number: logNumber,
  answeredAt: instant,
  clientId: id,
  entityName: text,
  userName: text,
  /** In the order of the questions; null without an answer. */
  answers: z.array(z.union([z.string(), z.int(), z.null()])),
});
export type SurveyAnswer = z.output<typeof surveyAnswer>;

const draftVersion = z.int().min(1).max(1_000_000);

const readers = ['soporte', 'auditor', 'administrador'] as const satisfies readonly OperatorRole[];

export const listSurveys = deskRead({
  path: '/api/lender/surveys',
  summary: 'The surveys, the newest on top, with their questions and how many users answered.',
  roles: readers,
  response: z.strictObject({ data: z.array(survey) }),
});

export const listSurveyAnswers = deskRead({
  path: '/api/lender/surveys/:surveyId/answers',
  summary: 'A survey, how often each value was given, and the answers, the newest on top, in pages of 100.',
  roles: readers,
  params: z.strictObject({ surveyId: id }),
  query: z.strictObject({ before: logNumber.optional() }),
  response: z.strictObject({
    survey,
    // In the order of the questions; `counts` in that of a rating's values.
    questions: z.array(z.strictObject({ questionId: id, answered: z.int(), counts: z.array(z.int()) })),
    data: z.array(surveyAnswer),
    // The `before` of the next page; null on the last one.
    next: logNumber.nullable(),
  }),
});

export const exportSurveyAnswers = deskRead({
  path: '/api/lender/surveys/:surveyId/export',
  summary: 'The answers to a survey as a spreadsheet or as CSV, with a column per question.',
  roles: readers,
  isHeavy: true,
  params: z.strictObject({ surveyId: id }),
  query: z.strictObject({ format: z.enum(exportFormats) }),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});

/** A rating has a label for each of its 2 to 10 values; a text question has none. */
const typedQuestion = question
  .omit({ questionId: true })
  .extend({
    question: line.trim().min(3).max(300),
    values: z.array(line.trim().min(1).max(60)).max(10),
  })
  .refine(({ type, values }) => (isRating(type) ? values.length >= 2 : values.length === 0), {
    path: ['values'],
  })
  .refine(({ values }) => new Set(values).size === values.length, { path: ['values'] });

export const writeSurvey = deskWrite({
  path: '/api/lender/surveys',
  summary: 'Writes the draft of a survey, or changes one that was not started.',
  roles: ['administrador'],
  body: z.strictObject({
    /** The draft to change, as it was seen; null for a new one. */
    draft: z.strictObject({ surveyId: id, version: draftVersion }).nullable(),
    title: line.trim().min(3).max(100),
    finishMessage: line.trim().min(1).max(300).nullable(),
    audience: z.enum(surveyAudiences),
    product: product.nullable(),
    questions: z.array(typedQuestion).min(1).max(20),
  }),
  response: z.strictObject({ data: survey }),
  errors: ['SURVEY_STARTED', 'SURVEY_CHANGED', 'NOTHING_CHANGED'],
});

export const startSurvey = deskWrite({
  path: '/api/lender/surveys/:surveyId/start',
  summary: 'Starts a draft as it was seen; a survey that runs stops.',
  roles: ['administrador'],
  params: z.strictObject({ surveyId: id }),
  body: z.strictObject({ version: draftVersion }),
  response: z.strictObject({ data: survey }),
  errors: ['SURVEY_STARTED', 'SURVEY_CHANGED'],
});

export const deleteSurvey = deskWrite({
  path: '/api/lender/surveys/:surveyId/delete',
  summary: 'Deletes a draft as it was seen. A started survey stays.',
  roles: ['administrador'],
  params: z.strictObject({ surveyId: id }),
  body: z.strictObject({ version: draftVersion }),
  response: z.strictObject({ surveyId: id }),
  errors: ['SURVEY_STARTED', 'SURVEY_CHANGED'],
});

export const stopSurvey = deskWrite({
  path: '/api/lender/surveys/:surveyId/stop',
  summary: 'Stops the survey that runs. What is on a user’s screen can be answered for another day.',
  roles: ['administrador'],
  params: z.strictObject({ surveyId: id }),
  body: z.strictObject({}),
  response: z.strictObject({ data: survey }),
  errors: ['SURVEY_NOT_RUNNING'],
});
