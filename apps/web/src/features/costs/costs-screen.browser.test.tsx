import { type CurrencyCosts, getCosts } from '@anticipa/contract/costs';
import { getCreditInformation } from '@anticipa/contract/credit';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCreditAnswer } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { CostsScreen } from './costs-screen.tsx';

const line = {
  interest: '3480.00',
  iva: '556.80',
  recargos: '0.00',
  ivaRecargos: '0.00',
  commission: '0.00',
  ivaCommission: '0.00',
  total: '4036.80',
  invoices: 1,
  effectiveRate: '31.65',
  paid: 1,
  promisedDays: '45.0',
  takenDays: '45.0',
} as const;
const late = {
  ...line,
  recargos: '1160.00',
  ivaRecargos: '185.60',
  total: '5382.40',
  effectiveRate: '28.71',
  takenDays: '65.0',
};
const soriana = { receiverName: 'TIENDAS SORIANA', receiverRFC: 'TSO991022PB6' };
const oxxo = { receiverName: 'CADENA OXXO', receiverRFC: 'CCO8605231N4' };
const costs: CurrencyCosts = {
  currency: 'MXN',
  total: {
    ...late,
    interest: '6960.00',
    iva: '1113.60',
    total: '9419.20',
    invoices: 2,
    effectiveRate: '29.93',
    paid: 2,
    takenDays: '55.0',
  },
  byMonth: [
    { month: '2026-01', ...line },
    { month: '2026-02', ...late },
  ],
  byPayer: [
    { ...soriana, ...late },
    { ...oxxo, ...line },
  ],
  byPayerAndMonth: [],
};

afterEach(() => page.viewport(1280, 800));

it('[EFE-09] shows what each payer and each month cost, with totals, rate and days, for the chosen months', async () => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const asked = answer(getCosts).with(({ query: { from } }) => ({ data: from === '2026-03' ? [] : [costs] }));
  const screen = await renderScreen(<CostsScreen />);
  const card = screen.getByRole('region', { name: 'Costo en MXN' });
  await expect.element(card).toMatchTextContent('MXN 9,419.20');
  await expect.element(card).toMatchTextContent('RecargosMXN 1,160.00');
  await expect.element(card).toMatchTextContent('29.93 %');
  await expect.element(card).toMatchTextContent('45.0 pactados, 55.0 reales');
  expect(card.element().textContent).not.toContain('Comisión por apertura');
  const rowsOf = (name: string) =>
    screen
      .getByRole('grid', { name })
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
  expect(rowsOf('Costo por pagador en MXN').slice(1)).toEqual([
    'TIENDAS SORIANAMXN 5,382.4028.71 %45.0 / 65.01MXN 3,480.00MXN 1,160.00MXN 742.40',
    'CADENA OXXOMXN 4,036.8031.65 %45.0 / 45.01MXN 3,480.00MXN 0.00MXN 556.80',
    'Total de 2 pagadoresMXN 9,419.20MXN 6,960.00MXN 1,160.00MXN 1,299.20',
  ]);
  expect(rowsOf('Costo por mes en MXN')[1]).toMatch(/^enero 2026/);
  await userEvent.selectOptions(screen.getByLabelText('Periodo'), 'Solo marzo 2026, hasta hoy');
  await expect.element(screen.getByText('Todavía no hay costos en estos meses')).toBeVisible();
  await screen.getByRole('button', { name: 'Ver los últimos 12 meses' }).click();
  await expect.element(card).toBeVisible();
  expect(asked.map(({ query }) => query)).toEqual([
    { from: '2025-04', to: '2026-03' },
    { from: '2026-03', to: '2026-03' },
  ]);
});

it('[EFE-09] [DIN-113] a phone shows what each payer cost, and opens the months behind their heading', async () => {
  await page.viewport(390, 844);
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(getCosts).with(() => ({ data: [costs] }));
  const screen = await renderScreen(<CostsScreen />);
  await expect.element(screen.getByText('TIENDAS SORIANA')).toBeVisible();
  await expect.element(screen.getByText('enero 2026')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Costo por mes en MXN' }).click();
  await expect.element(screen.getByText('enero 2026')).toBeVisible();
});

it('[EFE-09] the whole table of costs fits beside the menu of a desktop', async () => {
  await page.viewport(1110, 800);
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(getCosts).with(() => ({ data: [costs] }));
  const screen = await renderScreen(<CostsScreen />);
  const table = screen.getByRole('grid', { name: 'Costo por pagador en MXN' });
  await expect.element(table).toBeVisible();
  const around = table.element().parentElement;
  expect(around?.scrollWidth).toBe(around?.clientWidth);
});
