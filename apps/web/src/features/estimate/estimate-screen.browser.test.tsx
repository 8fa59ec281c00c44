import { type EstimatedInvoice, type EstimateGroup, getEstimate, listEstimated } from '@anticipa/contract/estimate';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { EstimateScreen } from './estimate-screen.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const aGroup = (over: Partial<EstimateGroup>): EstimateGroup => ({
  currency: 'MXN',
  stage: 1,
  count: 3,
  exposure: '307632.00',
  estimate: '1538.16',
  change: '1538.16',
  suspended: '0.00',
  suspendedChange: '0.00',
  memo: '0.00',
  ...over,
});
const late = aGroup({
  stage: 3,
  count: 1,
  exposure: '104400.00',
  estimate: '62640.00',
  change: '-20.00',
  suspended: '150.00',
  memo: '19952.00',
});
const terms = { stage2From: 31, stage3From: 90, percent1: '0.50', percent2: '20.00', percent3: '60.00' };
const estimate = {
  month: '2026-11',
  asOf: '2026-11-28',
  bookedAt: null,
  waiting: 2,
  terms,
  groups: [aGroup({}), late],
  months: ['2026-11', '2026-10'],
};
const invoice: EstimatedInvoice = {
  documentId: idOf(1),
  folio: 'A-1',
  clientId: idOf(8),
  entityName: 'Aceros Ñandú',
  receiverName: 'Tiendas del Golfo',
  currency: 'MXN',
  dueDate: '2026-08-01',
  daysLate: 119,
  stage: 3,
  percent: '60.00',
  exposure: '104400.00',
  estimate: '62640.00',
  change: '-20.00',
  suspended: '150.00',
  suspendedChange: '150.00',
  memo: '19952.00',
  isBooked: false,
};

beforeEach(async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['riesgo'] }));
});

it('[LIB-132] shows what would be booked by stage, and opens the invoices of one with the keyboard', async () => {
  answer(getEstimate).with(() => estimate);
  const asked = answer(listEstimated).with(() => ({ data: [invoice], next: null }));
  const screen = await renderScreen(<EstimateScreen />);
  await expect.element(screen.getByText(/^Todavía no se registra\. .*28\/11\/2026/)).toBeVisible();
  await expect.element(screen.getByText('60 %, desde 90 días de atraso')).toBeVisible();
  const table = screen.getByRole('grid', { name: /^Estimación de noviembre/i });
  await expect
    .element(table.getByRole('row').nth(2))
    .toMatchTextContent(/Etapa 3.*MXN.*1.*104,400\.00.*62,640\.00.*−.*20\.00.*150\.00.*19,952\.00/);
  const open = table.getByRole('button', { name: 'Ver facturas de Etapa 3 · MXN' });
  open.element().focus();
  await userEvent.keyboard('{Enter}');
  const invoices = screen.getByRole('grid', { name: 'Facturas de Etapa 3 · MXN' });
  await expect
    .element(invoices.getByRole('row').nth(1))
    .toMatchTextContent(/A-1.*Ñandú.*Golfo.*01\/08\/2026.*119 días de atraso.*104,400\.00.*62,640\.00/);
  await expect
    .element(invoices.getByRole('link', { name: 'A-1' }))
    .toHaveAttribute('href', `/lender/portfolio/${idOf(1)}`);
  expect(asked[0]?.query).toEqual({ month: '2026-11', currency: 'MXN', stage: '3' });
  await userEvent.click(screen.getByRole('button', { name: 'Volver a las etapas' }));
  await expect.element(table).toBeVisible();
});

it('[LIB-132] shows a month that was booked, clients that wait, and nothing to estimate', async () => {
  const asked = answer(getEstimate).with(({ query }) =>
    query.month === '2026-10'
      ? {
          ...estimate,
          month: '2026-10',
          asOf: '2026-10-31',
          bookedAt: '2026-11-01T05:25:00.000Z',
          waiting: 1,
          groups: [],
        }
      : estimate,
  );
  const screen = await renderScreen(<EstimateScreen />);
  await screen.getByRole('combobox', { name: 'Mes' }).selectOptions('2026-10');
  await expect
    .element(screen.getByText('Registrada el 31-oct-2026 11:25 pm, con lo que se debía al cierre del 31/10/2026.'))
    .toBeVisible();
  await expect.element(screen.getByText(/^Falta registrar la de 1 cliente;/)).toBeVisible();
  await expect.element(screen.getByText('No hay nada que estimar')).toBeVisible();
  expect(asked).toHaveLength(2);
});

it('[LIB-132] says that the estimate or its invoices could not be read, and reads them again', async () => {
  let isDown = true;
  answer(getEstimate).with(() => {
    if (isDown) return new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde.');
    return estimate;
  });
  answer(listEstimated).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde.'));
  const screen = await renderScreen(<EstimateScreen />);
  await expect.element(screen.getByText('No se pudo leer la estimación')).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ver facturas de Etapa 1 · MXN' }));
  await expect.element(screen.getByText('No se pudieron leer las facturas')).toBeVisible();
});
