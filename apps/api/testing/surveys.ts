import { randomUUID } from 'node:crypto';
import type { ProductCode } from '@anticipa/domain/product';
import type { Rows } from './builders.ts';

interface SurveyOptions {
  readonly audience?: 'everyone' | 'administrators';
  readonly product?: ProductCode;
  /** Defaults to now. */
  readonly startedAt?: Date;
  readonly stoppedAt?: Date;
  readonly finishMessage?: string;
  readonly questions?: readonly {
    readonly type: 'string' | 'text' | 'rating' | 'ratingZero';
    readonly required?: boolean;
    readonly values?: readonly string[];
  }[];
}

/** Starts a survey for all users in place of the running one; by default of one required text question. */
export const aSurvey = async (
  { db, clock }: Rows,
  options: SurveyOptions = {},
): Promise<{ readonly surveyId: string; readonly questionId: string; readonly questionIds: readonly string[] }> => {
  const surveyId = randomUUID();
  const { audience = 'everyone', product = null, startedAt = clock.now(), stoppedAt = null } = options;
  await db.owner.query(
    `insert into surveys (survey_id, title, finish_message, written_at, audience, product)
     values ($1, 'Encuesta', $2, $3, $4, $5)`,
    [surveyId, options.finishMessage ?? null, startedAt, audience, product],
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
  await db.owner.query(
    'update surveys set stopped_at = started_at where started_at is not null and stopped_at is null',
  );
  await db.owner.query('update surveys set started_at = $2, stopped_at = $3 where survey_id = $1', [
    surveyId,
    startedAt,
    stoppedAt,
  ]);
  return { surveyId, questionId: questionIds[0] ?? '', questionIds };
};

/** A user's answer to a survey of one text question. */
export const anAnswer = async (
  { db, clock }: Rows,
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
  { surveyId, questionId }: { readonly surveyId: string; readonly questionId: string },
): Promise<void> => {
  await db.owner.query(
    `insert into survey_answers (client_id, user_id, survey_id, answers, answered_at) values ($1, $2, $3, $4, $5)`,
    [clientId, userId, surveyId, { [questionId]: 'Bien' }, clock.now()],
  );
};

/** Lets the client have had a deposit, of a sale without invoices. Returns how to take it back before the books are checked. */
export const aDeposit = async (
  { db, clock }: Rows,
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
): Promise<() => Promise<void>> => {
  const saleId = randomUUID();
  await db.owner.query(
    `insert into sales (client_id, sale_id, number_of_sale, product, currency, state, created_by, created_at, disbursed_at)
     values ($1, $2, 1, 'BI', 'MXN', 'disbursed', $3, $4, $4)`,
    [clientId, saleId, userId, clock.now()],
  );
  return async () => void (await db.owner.query('delete from sales where sale_id = $1', [saleId]));
};
