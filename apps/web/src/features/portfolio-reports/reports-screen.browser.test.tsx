import { type Ageing, listAgeing } from '@anticipa/contract/portfolio';
import {
  exportPortfolioReport,
  exportReportRows,
  getPortfolioReport,
  listReportRows,
  type PortfolioReport,
  type ReportRow,
} from '@anticipa/contract/portfolio-reports';
import type { OperatorRole } from '@anticipa/domain/operator';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { ReportsScreen } from './reports-screen.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const portfolio: PortfolioReport = {
  figures: [
    { figure: 'gross', value: '116000.00' },
    { figure: 'netOfUnearned', value: '114144.00' },
    { figure: 'net', value: '102803.84' },
  ],
  groups: [],
};
const concentration: PortfolioReport = {
  figures: [
    { figure: 'clientExposure', value: '102803.84' },
    { figure: 'clientFive', value: '100.0' },
    { figure: 'clientIndex', value: '10000' },
  ],
  groups: [
    {
      group: 'clients',
      rows: [{ id: idOf(8), name: 'Aceros Ñandú', values: { clientExposure: '102803.84', share: '100.0' } }],
    },
    { group: 'receivers', rows: [] },
  ],
};
const yields: PortfolioReport = {
  figures: [
    { figure: 'interest', value: '3480.00' },
    { figure: 'nominalYield', value: '27.97' },
    { figure: 'daysOutstanding', value: '45.0' },
    { figure: 'contractRate', value: null },
    { figure: 'cashDays', value: '13092480.00' },
  ],
  groups: [],
};
const dilution: PortfolioReport = {
  figures: [{ figure: 'dilution', value: '5.17' }],
  groups: [
    {
      group: 'months',
      rows: [
        { id: '2026-04', name: '2026-04', values: { closedFace: '116000.00', diluted: '6000.00', dilution: '5.17' } },
      ],
    },
  ],
};
const nothing: PortfolioReport = {
  figures: [
    { figure: 'losses', value: '0.00' },
    { figure: 'lossRate', value: null },
  ],
  groups: [],
};
const reports = { portfolio, concentration, yield: yields, dilution, losses: nothing };
const row: ReportRow = {
  documentId: idOf(1),
  folio: 'A-1',
  receiverName: 'Tiendas del Golfo',
  clientId: idOf(8),
  entityName: 'Aceros Ñandú',
  saleId: idOf(6),
  numberOfSale: 4,
  currency: 'MXN',
  amount: '116000.00',
  time: null,
};
const owed: Ageing = [
  {
    id: 'BI',
    name: 'BI',
    currency: 'MXN',
    count: 2,
    owed: '116000.00',
    ages: { 'not-due': '100000.00', 'to-30': '16000.00' },
  },
];

const signIn = (roles: readonly OperatorRole[]) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...roles] }));

beforeEach(async () => {
  await signIn(['contabilidad']);
  answer(getPortfolioReport).with(({ params: { report } }) => reports[report as keyof typeof reports] ?? nothing);
  answer(listAgeing).with(() => ({ data: owed }));
});

it('[LIB-115] a figure opens the rows that add up to it, their invoices and the movements of its account', async () => {
  const asked = answer(getPortfolioReport).with(() => portfolio);
  const rows = answer(listReportRows).with(() => ({ count: 600, sum: '116000.00', data: [row] }));
  const screen = await renderScreen(<ReportsScreen />, '/?hasta=2026-03-31&conocido=2026-04-05');
  const table = screen.getByRole('table', { name: 'Cartera', exact: true });
  await expect
    .element(table.getByRole('row').nth(3))
    .toMatchTextContent(/Exposición neta.*Cartera, más lo que deben los clientes.*MXN 102,803\.84/);
  const days = { currency: 'MXN', startDate: '2026-01-01', asOf: '2026-03-31', knownOn: '2026-04-05' };
  expect(asked.map(({ query }) => query)).toEqual([days]);
  await expect
    .element(screen.getByText('Al cierre del 31/03/2026, con lo registrado hasta el 05/04/2026'))
    .toBeVisible();
  await table.getByRole('button', { name: 'Cartera', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Cartera' });
  await expect.element(dialog.getByText(/las 1 mayores de 600, que suman MXN 116,000\.00/)).toBeVisible();
  expect(rows.map(({ query }) => query)).toEqual([{ figure: 'gross', ...days }]);
  await expect
    .element(dialog.getByRole('link', { name: 'A-1' }))
    .toHaveAttribute('href', `/lender/portfolio/${idOf(1)}`);
  await expect
    .element(dialog.getByRole('link', { name: 'Ver los movimientos en ‘Libros’' }))
    .toHaveAttribute(
      'href',
      '/lender/books?cuenta=CARTERA&moneda=MXN&desde=1900-01-01&hasta=2026-03-31&conocido=2026-04-05',
    );
  const files = answer(exportReportRows).with(() => new Response('x'));
  await dialog.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect.poll(() => files.map(({ query }) => query)).toEqual([{ format: 'csv', figure: 'gross', ...days }]);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  const ages = screen.getByRole('table', { name: 'Antigüedad de la cartera' });
  await expect.element(ages.getByRole('row').nth(2)).toMatchTextContent(/1 a 30 días.*MXN 16,000\.00/);
  await expect
    .element(screen.getByRole('link', { name: 'Ver la antigüedad en ‘Cartera’' }))
    .toHaveAttribute('href', '/lender/portfolio?cola=asof&hasta=2026-03-31&moneda=MXN&conocido=2026-04-05');
});

it('[LIB-115] a part of a report opens its own rows; times and rates have their units, and a dash where there is none', async () => {
  const rows = answer(listReportRows).with(() => ({ count: 0, sum: '0.00', data: [] }));
  const screen = await renderScreen(<ReportsScreen />, '/?cola=concentration&hasta=2026-04-30');
  await screen.getByRole('button', { name: 'Aceros Ñandú' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Exposición de clientes · Aceros Ñandú' });
  await expect.element(dialog.getByText('No hay renglones')).toBeVisible();
  expect(rows.at(-1)?.query).toMatchObject({ figure: 'clientExposure', clientId: idOf(8) });
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(screen.getByText('Ninguno.')).toBeVisible();
  await screen.getByRole('tab', { name: 'Dilución' }).click();
  await screen.getByRole('button', { name: /abril 2026/i }).click();
  expect(rows.at(-1)?.query).toMatchObject({ figure: 'diluted', part: '2026-04' });
  await screen.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  await screen.getByRole('tab', { name: 'Rendimiento' }).click();
  const table = screen.getByRole('table', { name: 'Rendimiento' });
  await expect.element(table.getByText('27.97 %')).toBeVisible();
  await expect.element(table.getByText('45.0 días')).toBeVisible();
  await expect.element(table.getByText('13,092,480.00 MXN-día')).toBeVisible();
  await expect.element(table.getByRole('row').nth(4)).toMatchTextContent(/Tasa pactada.*—/);
  await expect.element(screen.getByText('Del 01/02/2026 al 30/04/2026')).toBeVisible();
  const files = answer(exportPortfolioReport).with(() => new Response('x'));
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.element(screen.getByText('Se descargó archivo')).toBeVisible();
  expect(files.map(({ params, query }) => [params.report, query.format])).toEqual([['yield', 'xlsx']]);
});

it('[LIB-115] says that there is nothing, that a report cannot be read, and shows no books to others', async () => {
  await signIn(['riesgo']);
  const screen = await renderScreen(<ReportsScreen />, '/?cola=losses');
  await expect.element(screen.getByRole('heading', { name: 'Nada que reportar' })).toBeVisible();
  answer(listReportRows).with(() => ({ count: 1, sum: '116000.00', data: [row] }));
  await screen.getByRole('tab', { name: 'Cartera' }).click();
  await screen.getByRole('button', { name: 'Cartera', exact: true }).click();
  await expect.element(screen.getByRole('link', { name: 'A-1' })).toBeVisible();
  expect(screen.getByRole('link', { name: /Libros/ }).elements()).toHaveLength(0);
  await screen.unmount();
  answer(getPortfolioReport).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'));
  const failed = await renderScreen(<ReportsScreen />, '/?cola=reserve');
  await expect.element(failed.getByText('No se pudo leer el reporte')).toBeVisible();
  await expect.element(failed.getByText('Intenta más tarde')).toBeVisible();
});

it('[DIN-111] [LIB-115] on a phone the figures come first: what is chosen is one line, the files are one button', async () => {
  await page.viewport(390, 844);
  const screen = await renderScreen(<ReportsScreen />, '/?cola=dilution');
  await expect.element(screen.getByRole('table', { name: 'Dilución por mes de cierre' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const currency = screen.getByRole('combobox', { name: 'Moneda' });
  await expect.element(currency).not.toBeInTheDocument();
  await userEvent.click(screen.getByText(/^Al cierre del .* · MXN$/));
  await currency.selectOptions('USD');
  await expect.element(screen.getByText(/^Al cierre del .* · USD$/)).toBeVisible();
  const files = answer(exportPortfolioReport).with(() => new Response('x'));
  await screen.getByRole('button', { name: 'Descargar', exact: true }).click();
  await screen.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect.poll(() => files.map(({ query }) => query.format)).toEqual(['csv']);
});
