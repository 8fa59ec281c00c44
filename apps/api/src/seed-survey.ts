/** The demo lender's survey, with one question of each type. */
import { randomUUID } from 'node:crypto';
import type { Question } from '@anticipa/domain/survey';
import type { Executor } from './platform/db/pool.ts';

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

/** Inserts the survey and starts it, for all demo users. */
export const insertSurvey = async (executor: Executor, at: Date): Promise<void> => {
  const surveyId = randomUUID();
  await executor
    .insertInto('surveys')
    .values({
      survey_id: surveyId,
      title: 'Tu experiencia con el portal',
      finish_message: 'Gracias por tus respuestas: con ellas mejoramos el portal.',
      written_at: at,
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
  await executor.updateTable('surveys').set({ started_at: at }).where('survey_id', '=', surveyId).execute();
};
