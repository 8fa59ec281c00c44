import { downloadOwnPackage } from '@anticipa/contract/accountant';
import { getCreditInformation } from '@anticipa/contract/credit';
import { balanceStatement, getStatement, mailBalanceStatement, type Statement } from '@anticipa/contract/statements';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { StatementScreen } from './statement-screen.tsx';

// Calls are repeated at once.
skipWaits('retries');

type Movement = Statement['currencies'][number]['accounts'][number]['movements'][number];

const movement = (over: Partial<Movement>): Movement => ({
  valueDate: '2026-02-24',
  bookedOn: '2026-02-24',
  concept: 'Cobro del deudor',
  documentId: '00000000-0000-4000-8000-000000000001',
  folio: 'A-1',
  cfdi: null,
  charge: '0.00',
  credit: '116000.00',
  balance: '116000.00',
  currency: 'MXN',
  account: 'invoices',
  ...over,
});

const february: Statement = {
  from: '2026-02-01',
  to: '2026-02-28',
  knownAt: '2026-03-10T18:00:00.000Z',
  entityName: 'ACEROS DEL NORTE',
  rfc: 'ANO150401AB9',
  fiscalRegime: '601',
  postalCode: '64000',
  lender: { rfc: 'AFI180517AB3', name: 'ANTICIPA FINANCIERA', fiscalRegime: '601', postalCode: '64000' },
  terms: { ivaRegime: 'devengado', ivaOnCollection: true, collectedBy: 'lender', withRecourse: true },
  currencies: [
    {
      currency: 'MXN',
      cost: { interest: '3712.00', iva: '593.92', recargos: '100.00', ivaRecargos: '16.00' },
      recargosToCome: '55.05',
      accounts: [
        { account: 'invoices', opening: '232000.00', movements: [movement({})], closing: '116000.00' },
        { account: 'aforo', opening: '23200.00', movements: [], closing: '23200.00' },
        {
          account: 'yours',
          opening: '0.00',
          movements: [
            movement({
              account: 'yours',
              concept: 'Interés e IVA, CFDI INT-1',
              cfdi: 'INT-1',
              charge: '1883.84',
              credit: '0.00',
              balance: '1883.84',
            }),
            movement({
              account: 'yours',
              concept: 'Interés descontado al depositar',
              cfdi: 'INT-1',
              credit: '1624.00',
              balance: '259.84',
            }),
          ],
          closing: '259.84',
        },
      ],
      invoices: [],
      collections: [],
      transfers: [],
      interestInvoices: [],
      complements: [],
    },
  ],
};

const show = (statement: Statement = february) => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const calls = answer(getStatement).with(() => ({ data: statement }));
  return { calls, screen: renderScreen(<StatementScreen />) };
};

it('[DIN-113] on a phone an account of the statement is its name and its closing balance until its movements are asked for', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const { screen: rendering } = show();
  const screen = await rendering;
  const account = screen.getByRole('region', { name: 'Facturas financiadas · MXN' });
  await expect.element(account).toMatchTextContent(/MXN 116,000.00/);
  await expect.element(account.getByText('Cobro del deudor')).not.toBeInTheDocument();
  await account.getByRole('button', { name: 'Facturas financiadas · MXN' }).click();
  await expect.element(account.getByText('Cobro del deudor')).toBeVisible();
});

it('[MOV-06] [LIB-94] opens with what last month cost, how it is taxed, and the movements of each account', async () => {
  const { calls, screen: rendering } = show();
  const screen = await rendering;
  await expect.element(screen.getByRole('region', { name: 'Costo del mes en MXN' })).toMatchTextContent('MXN 4,421.92');
  const cost = screen.getByRole('region', { name: 'Costo del mes en MXN' });
  await expect
    .element(screen.getByText(/eligió pagar el IVA de las facturas cedidas cuando se cobran .* con recurso\.$/))
    .toBeVisible();
  await expect
    .element(cost)
    .toMatchTextContent('InterésMXN 3,712.00IVA del interésMXN 593.92RecargosMXN 100.00IVA de los recargosMXN 16.00');
  const rowsOf = (account: string) =>
    screen
      .getByRole('grid', { name: `Movimientos de ${account} en MXN` })
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
  expect(rowsOf('Tu cuenta')).toEqual([
    'Fecha valorConceptoFacturaCargoAbonoSaldo',
    '24/02/2026Interés e IVA, CFDI INT-1A-1MXN 1,883.84—MXN 1,883.84',
    '24/02/2026Interés descontado al depositarA-1—MXN 1,624.00MXN 259.84',
    'Total de 2 movimientosMXN 1,883.84MXN 1,624.00',
  ]);
  expect(rowsOf('Facturas financiadas')[1]).toBe('24/02/2026Cobro del deudorA-1—MXN 116,000.00MXN 116,000.00');
  await expect
    .element(screen.getByRole('region', { name: 'Facturas financiadas · MXN' }))
    .toMatchTextContent('Saldo inicialMXN 232,000.00Saldo finalMXN 116,000.00');
  await expect
    .element(screen.getByRole('region', { name: 'Tu cuenta · MXN' }))
    .toMatchTextContent('Lo que debes además de tus facturas; con signo menos, es saldo a tu favor.');
  await expect.element(screen.getByText(/^El mes no ha terminado/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Sin movimientos en el periodo.')).toBeVisible();
  expect(calls.map(({ query }) => query)).toEqual([{ startDate: '2026-02-01', endDate: '2026-02-28' }]);
});

it('[MOV-06] says in one line that a currency has neither movements nor balances', async () => {
  const [mxn] = february.currencies;
  if (!mxn) throw new Error('No currency');
  const nothing = {
    ...mxn,
    currency: 'USD',
    cost: { interest: '0.00', iva: '0.00', recargos: '0.00', ivaRecargos: '0.00' },
    recargosToCome: '0.00',
    accounts: mxn.accounts.map((each) => ({ ...each, opening: '0.00', closing: '0.00', movements: [] })),
  } as const;
  const screen = await show({ ...february, currencies: [mxn, nothing] }).screen;
  await expect.element(screen.getByText('Sin movimientos en USD.')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Costo del mes en MXN' })).toBeVisible();
  expect(screen.getByRole('region', { name: /USD/ }).elements()).toEqual([]);
  await screen.unmount();
  const owing = nothing.accounts.map((each) => ({ ...each, opening: '1.00', closing: '1.00' }));
  const other = await show({ ...february, currencies: [mxn, { ...nothing, accounts: owing }] }).screen;
  await expect.element(other.getByRole('region', { name: 'Costo del mes en USD' })).toBeVisible();
});

it('[MOV-06] the statement has the data of the payment complements of an invoice, their receiver and their last day', async () => {
  const node = (paidOn: string, form: '03' | '17', instalment: number, before: string, paid: string, left: string) =>
    ({
      uuid: '5620F06C-7C9B-4B78-B1D8-E04D90CC1E75',
      folio: 'A-1',
      paidOn,
      form,
      instalment,
      before,
      paid,
      left,
      base: null,
      iva: null,
      issueBy: paidOn < '2026-02-01' ? '2026-02-05' : '2026-03-05',
      currency: 'MXN',
    }) as const;
  const complements = [
    node('2026-01-10', '03', 1, '116000.00', '100920.00', '15080.00'),
    node('2026-01-10', '17', 2, '15080.00', '3480.00', '11600.00'),
    node('2026-02-24', '03', 3, '11600.00', '11043.20', '556.80'),
    node('2026-02-24', '17', 4, '556.80', '556.80', '0.00'),
  ];
  const currencies = february.currencies.map((each) => ({ ...each, complements }));
  const screen = await show({ ...february, currencies }).screen;
  await expect
    .element(screen.getByText('ACEROS DEL NORTE · RFC ANO150401AB9 · Régimen 601 · C.P. 64000'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Datos para tu complemento de pago · MXN' }).click();
  await expect
    .element(screen.getByText(/a nombre de ANTICIPA FINANCIERA · RFC AFI180517AB3 · Régimen 601 · C\.P\. 64000/))
    .toBeVisible();
  const grid = screen.getByRole('grid', { name: 'Datos para tu complemento de pago · MXN' });
  await expect.element(grid).toBeVisible();
  const cells = grid
    .getByRole('row')
    .elements()
    .slice(1, 5)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' '));
  expect(cells).toEqual([
    'A-1 10/01/2026 03 Transferencia 1 MXN 116,000.00 MXN 100,920.00 MXN 15,080.00 05/02/2026',
    'A-1 10/01/2026 17 Compensación 2 MXN 15,080.00 MXN 3,480.00 MXN 11,600.00 05/02/2026',
    'A-1 24/02/2026 03 Transferencia 3 MXN 11,600.00 MXN 11,043.20 MXN 556.80 05/03/2026',
    'A-1 24/02/2026 17 Compensación 4 MXN 556.80 MXN 556.80 MXN 0.00 05/03/2026',
  ]);
});

it('[MOV-06] opens its closed blocks on paper', async () => {
  const complement = {
    uuid: '5620F06C-7C9B-4B78-B1D8-E04D90CC1E75',
    folio: 'A-1',
    paidOn: '2026-02-24',
    form: '17',
    instalment: 1,
    before: '1116000.00',
    paid: '1116000.00',
    left: '0.00',
    base: null,
    iva: null,
    issueBy: '2026-03-05',
    currency: 'MXN',
  } as const;
  const currencies = february.currencies.map((each) => ({ ...each, complements: [complement] }));
  const screen = await show({ ...february, currencies }).screen;
  const block = screen.getByRole('button', { name: 'Datos para tu complemento de pago · MXN' });
  const grid = screen.getByRole('grid', { name: 'Datos para tu complemento de pago · MXN' });
  await expect.element(block).toHaveAttribute('aria-expanded', 'false');
  window.dispatchEvent(new Event('beforeprint'));
  await expect.element(screen.getByText('Estado de cuenta de febrero 2026')).toBeInTheDocument();
  await expect.element(grid).toBeVisible();
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(grid).not.toBeInTheDocument();
});

it('[MOV-01] [MOV-03] opens the PDF of the month in a new tab and sends it by mail', async () => {
  const screen = await show().screen;
  const tab = { location: { href: '' }, close: vi.fn() };
  const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  onTestFinished(() => opening.mockRestore());
  const pdfs = answer(balanceStatement).with(() => ({ base64: btoa('%PDF-1.7') }));
  await screen.getByRole('button', { name: 'Abrir PDF' }).click();
  await expect.poll(() => tab.location.href).toMatch(/^blob:/);
  expect(pdfs.map(({ body }) => body)).toEqual([{ startDate: '2026-02-01', endDate: '2026-02-28' }]);
  const mails = answer(mailBalanceStatement).with(() => ({ status: 'success' }));
  await screen.getByRole('button', { name: 'Enviar copia a mi correo' }).click();
  await expect.element(screen.getByText('La consulta ha sido enviada a tu correo').first()).toBeVisible();
  expect(mails.map(({ body }) => body)).toEqual([{ startDate: '2026-02-01', endDate: '2026-02-28' }]);
});

it('[LIB-52] saves the month in one archive, and says if it was not made', async () => {
  const screen = await show().screen;
  const saved: string[] = [];
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  onTestFinished(() => saving.mockRestore());
  const asked = answer(downloadOwnPackage).with(
    () => new Response('x', { headers: { 'content-disposition': 'attachment; filename="paquete.zip"' } }),
  );
  const save = screen.getByRole('button', { name: 'Paquete del mes (ZIP)' });
  await expect.element(save).toBeVisible();
  const colourOf = (name: string) =>
    getComputedStyle(screen.getByRole('button', { name }).element()).getPropertyValue('background-color');
  const others = ['Abrir PDF', 'Enviar copia a mi correo', 'Exportar', 'Otras fechas', 'Dispersiones'];
  expect(others.map(colourOf)).not.toContain(colourOf('Paquete del mes (ZIP)'));
  await save.click();
  await expect.poll(() => saved).toEqual(['paquete.zip']);
  expect(asked.map(({ params }) => params)).toEqual([{ month: '2026-02' }]);
  answer(downloadOwnPackage).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
  await save.click();
  await expect.element(screen.getByText(/No se pudo descargar el paquete/).first()).toBeVisible();
});

it('[MOV-01] shows the running month up to today, as it is downloaded, mailed and exported', async () => {
  const { calls, screen: rendering } = show();
  const screen = await rendering;
  await screen.getByRole('button', { name: 'Mes siguiente' }).click();
  await expect
    .element(screen.getByText('El mes no ha terminado: se muestran los movimientos hasta el 02/03/2026.'))
    .toBeVisible();
  const period = { startDate: '2026-03-01', endDate: '2026-03-02' };
  expect(calls.at(-1)?.query).toEqual(period);
  const mails = answer(mailBalanceStatement).with(() => ({ status: 'success' }));
  await screen.getByRole('button', { name: 'Enviar copia a mi correo' }).click();
  await expect.poll(() => mails.map(({ body }) => body)).toEqual([period]);
  await screen.getByRole('button', { name: 'Exportar' }).click();
  await expect.element(screen.getByLabelText('Desde')).toHaveValue('01/03/2026');
  await expect.element(screen.getByLabelText('Hasta')).toHaveValue('02/03/2026');
});

it('[MOV-03] saves the PDF under the dates where the browser blocks its tab, and sends one mail for two tries', async () => {
  const screen = await show().screen;
  const saved: string[] = [];
  const opening = vi.spyOn(window, 'open').mockReturnValue(null);
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  onTestFinished(() => {
    opening.mockRestore();
    saving.mockRestore();
  });
  answer(balanceStatement).with(() => ({ base64: btoa('%PDF-1.7') }));
  await screen.getByRole('button', { name: 'Abrir PDF' }).click();
  await expect.poll(() => saved).toEqual(['estado-de-cuenta-2026-02-01-a-2026-02-28.pdf']);
  await expect.element(screen.getByText('Tu navegador bloqueó la pestaña; el PDF se descargó.').first()).toBeVisible();
  const mail = screen.getByRole('button', { name: 'Enviar copia a mi correo' });
  const refused = answer(mailBalanceStatement).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera.'));
  await mail.click();
  await expect.element(screen.getByText('Ocurrio un error al enviar la consulta por correo').first()).toBeVisible();
  const sent = answer(mailBalanceStatement).with(() => ({ status: 'success' }));
  await mail.click();
  await expect.poll(() => sent.length).toBe(1);
  expect(new Set([...refused, ...sent].map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

it('[MOV-03] explains a PDF that was not made, closing its tab, and a mail that was not sent', async () => {
  const screen = await show().screen;
  const tab = { location: { href: '' }, close: vi.fn() };
  const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    opening.mockRestore();
    logged.mockRestore();
  });
  answer(balanceStatement).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
  answer(mailBalanceStatement).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
  await screen.getByRole('button', { name: 'Abrir PDF' }).click();
  await expect.element(screen.getByText('Ocurrio un error al descargar la consulta').first()).toBeVisible();
  expect(tab.close).toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Enviar copia a mi correo' }).click();
  await expect.element(screen.getByText('Ocurrio un error al enviar la consulta por correo').first()).toBeVisible();
});

it('[MOV-01] [MOV-02] takes other dates up to today, and only valid ones', async () => {
  const screen = await show().screen;
  await screen.getByRole('button', { name: 'Otras fechas' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Consulta de Movimientos' });
  const send = dialog.getByRole('button', { name: 'Enviar copia a mi correo' });
  await dialog.getByLabelText('Fecha Inicial').fill('11/03/2027');
  await expect.element(dialog.getByText('Campo invalido: fecha inicial').first()).toBeVisible();
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabelText('Fecha Final').fill('11/03/2027');
  await expect.element(dialog.getByText('Campo invalido: fecha final').first()).toBeVisible();
  await dialog.getByLabelText('Fecha Inicial').fill('15/01/2026');
  await expect.element(dialog.getByText('Campo invalido: fecha inicial')).not.toBeInTheDocument();
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabelText('Fecha Final').fill('01/02/2026');
  await dialog.getByLabelText('Fecha Inicial').fill('02/02/2026');
  await expect
    .element(dialog.getByText('Campo invalido: La fecha inicial debe ser menor o igual a la fecha final').first())
    .toBeVisible();
  await dialog.getByLabelText('Fecha Inicial').fill('15/01/2026');
  const mails = answer(mailBalanceStatement).with(() => ({ status: 'success' }));
  await send.click();
  await expect.poll(() => mails.map(({ body }) => body)).toEqual([{ startDate: '2026-01-15', endDate: '2026-02-01' }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('[MOV-01] explains a month without movements, on a phone too, and leads to the running one', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const screen = await show({ ...february, currencies: [] }).screen;
  await expect.element(screen.getByRole('heading', { name: 'No hay movimientos en febrero 2026' })).toBeVisible();
  await screen.getByRole('button', { name: 'Ver marzo 2026' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No hay movimientos en marzo 2026' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Ver / })).not.toBeInTheDocument();
});
