import { questionTypes } from '@anticipa/domain/survey';
import { z } from 'zod';
import { clientRead, clientWrite, route } from './route.ts';
import { id, lines, text } from './wire.ts';

export const surveyQuestion = {
  questionId: id,
  question: text,
  type: z.enum(questionTypes),
  required: z.boolean(),
  values: z.array(text).max(100),
};

export const getSurvey = clientRead({
  path: '/api/survey-answer/getForUser/:userId',
  summary: 'The unanswered survey of a user whose client has had a deposit, if any and not put off.',
  params: z.strictObject({ userId: id }),
  response: z.strictObject({
    data: z
      .strictObject({
        surveyId: id,
        title: text,
        finishMessage: text.nullable(),
        /** An answered survey is not asked again, so that there is no answer yet. */
        questions: z.array(z.strictObject({ ...surveyQuestion, answer: z.null() })),
      })
      .nullable(),
  }),
});

/**
 * A survey can be answered once: text for string and text questions, a number for ratings. Without `surveyId` the survey is
 * the one with these questions, which are found by their ids or their texts.
 */
export const saveSurvey = clientWrite({
  right: 'consult',
  path: '/api/survey-answer/save',
  summary: 'Stores the user’s answers to a survey.',
  body: z.strictObject({
    surveyId: id.optional(),
    surveyQuestions: z
      .array(
        z.strictObject({
          ...z.strictObject(surveyQuestion).partial().shape,
          answer: z.union([lines.max(4000), z.int(), z.null()]).optional(),
        }),
      )
      .max(100),
  }),
  response: z.strictObject({ status: z.literal('success'), finishMessage: text.nullable() }),
  errors: ['SURVEY_INCOMPLETE', 'SURVEY_ALREADY_ANSWERED'],
});

export const putOffSurvey = route({
  method: 'POST',
  path: '/api/survey-answer/putOff',
  summary: 'Puts the survey off for fourteen days, on every device of the user.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({ surveyId: id }),
  response: z.strictObject({ status: z.literal('success') }),
});
