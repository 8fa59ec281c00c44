import { getCalendar, renewCalendarLink } from '@anticipa/contract/calendar';
import { getCreditInformation } from '@anticipa/contract/credit';
import { getHome } from '@anticipa/contract/home';
import { listInvoices } from '@anticipa/contract/invoices';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer, aHome, anInvoice } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { CalendarScreen } from './calendar-screen.tsx';

const weeksAhead = [
  { date: '2026-03-02', kind: 'deposit', currency: 'MXN', count: 1, amount: '99760.00' },
  { date: '2026-03-06', kind: 'due', currency: 'MXN', count: 1, amount: '116000.00' },
  { date: '2026-03-06', kind: 'expected', currency: 'MXN', count: 1, amount: '11043.20' },
  { date: '2026-04-20', kind: 'due', currency: 'USD', count: 2, amount: '1000.00' },
] as const;

/** Not that of the eight weeks. */
const isOfMonth = ({ query }: { readonly query: { readonly to: string } }) => query.to !== '2026-04-26';

const show = async (address = '/', linkedAt: string | null = null) => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(getHome).with(() =>
    aHome({
      overdue: [
        {
          currency: 'MXN',
          count: 1,
          dueToday: 0,
          firstDue: '2026-02-20',
          total: '1000.00',
          lateCharges: '10.00',
          amount: '1010.00',
          referable: 1,
          references: [],
          byClabe: 0,
        },
      ],
    }),
  );
  const months = answer(getCalendar).with(({ query: { from } }) => ({
    today: '2026-03-02',
    linkedAt,
    holidays: from === '2026-03-01' ? [{ date: '2026-03-16', name: 'Natalicio de Benito Juárez' }] : [],
    data:
      from === '2026-03-02'
        ? [...weeksAhead]
        : from === '2026-03-01'
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
  const { screen, months } = await show();
  const days = screen.getByRole('list', { name: 'Días de marzo 2026' }).getByRole('listitem');
  await expect.element(days.nth(1)).toHaveTextContent('2Depósito MXN 99,760.00');
  await expect.element(days.nth(1)).toHaveAttribute('aria-current', 'date');
  await expect.element(days.nth(15)).toHaveTextContent('16Natalicio de Benito Juárez');
  await expect.element(days.nth(19)).toHaveTextContent('20Vence USD 1,000.00Devolución esperada USD 93.71');
  expect(days.elements()).toHaveLength(31);
  await screen.getByRole('button', { name: 'Mes anterior' }).click();
  await expect.element(screen.getByText('Nada vence ni se deposita este mes.')).toBeVisible();
  expect(months.filter(isOfMonth).map(({ query }) => query)).toEqual([
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-02-01', to: '2026-02-28' },
  ]);
});

it('[TAB-11] opens the month of its address, at most a year ahead, each date below its weekday', async () => {
  const { screen } = await show('/?mes=2028-01');
  const days = screen.getByRole('list', { name: 'Días de marzo 2027' }).getByRole('listitem');
  await expect.element(days.first()).toBeVisible();
  // 1 March 2027 is a Monday.
  const columns = days.elements().map((day) => day.getAttribute('data-column'));
  expect(columns.slice(0, 9)).toEqual(['1', '2', '3', '4', '5', '6', '7', '1', '2']);
  expect(days.elements().some((day) => day.hasAttribute('aria-current'))).toBe(false);
  await expect.element(screen.getByRole('button', { name: 'Mes siguiente' })).not.toBeInTheDocument();
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
  const { screen, months } = await show();
  answer(renewCalendarLink).with(() => ({
    url: 'https://a.example/api/calendar/secret.ics',
    linkedAt: '2026-03-02T16:00:00Z',
  }));
  await screen.getByRole('button', { name: 'Crear enlace' }).click();
  await expect.element(screen.getByText('https://a.example/api/calendar/secret.ics')).toBeVisible();
  await expect.element(screen.getByText('Cópiala ahora: por seguridad no se vuelve a mostrar.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Renovar enlace' })).toBeVisible();
  expect(months.filter(isOfMonth)).toHaveLength(2);
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await screen.getByRole('button', { name: 'Copiar Dirección privada' }).click();
  expect(copying.mock.calls).toEqual([['https://a.example/api/calendar/secret.ics']]);
  copying.mockRestore();
});

it('[TAB-11] dates an address that exists, and explains one that was not renewed', async () => {
  const { screen } = await show('/', '2026-03-01T05:30:00Z');
  answer(renewCalendarLink).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde.'));
  await expect.element(screen.getByRole('button', { name: 'Renovar enlace' })).toBeVisible();
  await expect.element(screen.getByText(/^Enlace creado el 28-feb-2026 11:30 pm\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Renovar enlace' }).click();
  await expect.element(screen.getByText('No se pudo crear el enlace')).toBeVisible();
  await expect.element(screen.getByText('Intenta más tarde.')).toBeVisible();
});

it('[EFE-04] shows the eight weeks ahead by currency, and the invoices of a week', async () => {
  const { screen } = await show();
  const table = screen.getByRole('table', { name: 'Entra y vence por semana en MXN' });
  const rows = table.getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent('Vencidas, con recargos—MXN 1,010.00');
  await expect.element(rows.nth(2)).toMatchTextContent('1 facturaMXN 110,803.20MXN 116,000.00');
  expect(rows.elements()).toHaveLength(10);
  const dollars = screen.getByRole('table', { name: 'Entra y vence por semana en USD' }).getByRole('row');
  await expect.element(dollars.last()).toMatchTextContent('2 facturas—USD 1,000.00');
  answer(listInvoices).with(() => ({
    data: [
      anInvoice({ folio: '77', status: 30, dueDate: '2026-03-06' }),
      anInvoice({ folio: '78', status: 30, dueDate: '2026-03-09' }),
    ],
  }));
  await rows.nth(2).getByRole('button').click();
  const items = screen.getByRole('dialog').getByRole('listitem');
  await expect.element(items.first()).toMatchTextContent('77');
  expect(items.elements()).toHaveLength(1);
});
