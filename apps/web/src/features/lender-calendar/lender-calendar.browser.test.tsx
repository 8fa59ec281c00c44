import {
  fetchExchangeRate,
  getLenderCalendar,
  type LenderCalendar,
  publishRate,
  setHoliday,
} from '@anticipa/contract/lender-calendar';
import type { OperatorRole } from '@anticipa/domain/operator';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { LenderCalendarScreen } from './lender-calendar.tsx';

const last = { date: '2026-03-09', tipoCambio: '18.4567', source: 'DOF', publishedAt: '2026-03-09T18:00:00.000Z' };
const calendar: LenderCalendar = {
  today: '2026-03-10',
  holidays: [
    { date: '2026-03-04', name: 'Inventario' },
    { date: '2026-04-08', name: 'Aniversario' },
  ],
  dues: [{ date: '2026-03-12', invoices: 3, clients: 2 }],
  inForce: null,
  official: null,
  proposed: null,
  rates: [last],
};

const show = async (roles: readonly OperatorRole[] = ['tesoreria']) => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...roles] }));
  return renderScreen(<LenderCalendarScreen />);
};

beforeEach(() => {
  answer(getLenderCalendar).with(() => ({ data: calendar }));
});

it('[OPE-07] warns while no exchange rate is in force, and publishes today’s with its source', async () => {
  const sent = answer(publishRate).with(() => ({ data: { ...calendar, inForce: last }, proposal: null }));
  const screen = await show();
  await expect.element(screen.getByText('Hoy no hay tipo de cambio vigente')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^09\/03\/2026 18\.4567 DOF/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Publicar el de hoy' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Publicar el de hoy' });
  await expect.element(dialog.getByLabelText('Pesos por dólar')).toHaveFocus();
  await dialog.getByLabelText('Pesos por dólar').fill('81.5');
  await expect.element(dialog.getByText('Último de otro día: 18.4567.')).toBeVisible();
  await expect
    .element(dialog.getByText('Difiere más de 3 % de los conocidos: vale cuando otra persona lo apruebe.'))
    .toBeVisible();
  await dialog.getByLabelText('Pesos por dólar').fill('18.5');
  await dialog.getByRole('button', { name: 'Publicar el de hoy' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await dialog.getByLabelText('Motivo').fill('Publicado hoy');
  answer(getLenderCalendar).with(() => ({ data: { ...calendar, inForce: { ...last, date: '2026-03-10' } } }));
  await dialog.getByRole('button', { name: 'Publicar el de hoy' }).click();
  await expect.element(screen.getByText('Vigente: 18.4567, DOF, del 10/03/2026.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ tipoCambio: '18.5', source: 'DOF', reason: 'Publicado hoy' }]);
});

it('[OPE-07] shows Banxico’s rate beside the one in force, and one that waits for a second person', async () => {
  const official = { ...last, date: calendar.today, tipoCambio: '18.1', source: 'Banxico' };
  const proposed = { tipoCambio: '21.5', by: 'Ana Pérez' };
  answer(getLenderCalendar).with(() => ({ data: { ...calendar, inForce: last, official, proposed } }));
  const screen = await show();
  await expect.element(screen.getByText('Banxico hoy: 18.1000.')).toBeVisible();
  await expect
    .element(screen.getByText('21.5000 espera la aprobación de otra persona. Lo propuso Ana Pérez.'))
    .toBeVisible();
  await screen.unmount();
  answer(getLenderCalendar).with(() => ({
    data: { ...calendar, inForce: last, official: { ...official, tipoCambio: '17.5' } },
  }));
  const far = await show();
  await expect.element(far.getByText('Difiere más de 3 % del de Banxico de hoy, 17.5000.')).toBeVisible();
});

it('[OPE-07] adds a non-business day to come with what follows, removes one, and leaves the past', async () => {
  const sent = answer(setHoliday).with(() => ({ data: calendar }));
  const screen = await show();
  await expect.element(screen.getByText('Pasado, no cambia')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Quitar/ }).elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Agregar día inhábil' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Agregar día inhábil' });
  await dialog.getByLabelText('Fecha').fill('10/03/2026');
  await expect.element(dialog.getByText('Elige una fecha de mañana en adelante.')).toBeVisible();
  await dialog.getByLabelText('Fecha').fill('12/03/2026');
  await expect
    .element(dialog.getByText(/3\sfacturas vendidas de 2\sclientes vencen ese día y conservan/))
    .toBeVisible();
  await dialog.getByLabelText('Motivo').fill('Aniversario');
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect.element(screen.getByText('Día inhábil agregado.')).toBeVisible();
  await screen.getByRole('button', { name: 'Quitar 08/04/2026' }).click();
  const removing = screen.getByRole('dialog', { name: 'Quitar 08/04/2026' });
  await removing.getByRole('button', { name: 'Aplicar' }).click();
  await expect.element(removing.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await removing.getByLabelText('Motivo').fill('El banco sí abre');
  await removing.getByRole('button', { name: 'Aplicar' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([
      { date: '2026-03-12', name: 'Aniversario' },
      { date: '2026-04-08', name: null, reason: 'El banco sí abre' },
    ]);
});

it('[OPE-07] other roles read the calendar, and a refusal is explained', async () => {
  const screen = await show(['auditor']);
  await expect.element(screen.getByText('Los cambios necesitan el rol tesorería.')).toBeVisible();
  expect(screen.getByRole('button', { name: /Publicar|Agregar|Quitar/ }).elements()).toEqual([]);
  answer(getLenderCalendar).with(() => new Refusal(403, 'ROLE_NEEDED', 'Falta el rol.'));
  const refused = await show(['cobranza']);
  await expect.element(refused.getByText('Falta el rol.')).toBeVisible();
});

it('[OPE-07] asks Banxico for today’s rate and shows the outcome', async () => {
  answer(fetchExchangeRate).with(() => ({ outcome: 'not-yet' }));
  const screen = await show();
  const ask = screen.getByRole('button', { name: 'Consultar a Banxico' });
  await ask.click();
  await expect
    .element(screen.getByText('Banxico todavía no publica el de hoy. Se vuelve a consultar cada hora.'))
    .toBeVisible();
  answer(fetchExchangeRate).with(() => ({ outcome: 'published' }));
  const today = { ...last, date: calendar.today, source: 'Banxico, serie SF60653' };
  answer(getLenderCalendar).with(() => ({ data: { ...calendar, inForce: today, rates: [today, last] } }));
  await ask.click();
  await expect.element(screen.getByText('Se publicó el tipo de cambio de Banxico.')).toBeVisible();
  await expect.element(screen.getByText(/^Vigente: 18\.4567, Banxico/)).toBeVisible();
  await expect.element(ask).not.toBeInTheDocument();
});
