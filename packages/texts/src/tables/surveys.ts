/** The table of the answers to a survey: one column per question. */
import type { LenderSurvey, SurveyAnswer } from '@anticipa/contract/lender-surveys';
import { type QuestionType, ratingValues } from '@anticipa/domain/survey';
import { instantColumn, type TableColumn, textColumn } from './table.ts';

type Question = Pick<LenderSurvey['questions'][number], 'questionId' | 'question' | 'type' | 'values'>;

/** The types of questions, as the operators read them. */
export const questionTypeNames: Readonly<Record<QuestionType, string>> = {
  rating: 'Calificación desde 1',
  ratingZero: 'Calificación desde 0',
  string: 'Texto corto',
  text: 'Texto largo',
};

/** A value of a rating with its label: "4 · Fácil". */
export const valueLabel = (value: number, label: string | undefined): string =>
  label === undefined || label === String(value) ? String(value) : `${value} · ${label}`;

function answerText(question: Question, answer: SurveyAnswer['answers'][number] | undefined): string | null {
  if (typeof answer !== 'number') return answer ?? null;
  return valueLabel(answer, question.values[ratingValues(question).indexOf(answer)]);
}

/** The columns of the answers to these questions. */
export const surveyTable = (questions: readonly Question[]): readonly TableColumn<SurveyAnswer>[] => [
  instantColumn('answeredAt', 'Contestada', ({ answeredAt }) => answeredAt),
  textColumn('client', 'Cliente', ({ entityName }) => entityName),
  textColumn('user', 'Usuario', ({ userName }) => userName),
  ...questions.map((question, index) =>
    textColumn<SurveyAnswer>(question.questionId, question.question, ({ answers }) =>
      answerText(question, answers[index]),
    ),
  ),
];
