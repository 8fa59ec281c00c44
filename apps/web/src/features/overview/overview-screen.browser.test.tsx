import { getOverview, listDepositedSales, listExposures, type Overview } from '@anticipa/contract/lender-overview';
import { products } from '@anticipa/contract/session';
import { waitingAges } from '@anticipa/domain/portfolio';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { OverviewScreen } from './overview-screen.tsx';

const now = '2026-03-10T18:00:00.000Z';
const [client, receiver] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const parties = (id: string, name: string): Overview['exposures'][number]['clients'] => ({
  count: 6,
  largest: [{ id, name, held: '116000.00', owed: '232000.00', share: '60.0' }],
  concentration: { five: '94.2', herfindahl: 4138 },
});
const overview: Overview = {
  now,
  exposures: [
    {
      currency: 'MXN',
      held: '116000.00',
      owed: '464000.00',
      clients: parties(client, 'Aceros Ñandú'),
      receivers: parties(receiver, 'Tiendas del Golfo'),
    },
  ],
  lines: [
    {
      product: 'BI',
      currency: 'MXN',
      limit: '1000000.00',
      used: '300000.00',
      held: '100000.00',
      available: '600000.00',
    },
  ],
  endingLines: [
    {
      clientId: client,
      entityName: 'Aceros Ñandú',
      product: 'BI',
      currency: 'MXN',
      limit: '1000000.00',
      validUntil: '2026-03-01',
    },
  ],
  waiting: (['answer', 'payout'] as const).flatMap((queue) =>
    waitingAges.map((age) => ({ queue, age, count: queue === 'answer' && age === 'day' ? 7 : 0 })),
  ),
  weeks: [
    {
      monday: '2026-03-09',
      currency: 'MXN',
      sales: 3,
      total: '464000.00',
      deposit: '403680.00',
      interest: '13920.00',
      yield: '27.97',
    },
  ],
};

beforeEach(async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['riesgo'] }));
  answer(products).with(() => ({ data: [] }));
});

it('[DIN-113] on a phone only the exposure is open, and the other parts open by their titles', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  answer(getOverview).with(() => overview);
  const screen = await renderScreen(<OverviewScreen />);
  await expect.element(screen.getByRole('region', { name: 'Exposición en MXN' })).toBeVisible();
  const line = screen.getByRole('img', { name: /1,000,000/ }).or(screen.getByText('de MXN 1,000,000.00'));
  await expect.element(line.first()).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Líneas de crédito por producto' }).click();
  await expect.element(line.first()).toBeVisible();
});

it('[OPE-10] the overview is no wider than the window with a name of 250 letters without a space', async () => {
  const [exposure] = overview.exposures;
  if (exposure === undefined) throw new Error('there is no exposure');
  const exposures = [{ ...exposure, receivers: parties(receiver, 'X'.repeat(250)) }];
  answer(getOverview).with(() => ({ ...overview, exposures }));
  const screen = await renderScreen(<OverviewScreen />);
  await expect.element(screen.getByRole('button', { name: /^X+$/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

it('[OPE-10] shows each picture as a table too, and opens the rows of a figure', async () => {
  answer(getOverview).with(() => overview);
  const rows = answer(listExposures).with(() => ({
    data: [
      {
        clientId: client,
        entityName: 'Aceros Ñandú',
        companyId: receiver,
        receiverName: 'Tiendas del Golfo',
        currency: 'MXN',
        held: '116000.00',
        owed: '232000.00',
      },
    ],
  }));
  const weeks = answer(listDepositedSales).with(() => ({ data: [] }));
  const screen = await renderScreen(<OverviewScreen />);
  const clients = screen.getByRole('table', { name: 'Clientes con mayor exposición' });
  await expect.element(clients.getByRole('row').nth(1)).toMatchTextContent(/Aceros Ñandú60\.0 %MXN 348,000\.00/);
  await expect.element(screen.getByText(/Los cinco mayores: 94\.2 %/).first()).toBeVisible();
  const index = screen.getByRole('button', { name: 'Herfindahl: 4,138' }).first();
  await index.click();
  await expect.element(screen.getByText(/^Suma de las partes al cuadrado/)).toBeVisible();
  await index.click();
  const waiting = screen.getByRole('table', { name: 'Por responder' });
  await expect.element(waiting.getByRole('row', { name: 'De 4 a 24 horas 7' })).toBeVisible();
  await expect.element(screen.getByText('60 % disponible')).toBeVisible();
  await expect.element(screen.getByText('Terminó el 01/03/2026')).toBeVisible();

  await clients.getByRole('button', { name: 'Aceros Ñandú' }).click();
  const opened = screen.getByRole('dialog', { name: 'Exposición de Aceros Ñandú en MXN' });
  await expect.element(opened.getByText('Tiendas del Golfo')).toBeVisible();
  await expect.element(opened.getByRole('columnheader', { name: 'Exposición' })).toBeVisible();
  await expect.element(opened.getByRole('gridcell', { name: 'MXN 348,000.00' }).first()).toBeVisible();
  expect(rows.map(({ query }) => query)).toEqual([{ currency: 'MXN', clientId: client }]);
  await opened.getByRole('button', { name: 'Cerrar' }).click();
  await screen.getByRole('button', { name: /^MXN/ }).first().click();
  const all = screen.getByRole('dialog', { name: 'Exposición en MXN por cliente y receptor' });
  await all.getByRole('button', { name: 'Cerrar' }).click();
  expect(rows.map(({ query }) => query)).toContainEqual({ currency: 'MXN' });

  const week = screen.getByRole('table', { name: 'Ventas depositadas por semana en MXN' });
  await expect.element(week.getByRole('row').nth(1)).toMatchTextContent(/09\/03\/20263MXN 403,680\.0027\.97 %/);
  await week.getByRole('button', { name: '09/03/2026' }).click();
  await expect.element(screen.getByText('Ya no hay renglones')).toBeVisible();
  expect(weeks.map(({ query }) => query)).toEqual([{ currency: 'MXN', monday: '2026-03-09' }]);
});

it('the overview is empty before the first sale, and explains a failure', async () => {
  answer(getOverview).with(() => ({ ...overview, exposures: [], lines: [], endingLines: [], weeks: [] }));
  const screen = await renderScreen(<OverviewScreen />);
  await expect.element(screen.getByRole('heading', { name: 'Todavía no hay cartera' })).toBeVisible();
  await expect.element(screen.getByText('Sin depósitos en las últimas doce semanas.')).toBeVisible();
  await expect.element(screen.getByText('Ninguna venta.').first()).toBeVisible();
  await expect.element(screen.getByRole('table', { name: 'Por responder' })).toBeVisible();
  expect(screen.getByRole('table', { name: 'Por depositar' }).elements()).toHaveLength(0);

  answer(getOverview).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'));
  const failing = await renderScreen(<OverviewScreen />);
  await expect.element(failing.getByText('Intenta más tarde')).toBeVisible();
});
