import type { ResponseOf } from '@anticipa/contract/route';
import { searchPortal } from '@anticipa/contract/search';
import { useLocation } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../../lib/api-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { es } from './es.ts';
import { SearchDialog, type SearchSource } from './search-dialog.tsx';
import { groupsOf, placesOf } from './view-model.ts';

const none = { total: 0, hits: [] };
const nothing: ResponseOf<typeof searchPortal> = { invoices: none, payers: none, references: none, sales: none };
const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const uuid = '8BC7B33D-8A5D-4C6C-9C1B-0F6C6F2B9A11';
const debtor = 'COMERCIALIZADORA PÉREZ';
const found: ResponseOf<typeof searchPortal> = {
  invoices: {
    total: 100,
    hits: [
      {
        documentId: id(1),
        uuid,
        serie: 'FAC',
        folio: '1026',
        receiverName: debtor,
        status: 30,
        isDeleted: false,
        currency: 'MXN',
        total: '1254283.07',
      },
      {
        documentId: id(2),
        uuid,
        serie: null,
        folio: null,
        receiverName: debtor,
        status: 0,
        isDeleted: true,
        currency: 'EUR',
        total: '1.00',
      },
    ],
  },
  payers: {
    total: 2,
    hits: [
      {
        companyId: id(3),
        name: debtor,
        rfc: 'CPE010203AB1',
        open: { product: 'BI', currency: 'MXN', status: 30, count: 2, total: '7.00' },
        settledOn: null,
      },
      { companyId: id(4), name: 'ACME LLC', rfc: 'XEXX010101000', open: null, settledOn: '2026-02-28' },
    ],
  },
  references: {
    total: 1,
    hits: [{ id: id(5), reference: 'AN110000000141', state: 'pending', currency: 'MXN', amount: '5.00', count: 1 }],
  },
  sales: {
    total: 1,
    hits: [
      { numberOfSale: 8, currency: 'MXN', state: 'requested', isReturned: true, count: 3, initialDeposit: '6.00' },
    ],
  },
};
const screens = [
  { title: 'Mis clientes', text: 'Los pagadores con CLABE.', link: { to: '/profile', search: { ver: 'clientes' } } },
] as const;

const source: SearchSource = {
  label: es.label,
  hint: es.hint,
  ask: async (q, signal) => groupsOf(await call(searchPortal, { query: { q }, signal })),
  places: (text) => placesOf([], text.length < 3 ? [] : screens),
};

const Place = () => <output aria-label="Dirección">{useLocation().href}</output>;

async function show(respond: Parameters<ReturnType<typeof answer<typeof searchPortal>>['with']>[0] = () => found) {
  const asked = answer(searchPortal).with(respond);
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  const screen = await renderScreen(
    <>
      <SearchDialog source={source} onClose={close} />
      <Place />
    </>,
  );
  const box = screen.getByRole('combobox', { name: /^Folio, cliente/ });
  await expect.element(box).toHaveFocus();
  const chosen = () => document.getElementById(box.element().getAttribute('aria-activedescendant') ?? '')?.textContent;
  const place = screen.getByLabelText('Dirección');
  return { screen, box, chosen, place, asked, closed: () => closed };
}

it('[BUS-02] groups the results with state, amount and way, and the arrow keys and Enter work them from the field', async () => {
  const { screen, box, chosen, place, asked, closed } = await show();
  await expect.element(screen.getByText(/^Una factura por folio/)).toBeVisible();
  await userEvent.keyboard('perez');
  const list = screen.getByRole('listbox', { name: 'Resultados' });
  await expect.element(list.getByRole('group', { name: 'Facturas 2 de 100 o más' })).toBeVisible();
  expect(asked.map(({ query }) => query.q)).toEqual(['perez']);
  const options = list.getByRole('option');
  expect(options.elements().map(({ textContent }) => textContent)).toEqual([
    `FAC-1026En crédito · ${debtor}MXN 1,254,283.07`,
    `S/FEliminada · ${debtor}EUR 1.00`,
    `${debtor}CPE010203AB1 · Ver 2 facturas en créditoMXN 7.00`,
    'ACME LLCVer sus facturas liquidadas',
    'AN110000000141Pendiente · 1 facturaMXN 5.00',
    'Venta 8Por corregir · 3 facturasMXN 6.00',
    'Mis clientesLos pagadores con CLABE.',
  ]);
  expect(options.elements().map((option) => option.getAttribute('href'))).toEqual([
    `/factura/${id(1)}`,
    `/factura/${id(2)}`,
    '/?producto=BI&buscar=CPE010203AB1&estado=credito&moneda=MXN',
    '/invoices?mes=2026-02',
    '/paymentReferences?buscar=AN110000000141',
    '/sales/8',
    '/profile?ver=clientes',
  ]);
  expect(chosen()).toMatch(/^FAC-1026/);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(chosen).toMatch(/^Mis clientes/);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.poll(chosen).toMatch(/^ACME/);
  await expect.element(options.nth(3)).toHaveAttribute('aria-selected', 'true');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(place).toHaveTextContent('/invoices?mes=2026-02');
  expect(closed()).toBe(1);
});

it('[BUS-02] Enter before the results are there opens the first of them', async () => {
  const { place, closed } = await show();
  await userEvent.keyboard('1026{Enter}');
  await expect.element(place).toHaveTextContent(`/factura/${id(1)}`);
  expect(closed()).toBe(1);
  await userEvent.keyboard('{Escape}');
  expect(closed()).toBe(2);
});

it('[BUS-02] says what can be searched where nothing was found, and that it could not search', async () => {
  const { screen } = await show(({ query }) =>
    query.q === 'zz' ? nothing : new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'),
  );
  await userEvent.keyboard('zz');
  await expect.element(screen.getByText('Nada coincide con «zz»')).toBeVisible();
  await expect.element(screen.getByText(/^Un cliente por nombre o RFC/)).toBeVisible();
  await userEvent.keyboard('z');
  await expect.element(screen.getByText('Intenta más tarde')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  // The help does not need the server.
  await expect.element(screen.getByRole('option', { name: /^Mis clientes/ })).toBeVisible();
});
