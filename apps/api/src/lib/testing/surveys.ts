import { randomUUID } from 'node:crypto';
import type { ProductCode } from '@anticipa/domain/product';
import type { Rows } from './builders.ts';

interface SurveyOptions {
  readonly audience?: 'everyone' | 'administrators';
  readonly product?: ProductCode;
  readonly startsOn?: string;
  readonly endsOn?: string;
  readonly finishMessage?: string;
  readonly questions?: readonly {
    readonly type: 'string' | 'text' | 'rating' | 'ratingZero';
    readonly required?: boolean;
    readonly values?: readonly string[];
  }[];
}

/** A survey open today for everyone. Defaults to one required text question. */
export const aSurvey = async (
  { db, clock }: Rows,
  options: SurveyOptions = {},
): Promise<{ readonly surveyId: string; readonly questionId: string; readonly questionIds: readonly string[] }> => {
  const surveyId = randomUUID();
  const { audience = 'everyone', product = null, startsOn = clock.today(), endsOn = clock.today() } = options;
  await db.owner.query(
    `insert into surveys (survey_id, title, finish_message, starts_on, ends_on, audience, product)
     values ($1, 'Encuesta', $2, $3, $4, $5, $6)`,
    [surveyId, options.finishMessage ?? null, startsOn, endsOn, audience, product],
  );
  const questionIds: string[] = [];
  for (const { type, required = true, values = [] } of options.questions ?? [{ type: 'text' }]) {
    const questionId = randomUUID();
    questionIds.push(questionId);
    await db.owner.query(
      `insert into survey_questions (survey_id, question_id, position, question, type, required, answer_values)
       values ($1, $2, $3, '¿Qué opinas?', $4, $5, $6)`,
      [surveyId, questionId, questionIds.length, type, required, values],
    );
  }
  return { surveyId, questionId: questionIds[0] ?? '', questionIds };
};
