import { saveSurvey } from '@anticipa/contract/surveys';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import type { Survey } from './api.ts';
import { SurveyDialog } from './survey-dialog.tsx';

const id = '00000000-0000-4000-8000-000000000001';
const survey: Survey = {
  surveyId: id,
  title: 'Tu opinión',
  finishMessage: null,
  questions: [{ questionId: id, question: '¿Qué mejorarías?', type: 'string', required: true, values: [] }],
};

it('[ENC-04] answers that could not be saved stay on the screen below a notice and can be resent', async () => {
  let thanked = 0;
  const calls = answer(saveSurvey).with(() => new Refusal(400, 'SURVEY_INCOMPLETE', 'Falta una respuesta.'));
  const screen = await renderScreen(
    <SurveyDialog
      survey={survey}
      answers={new Map([[id, 'Nada']])}
      onAnswers={() => {}}
      onClose={() => {}}
      onSaved={() => {
        thanked += 1;
      }}
    />,
  );
  const send = screen.getByRole('button', { name: 'Enviar respuestas' });
  const failed = screen.getByText('Acción no disponible de momento, intenta mas tarde');
  await send.click();
  await expect.element(failed).toBeVisible();
  await expect.element(screen.getByRole('textbox')).toHaveValue('Nada');
  expect(thanked).toBe(0);
  answer(saveSurvey).with(() => ({ status: 'success', finishMessage: null }));
  await send.click();
  await expect.element(failed).not.toBeInTheDocument();
  await expect.poll(() => thanked).toBe(1);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.body.surveyQuestions).toEqual([{ questionId: id, answer: 'Nada' }]);
});
