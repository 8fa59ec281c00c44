import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { sellIntoCredit } from './in-credit.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { asOwner } from './owner.ts';
import { api, checkLooks, PASSWORD, signIn } from './portal.ts';

const poll = '/api/survey-answer/getForUser/';

/** Creates a user of a client with a deposit, who has not answered the survey. */
async function aRespondent(): Promise<string> {
  const { clientId, admin, party } = await aCompany('norte');
  const emittedOn = addDays(today(), -10);
  const files = await validFiles(party, {
    count: 1,
    seed: 61_000,
    specOf: () => ({ receiver: receivers.spareBiMxn, currency: 'MXN', emittedOn }),
  });
  await sellIntoCredit(admin, { files, dueDate: nextBusinessDay(addDays(today(), 30)) });
  await asOwner('delete from survey_answers where client_id = $1', [clientId]);
  return admin;
}

test('[ENC-01] [ENC-02] [ENC-03] [ENC-04] [SES-02] a user answers the survey once', async ({ page }) => {
  const email = await aRespondent();
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
  await checkLooks(page, 'survey');

  await ratings.nth(0).getByRole('radio', { name: 'Fácil', exact: true }).check({ force: true });
  // The first value of a ratingZero is 0, which is a valid answer.
  await ratings.nth(1).getByRole('radio', { name: 'Ninguna' }).check({ force: true });
  await expect(survey.getByText('*Campo obligatorio')).toHaveCount(0);
  await survey.getByLabel(/mejorarías/).fill('Nada, gracias.');
  await survey.getByRole('button', { name: 'Enviar respuestas' }).click();
  const thanks = page.getByRole('alertdialog', { name: 'Datos guardados' });
  await expect(thanks.getByText('Gracias por tus respuestas: con ellas mejoramos el portal.')).toBeVisible();
  await thanks.getByRole('button', { name: 'Ok', exact: true }).click();

  const { userId, get } = await api(email);
  expect(await get(`${poll}${userId}`)).toEqual({ data: null });
});

test('[ENC-01] [ENC-06] the survey opens 4,000 ms after loading and every 320,000 ms afterwards, never over a dialog', async ({
  page,
}) => {
  const email = await aRespondent();
  await page.clock.install();
  await signIn(page, email);
  const survey = page.getByRole('dialog', { name: 'ENCUESTA DE SATISFACCIÓN' });
  let asked = 0;
  /** Whether the last poll was marked as idle, so that it does not keep the session alive. */
  let idle = false;
  page.on('request', (request) => {
    if (!request.url().includes(poll)) return;
    asked += 1;
    idle = 'x-user-idle' in request.headers();
  });
  /** Waits until the page has processed the answer: it has if it has processed the answer to a later request. */
  const answered = async (): Promise<void> => {
    await (await page.waitForResponse((response) => response.url().includes(poll))).finished();
    await page.evaluate(async () => (await fetch('/health/ready')).text());
  };

  // From here on the page's clock only advances explicitly.
  await page.clock.pauseAt(Date.now() + 60_000);
  // Leaves no request of the page before whose answer could be taken for the next one's.
  await page.goto('about:blank');
  await Promise.all([answered(), page.goto('/')]);
  await expect(page.getByRole('heading', { name: 'Tablero General' })).toBeVisible();
  await page.clock.runFor(1_000);
  await page.clock.runFor(2_999);
  await expect(survey).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(survey).toBeVisible();

  // Again, with a dialog in front of it.
  await Promise.all([answered(), page.reload()]);
  await expect(page.getByRole('heading', { name: 'Tablero General' })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(sheet).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(sheet).toBeVisible();
  await expect(survey).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  // The survey does not open at the moment the dialog closes.
  await page.clock.runFor(3_000);
  await expect(survey).toHaveCount(0);
  await page.clock.runFor(1_500);
  await expect(survey).toBeVisible();
  await page.clock.runFor(640_000);
  expect(asked).toBe(2);
  expect(idle).toBe(false);
  // The next poll is only milliseconds away here: it must not overtake the call that puts the survey off.
  const putOff = page.waitForResponse((response) => response.request().method() === 'POST');
  await survey.getByRole('button', { name: 'Cerrar' }).click();
  await (await putOff).finished();
  await expect(survey).toHaveCount(0);
  await page.clock.runFor(319_999);
  expect(asked).toBe(2);
  await Promise.all([answered(), page.clock.runFor(1)]);
  expect(asked).toBe(3);
  expect(idle).toBe(true);
  await page.clock.runFor(10_000);
  await expect(survey).toHaveCount(0);

  // Put off on the server: a reload does not show it again.
  await Promise.all([answered(), page.reload()]);
  await expect(page.getByRole('heading', { name: 'Tablero General' })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(survey).toHaveCount(0);
});
