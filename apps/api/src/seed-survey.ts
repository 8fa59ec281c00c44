/** The demo lender's survey, with one question of each type. */
import { randomUUID } from 'node:crypto';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import type { Question } from '@anticipa/domain/survey';
import type { Executor } from './lib/db/pool.ts';

const OPEN_DAYS = 3650;

const questions: readonly (Omit<Question, 'questionId'> & { readonly question: string })[] = [
  {
    question: '¿Qué tan fácil te resultó vender tus facturas?',
    type: 'rating',
    required: true,
    values: ['Muy difícil', 'Difícil', 'Regular', 'Fácil', 'Muy fácil'],
  },
  {
    question: '¿Cuántas veces necesitaste ayuda de tu asesor este mes?',
    type: 'ratingZero',
    required: true,
    values: ['Ninguna', 'Una', 'Dos', 'Tres o más'],
  },
  { question: '¿Qué función usas más?', type: 'string', required: false, values: [] },
  { question: '¿Qué mejorarías del portal?', type: 'text', required: false, values: [] },
];

/** Inserts the survey, open to all demo users from today. */
export const insertSurvey = async (executor: Executor, today: IsoDate): Promise<void> => {
  const surveyId = randomUUID();
  await executor
    .insertInto('surveys')
    .values({
      survey_id: surveyId,
      title: 'Tu experiencia con el portal',
      finish_message: 'Gracias por tus respuestas: con ellas mejoramos el portal.',
      starts_on: today,
      ends_on: addDays(today, OPEN_DAYS),
    })
    .execute();
  await executor
    .insertInto('survey_questions')
    .values(
      questions.map(({ question, type, required, values }, index) => ({
        survey_id: surveyId,
        question_id: randomUUID(),
        position: index + 1,
        question,
        type,
        required,
        answer_values: [...values],
      })),
    )
    .execute();
};
