import { getCreditInformation } from '@anticipa/contract/credit';
import { getHome } from '@anticipa/contract/home';
import { listPreparedSales } from '@anticipa/contract/to-accept';
import { moneyOf } from '@anticipa/domain/money';
import type { ComponentProps, ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer, aHome, aPreparedSale } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { HomeAnswers } from './home-answers.tsx';

const nothing: ComponentProps<typeof HomeAnswers>['receivable'] = {
  ids: [],
  deposits: [],
  assumed: 0,
  exceeding: 0,
  undated: 0,
};

const show = (over: Parameters<typeof aHome>[0] = {}, receivable = nothing, need?: ReactNode) => {
  answer(getHome).with(() => aHome(over));
  answer(getCreditInformation).with(() => aCreditAnswer());
  return renderScreen(
    <HomeAnswers
      isWaiting={false}
      receivable={receivable}
      actions={<button type="button">Vender</button>}
      need={need}
      payOverdue={({ currency }) => <button type="button">Pagar {currency}</button>}
    />,
  );
};

const overdue = {
  currency: 'MXN',
  count: 6,
  dueToday: 0,
  firstDue: '2026-02-20',
  total: '116000.00',
  lateCharges: '1546.67',
  amount: '117546.67',
  referable: 6,
  references: [],
  byClabe: 0,
} as const;

describe('[TAB-12] what needs attention', () => {
  it('comes most urgent first, each with its action', async () => {
    const screen = await show({
      overdue: [{ ...overdue, references: [] }],
      dueSoon: [{ product: 'FB', currency: 'USD', count: 1, firstDue: '2026-03-03', total: '1000.00' }],
      rejectedToday: [{ product: 'BI', count: 2 }],
    });
    const items = screen.getByRole('list', { name: 'Lo que necesita tu atención' }).getByRole('listitem');
    await expect.element(items.nth(0)).toMatchTextContent('6 facturas vencidas');
    await expect.element(items.nth(0)).toMatchTextContent('MXN 117,546.67con MXN 1,546.67 de recargos');
    await expect.element(items.nth(0).getByRole('button', { name: 'Pagar MXN' })).toBeVisible();
    await expect.element(items.nth(1)).toMatchTextContent('1 factura por vencer en 7 días');
    await expect.element(items.nth(1)).toMatchTextContent('La primera, el 03/03/2026 (mañana)');
    await expect
      .element(items.nth(1).getByRole('link', { name: 'Ver facturas' }))
      .toHaveAttribute('href', '/?producto=FB&estado=credito');
    await expect.element(items.nth(2)).toMatchTextContent('2 facturas rechazadas hoyAnticipo Índice');
    await expect
      .element(items.nth(2).getByRole('link', { name: 'Ver motivos' }))
      .toHaveAttribute('href', '/?producto=BI&estado=rechazadas');
  });

  it('names the sale that the lender returned, or leads to all of them', async () => {
    const returned = {
      currency: 'MXN',
      state: 'requested',
      isReturned: true,
      count: 1,
      initialDeposit: '1.00',
    } as const;
    const one = await show({ sales: [{ ...returned, numberOfSale: 8 }] });
    const item = one.getByRole('list', { name: 'Lo que necesita tu atención' }).getByRole('listitem');
    await expect.element(item).toMatchTextContent('Venta 8 por corregir');
    await expect.element(item.getByRole('link', { name: 'Corregir' })).toHaveAttribute('href', '/sales/8');
    await expect
      .element(one.getByRole('region', { name: 'Tu dinero en camino' }).getByRole('listitem'))
      .toHaveTextContent('Venta 8MXN 1.00Por corregir');
    await one.unmount();
    const two = await show({ sales: [8, 7].map((numberOfSale) => ({ ...returned, numberOfSale })) });
    await expect.element(two.getByText('2 ventas por corregir')).toBeVisible();
    await expect.element(two.getByRole('link', { name: 'Corregir' })).toHaveAttribute('href', '/sales');
  });

  it('[DER-18] has what the person prepared, for whom it waits', async () => {
    answer(listPreparedSales).with(() => ({
      data: [aPreparedSale({ isOwn: true, mayAccept: false })],
      acceptors: [],
    }));
    const screen = await show();
    const item = screen.getByRole('list', { name: 'Lo que necesita tu atención' }).getByRole('listitem');
    await expect.element(item).toMatchTextContent('1 venta por aceptar');
    await expect.element(item).toMatchTextContent('MXN 126,000.00Espera a que la acepte Tomás Iglesias');
    await expect
      .element(item.getByRole('link', { name: 'Ver' }))
      .toHaveAttribute('href', '/toAccept/00000000-0000-4000-8000-0000000000aa');
  });

  it('[EST-03] is due on the due date, without late charges, and overdue from the next day on', async () => {
    const dueToday = { ...overdue, firstDue: '2026-03-02', lateCharges: '0.00' };
    const screen = await show({
      overdue: [
        { ...dueToday, references: [], count: 1, dueToday: 1 },
        { ...overdue, references: [], currency: 'USD', count: 3, dueToday: 1 },
      ],
    });
    await expect.element(screen.getByText('1 factura vence hoy')).toBeVisible();
    await expect.element(screen.getByText('2 facturas vencidas y 1 que vence hoy')).toBeVisible();
    await expect.element(screen.getByText(/recargos/)).toMatchTextContent('con USD');
  });
});

it('[TAB-12] shows what can be received, what is on its way and what is due next', async () => {
  const screen = await show(
    {
      sales: [
        {
          numberOfSale: 8,
          currency: 'MXN',
          state: 'requested',
          isReturned: false,
          count: 1,
          initialDeposit: '100920.00',
        },
        { numberOfSale: 7, currency: 'USD', state: 'disbursed', isReturned: false, count: 1, initialDeposit: '5.00' },
      ],
      nextDue: [{ date: '2026-03-12', currency: 'MXN', count: 1, total: '116000.00', finalDeposit: '11043.20' }],
    },
    {
      ids: ['1', '2', '3'],
      deposits: [moneyOf('201840.00', 'MXN'), moneyOf('900.01', 'USD')],
      assumed: 1,
      exceeding: 2,
      undated: 1,
    },
  );
  const receive = screen.getByRole('region', { name: 'Puedes recibir hoy' });
  await expect.element(receive.getByText('MXN 201,840.00')).toBeVisible();
  await expect.element(receive.getByText('USD 900.01')).toBeVisible();
  await expect.element(receive.getByText('Por 3 facturas que puedes vender.')).toBeVisible();
  await expect.element(receive.getByText(/^En 1 factura suponemos que te pagan a 180 días/)).toBeVisible();
  await expect.element(receive.getByText('2 facturas más no caben en tu crédito.')).toBeVisible();
  await expect.element(receive.getByText('1 factura más necesita otra fecha de pago.')).toBeVisible();
  await expect.element(receive.getByRole('button', { name: 'Vender' })).toBeVisible();
  const way = screen.getByRole('region', { name: 'Tu dinero en camino' });
  await expect.element(way.getByRole('link', { name: 'Mis ventas' })).toHaveAttribute('href', '/sales');
  await expect.element(way.getByRole('link', { name: 'Estado de cuenta' })).toHaveAttribute('href', '/statement');
  const sales = way.getByRole('listitem');
  await expect.element(sales.nth(0)).toHaveTextContent('Venta 8MXN 100,920.00En revisión');
  await expect.element(sales.nth(1)).toHaveTextContent('Venta 7USD 5.00Depositada hoy');
  await expect.element(sales.nth(0).getByRole('link')).toHaveAttribute('href', '/sales/8');
  await expect
    .element(screen.getByRole('region', { name: 'Próximos vencimientos' }).getByRole('listitem'))
    .toHaveTextContent('12/03/2026MXN 116,000.00en 10 díasTe regresa MXN 11,043.20');
});

it('[TAB-12] names three sales and four dates, counts the other sales, and dates the deposit', async () => {
  const sold = { currency: 'MXN', isReturned: false, count: 1, initialDeposit: '1.00' } as const;
  const due = { currency: 'MXN', count: 1, total: '2.00', finalDeposit: '1.00' } as const;
  const screen = await show({
    sales: [9, 8, 7, 6, 5].map((numberOfSale) => ({ ...sold, numberOfSale, state: 'answered' })),
    nextDue: [3, 4, 5, 6, 7].map((day) => ({ ...due, date: `2026-03-0${day}` })),
  });
  const way = screen.getByRole('region', { name: 'Tu dinero en camino' });
  await expect.element(way.getByText('y 2 ventas más')).toBeVisible();
  const textsOf = (name: string) =>
    screen
      .getByRole('region', { name })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  expect(textsOf('Tu dinero en camino')).toEqual([9, 8, 7].map((number) => `Venta ${number}MXN 1.00Autorizada`));
  expect(textsOf('Próximos vencimientos').map((text) => text?.slice(0, 10))).toEqual(
    [3, 4, 5, 6].map((day) => `0${day}/03/2026`),
  );
});

it('[TAB-12] the question for an amount comes after what is on its way, which stays in the first view', async () => {
  await page.viewport(390, 844);
  const screen = await show({}, nothing, <textarea aria-label="Importe" />);
  const places = [
    screen.getByRole('region', { name: 'Puedes recibir hoy' }),
    screen.getByRole('region', { name: 'Tu dinero en camino' }),
    screen.getByRole('textbox', { name: 'Importe' }),
    screen.getByRole('region', { name: 'Próximos vencimientos' }),
  ];
  for (const place of places) await expect.element(place).toBeVisible();
  const tops = places.map((place) => place.element().getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

it('[TAB-12] names what is empty: nothing to receive, on its way or due', async () => {
  const screen = await show();
  for (const text of [
    'Ahora no hay facturas que puedas vender.',
    'No hay ventas en curso.',
    'Nada vence después de hoy.',
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'Lo que necesita tu atención' })).not.toBeInTheDocument();
});

it('[TAB-12] keeps the footer out of the window while the screen waits, even if the figures have come', async () => {
  answer(getHome).with(() => aHome());
  const screen = await renderScreen(
    <>
      <HomeAnswers isWaiting={false} receivable={nothing} actions={null} payOverdue={() => null} />
      <main>
        <HomeAnswers isWaiting receivable={nothing} actions={null} payOverdue={() => null} />
      </main>
    </>,
  );
  await expect.element(screen.getByText('No hay ventas en curso.')).toBeVisible();
  const waiting = screen.getByRole('main');
  await expect.element(waiting.getByText('Cargando')).toBeInTheDocument();
  expect(waiting.element().clientHeight).toBeGreaterThanOrEqual(window.innerHeight);
});

it('[TAB-12] keeps its actions when the figures cannot be read', async () => {
  answer(getHome).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'));
  const screen = await renderScreen(
    <HomeAnswers
      isWaiting={false}
      receivable={nothing}
      actions={<button type="button">Vender</button>}
      payOverdue={() => null}
    />,
  );
  await expect.element(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Vender' })).toBeVisible();
  expect(screen.container.clientHeight).toBeLessThan(window.innerHeight);
});
