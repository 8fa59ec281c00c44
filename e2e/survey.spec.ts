import { expect, test } from '@playwright/test';
import { api, lookEverywhere, PASSWORD } from './portal.ts';

const email = 'admin@sur.demo';

test('[ENC-01] [ENC-02] [ENC-03] [ENC-04] [SES-02] somebody answers the survey once', async ({ page }) => {
  await page.goto(`/login?email=${encodeURIComponent(email)}`);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tablero General' })).toBeVisible();

  const survey = page.getByRole('dialog', { name: 'ENCUESTA DE SATISFACCIÓN' });
  await expect(survey).toBeVisible();
  const ratings = survey.getByRole('radiogroup');
  await expect(ratings.nth(0).getByRole('radio')).toHaveCount(5);
  await expect(ratings.nth(1).getByRole('radio')).toHaveCount(4);

  await survey.getByRole('button', { name: 'Enviar respuestas' }).click();
  await expect(survey.getByText('Revisa los campos obligatorios')).toBeVisible();
  await expect(survey.getByText('*Campo obligatorio')).toHaveCount(2);
  await lookEverywhere(page, 'survey');

  await ratings.nth(0).getByRole('radio', { name: 'Fácil', exact: true }).check({ force: true });
  // The first value of a ratingZero is 0, and it is an answer.
  await ratings.nth(1).getByRole('radio', { name: 'Ninguna' }).check({ force: true });
  await expect(survey.getByText('*Campo obligatorio')).toHaveCount(0);
  await survey.getByLabel(/mejorarías/).fill('Nada, gracias.');
  await survey.getByRole('button', { name: 'Enviar respuestas' }).click();
  const thanks = page.getByRole('alertdialog', { name: 'Datos guardados' });
  await expect(thanks.getByText('Gracias por tus respuestas: con ellas mejoramos el portal.')).toBeVisible();
  await thanks.getByRole('button', { name: 'Ok' }).click();

  const { userId, get } = await api(email);
  expect(await get(`/api/survey-answer/getForUser/${userId}`)).toEqual({ data: null });
});
