import { getCalendar, renewCalendarLink } from '@anticipa/contract/calendar';
import { getCreditInformation } from '@anticipa/contract/credit';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { CalendarScreen } from './calendar-screen.tsx';

const show = async (address = '/') => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  const months = answer(getCalendar).with(({ query: { from } }) => ({
    today: '2026-03-02',
    linkedAt: null,
    holidays: from === '2026-03-01' ? [{ date: '2026-03-16', name: 'Natalicio de Benito Juárez' }] : [],
    data:
      from === '2026-03-01'
        ? [
            { date: '2026-03-01', kind: 'release', currency: 'MXN', count: 1, amount: '11043.20' },
            { date: '2026-03-02', kind: 'deposit', currency: 'MXN', count: 1, amount: '99760.00' },
            { date: '2026-03-20', kind: 'due', currency: 'USD', count: 2, amount: '1000.00' },
            { date: '2026-03-20', kind: 'expected', currency: 'USD', count: 2, amount: '93.71' },
          ]
        : [],
  }));
  return { screen: await renderScreen(<CalendarScreen />, address), months };
};

it('[TAB-11] shows each day with its dues, deposits and releases', async () => {
  const { screen } = await show();
  const days = screen.getByRole('list', { name: 'Días de marzo 2026' }).getByRole('listitem');
  await expect.element(days.nth(1)).toHaveTextContent('2Depósito MXN 99,760.00');
  await expect.element(days.nth(1)).toHaveAttribute('aria-current', 'date');
  await expect.element(days.nth(15)).toHaveTextContent('16Natalicio de Benito Juárez');
  await expect.element(days.nth(19)).toHaveTextContent('20Vence USD 1,000.00Devolución esperada USD 93.71');
  expect(days.elements()).toHaveLength(31);
  await screen.getByRole('button', { name: 'Mes anterior' }).click();
  await expect.element(screen.getByText('Nada vence ni se deposita este mes.')).toBeVisible();
});

it('[TAB-11] lists the days of a month that begins on a Sunday in one column on a phone', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const { screen } = await show();
  const list = screen.getByRole('list', { name: 'Días de marzo 2026' });
  await expect.element(list.getByText('Devolución MXN 11,043.20')).toBeVisible();
  const days = list.getByRole('listitem').elements().slice(0, 2);
  for (const day of days) expect(day.clientWidth).toBeGreaterThan(0.95 * list.element().clientWidth);
});

it('[TAB-11] shows the address of the feed once, when it is created', async () => {
  const { screen } = await show();
  answer(renewCalendarLink).with(() => ({
    url: 'https://a.example/api/calendar/secret.ics',
    linkedAt: '2026-03-02T16:00:00Z',
  }));
  await screen.getByRole('button', { name: 'Crear enlace' }).click();
  await expect.element(screen.getByText('https://a.example/api/calendar/secret.ics')).toBeVisible();
  await expect.element(screen.getByText('Cópiala ahora: por seguridad no se vuelve a mostrar.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Renovar enlace' })).toBeVisible();
});
