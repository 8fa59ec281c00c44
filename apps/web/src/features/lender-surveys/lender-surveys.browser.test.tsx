import {
  deleteSurvey,
  type LenderSurvey,
  listSurveyAnswers,
  listSurveys,
  startSurvey,
  stopSurvey,
  writeSurvey,
} from '@anticipa/contract/lender-surveys';
import type { OperatorRole } from '@anticipa/domain/operator';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SurveyAnswers } from './survey-answers.tsx';
import { SurveysScreen } from './surveys-screen.tsx';

const idOf = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const questions: LenderSurvey['questions'] = [
  { questionId: idOf(8), question: '¿Qué tan fácil fue?', type: 'rating', required: true, values: ['Mal', 'Bien'] },
  { questionId: idOf(9), question: '¿Qué mejorarías?', type: 'text', required: false, values: [] },
];
const survey = (digit: number, changes: Partial<LenderSurvey> = {}): LenderSurvey => ({
  surveyId: idOf(digit),
  title: `Encuesta ${digit}`,
  finishMessage: null,
  audience: 'everyone',
  product: null,
  version: 1,
  writtenAt: '2026-03-10T16:00:00.000Z',
  startedAt: null,
  stoppedAt: null,
  answers: 0,
  questions,
  ...changes,
});
const draft = survey(1, { version: 3 });
const running = survey(2, { startedAt: '2026-03-09T16:00:00.000Z', answers: 2 });

const signIn = (roles: readonly OperatorRole[]) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...roles] }));

it('[OPE-07] writes a survey with its questions, and leads to what is missing', async () => {
  answer(listSurveys).with(() => ({ data: [] }));
  const sent = answer(writeSurvey).with(() => ({ data: draft }));
  await signIn(['administrador']);
  const screen = await renderScreen(<SurveysScreen />);
  await expect.element(screen.getByText('Todavía no hay encuestas')).toBeVisible();
  await screen.getByRole('button', { name: 'Nueva encuesta' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Nueva encuesta' });
  const save = dialog.getByRole('button', { name: 'Guardar borrador' });
  await save.click();
  await expect.element(dialog.getByLabelText('Título')).toHaveFocus();
  await expect.element(dialog.getByText(/^Escribe de 2 a 10 valores distintos/)).toBeVisible();
  await dialog.getByLabelText('Título').fill('Tu experiencia');
  await dialog.getByLabelText('Texto de la pregunta').fill('¿Qué tan fácil fue?');
  await dialog.getByLabelText('Valores, uno por renglón').fill('Mal\n\n Bien ');
  await dialog.getByRole('button', { name: 'Agregar pregunta' }).click();
  const second = dialog.getByRole('group', { name: 'Pregunta 2' });
  await second.getByLabelText('Texto de la pregunta').fill('¿Qué mejorarías?');
  await second.getByLabelText('Respuesta').selectOptions('Texto largo');
  await second.getByLabelText('Obligatoria').click();
  await second.getByRole('button', { name: 'Subir pregunta 2' }).click();
  await save.click();
  await expect.element(screen.getByText('Borrador guardado.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      draft: null,
      title: 'Tu experiencia',
      finishMessage: null,
      audience: 'everyone',
      product: null,
      questions: [
        { question: '¿Qué mejorarías?', type: 'text', required: false, values: [] },
        { question: '¿Qué tan fácil fue?', type: 'rating', required: true, values: ['Mal', 'Bien'] },
      ],
    },
  ]);
});

it('[OPE-07] starts a draft as it was seen, with the survey that stops, and stops the one that runs', async () => {
  answer(listSurveys).with(() => ({ data: [draft, running] }));
  const started = answer(startSurvey).with(
    () => new Refusal(409, 'SURVEY_CHANGED', 'La encuesta cambió desde que la abriste.'),
  );
  const stopped = answer(stopSurvey).with(() => ({ data: running }));
  await signIn(['administrador']);
  const screen = await renderScreen(<SurveysScreen />);
  await screen.getByRole('button', { name: 'Iniciar Encuesta 1' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Iniciar Encuesta 1' });
  await expect.element(dialog.getByText('Se detiene «Encuesta 2», que está en curso.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Iniciar', exact: true }).click();
  await expect.element(dialog.getByText('La encuesta cambió desde que la abriste.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await screen.getByRole('button', { name: 'Detener Encuesta 2' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Detener', exact: true }).click();
  await expect.element(screen.getByText('Encuesta detenida.')).toBeVisible();
  expect(started.map(({ body }) => body)).toEqual([{ version: 3 }]);
  expect(stopped).toHaveLength(1);
  expect(screen.getByRole('button', { name: /^Editar/ }).elements()).toHaveLength(1);
});

it('[OPE-07] deletes a draft as it was seen, after a question', async () => {
  answer(listSurveys).with(() => ({ data: [draft, running] }));
  const deleted = answer(deleteSurvey).with(() => ({ surveyId: draft.surveyId }));
  await signIn(['administrador']);
  const screen = await renderScreen(<SurveysScreen />);
  expect(screen.getByRole('button', { name: 'Borrar Encuesta 2' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Borrar Encuesta 1' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Borrar', exact: true }).click();
  await expect.element(screen.getByText('Borrador borrado.')).toBeVisible();
  expect(deleted.map(({ body }) => body)).toEqual([{ version: 3 }]);
});

it('[OPE-07] other roles only read the surveys', async () => {
  answer(listSurveys).with(() => ({ data: [draft, running] }));
  await signIn(['soporte']);
  const screen = await renderScreen(<SurveysScreen />);
  await expect.element(screen.getByRole('link', { name: 'Ver respuestas a Encuesta 2' })).toBeVisible();
  expect(screen.getByRole('button', { name: /Nueva|Editar|Iniciar|Detener|Borrar/ }).elements()).toEqual([]);
});

it('[OPE-07] counts the answers by value, and shows what a client typed as text', async () => {
  const typed = '<img src=x onerror="document.title=1"> =1+1';
  answer(listSurveyAnswers).with(() => ({
    survey: running,
    questions: [
      { questionId: idOf(8), answered: 2, counts: [2, 0] },
      { questionId: idOf(9), answered: 1, counts: [] },
    ],
    data: [
      {
        number: '2',
        answeredAt: '2026-03-10T16:00:00.000Z',
        clientId: idOf(5),
        entityName: 'Aceros del Norte',
        userName: 'Ana Ruiz',
        answers: [1, typed],
      },
    ],
    next: null,
  }));
  await signIn(['auditor']);
  const screen = await renderScreen(<SurveyAnswers surveyId={running.surveyId} />);
  const counts = screen.getByRole('table', { name: '¿Qué tan fácil fue?' });
  await expect.element(counts.getByRole('row', { name: '1 · Mal 2 100 %' })).toBeVisible();
  await expect.element(counts.getByRole('row', { name: '2 · Bien 0 0 %' })).toBeVisible();
  await expect.element(screen.getByText(typed)).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
  await expect.element(screen.getByRole('button', { name: 'Descargar Excel' })).toBeVisible();
});
