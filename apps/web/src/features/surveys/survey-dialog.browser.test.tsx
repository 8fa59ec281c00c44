import { getSurvey, putOffSurvey, saveSurvey } from '@anticipa/contract/surveys';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { type Survey, surveyQuery } from './api.ts';
import { SurveyDialog } from './survey-dialog.tsx';
import { SurveyHost } from './survey-host.tsx';
import { FIRST_AFTER_MS, POLL_MS } from './view-model.ts';

const id = '00000000-0000-4000-8000-000000000001';
const survey: Survey = {
  surveyId: id,
  title: 'Tu opinión',
  finishMessage: null,
  questions: [
    { questionId: id, question: '¿Qué mejorarías?', type: 'string', required: true, answer: null, values: [] },
  ],
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

it('[ENC-04] a survey without its own farewell thanks for the time', async () => {
  signInAs(aUser());
  answer(getSurvey).with(() => ({ data: survey }));
  const { userId } = aUser();
  const screen = await renderScreen(<SurveyHost userId={userId} isBusy={false} />);
  const loadedAt = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => loadedAt + FIRST_AFTER_MS);
  onTestFinished(() => void vi.restoreAllMocks());
  await screen.getByRole('textbox').fill('Nada');
  answer(saveSurvey).with(() => ({ status: 'success', finishMessage: null }));
  await screen.getByRole('button', { name: 'Enviar respuestas' }).click();
  const thanks = screen.getByRole('alertdialog', { name: 'Datos guardados' });
  await expect.element(thanks.getByText('¡Gracias por tu tiempo!')).toBeVisible();
});

function UntilDone({ userId }: { userId: string }) {
  const [isBusy, setBusy] = useState(true);
  const { data } = useQuery(surveyQuery(userId, false));
  return (
    <>
      <button type="button" onClick={() => setBusy(false)}>
        {data?.title}
      </button>
      <SurveyHost userId={userId} isBusy={isBusy} />
    </>
  );
}

it('[ENC-01] a survey waits while the user is busy', async () => {
  signInAs(aUser());
  answer(getSurvey).with(() => ({ data: survey }));
  const looks = vi.spyOn(window, 'setInterval');
  onTestFinished(() => void vi.restoreAllMocks());
  const screen = await renderScreen(<UntilDone userId={aUser().userId} />);
  const done = screen.getByRole('button', { name: survey.title });
  await expect.element(done).toBeVisible();
  expect(looks.mock.calls.filter(([, every]) => every !== POLL_MS)).toEqual([]);
  const loadedAt = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => loadedAt + 2 * FIRST_AFTER_MS);
  await done.click();
  await expect.element(screen.getByRole('dialog', { name: 'ENCUESTA DE SATISFACCIÓN' })).toBeVisible();
});

it('[ENC-07] a survey opens on the home screen alone: on another one it would interrupt the work', async () => {
  signInAs(aUser());
  answer(getSurvey).with(() => ({ data: survey }));
  const looks = vi.spyOn(window, 'setInterval');
  onTestFinished(() => void vi.restoreAllMocks());
  const screen = await renderScreen(
    <>
      <UntilDone userId={aUser().userId} />
      <Link to="/">Inicio</Link>
    </>,
    '/profile?ver=llaves',
  );
  const done = screen.getByRole('button', { name: survey.title });
  await done.click();
  expect(looks.mock.calls.filter(([, every]) => every !== POLL_MS)).toEqual([]);
  await screen.getByRole('link', { name: 'Inicio' }).click();
  await done.click();
  const loadedAt = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => loadedAt + 2 * FIRST_AFTER_MS);
  await expect.element(screen.getByRole('dialog', { name: 'ENCUESTA DE SATISFACCIÓN' })).toBeVisible();
});

it('[ENC-06] a survey that is closed is put off on the server and does not come back by itself', async () => {
  signInAs(aUser());
  const asked = answer(getSurvey).with(() => ({ data: survey }));
  const putOff = answer(putOffSurvey).with(() => ({ status: 'success' }));
  const screen = await renderScreen(<SurveyHost userId={aUser().userId} isBusy={false} />);
  const loadedAt = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => loadedAt + FIRST_AFTER_MS);
  onTestFinished(() => void vi.restoreAllMocks());
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(putOff.map(({ body }) => body)).toEqual([{ surveyId: id }]);
  vi.spyOn(Date, 'now').mockImplementation(() => loadedAt + 10 * FIRST_AFTER_MS);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
});
