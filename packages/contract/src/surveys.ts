import { z } from 'zod';
import { route } from './route.ts';
import { id, text } from './wire.ts';

export const getSurvey = route({
  method: 'GET',
  path: '/api/survey-answer/getForUser/:userId',
  summary: 'The survey the user has not answered yet, if there is one.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  params: z.strictObject({ userId: id }),
  response: z.strictObject({
    data: z
      .strictObject({
        surveyId: id,
        title: text,
        finishMessage: text.nullable(),
        questions: z.array(
          z.strictObject({
            questionId: id,
            question: text,
            type: z.enum(['string', 'text', 'rating', 'ratingZero']),
            required: z.boolean(),
            values: z.array(text),
          }),
        ),
      })
      .nullable(),
  }),
  errors: [],
});
