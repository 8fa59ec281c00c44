import { listClients } from '@anticipa/contract/lender-clients';
import { searchPortal } from '@anticipa/contract/search';
import type { SessionUser } from '@anticipa/contract/session';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ActionButton } from '../lib/paths.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { DeskSearch } from './lender/search.tsx';
import { Search } from './search.tsx';

const none = { total: 0, hits: [] };
const uuid = '8BC7B33D-8A5D-4C6C-9C1B-0F6C6F2B9A11';

const Place = () => <output aria-label="Dirección">{useLocation().href}</output>;

/** A page with the button of an action, and the search over it. */
function Page({ of: Dialog }: { of: typeof Search }) {
  const [isOpen, setOpen] = useState(true);
  const [pressed, press] = useState(0);
  return (
    <>
      <button type="button" id={'crear-llave' satisfies ActionButton} onClick={() => press(pressed + 1)}>
        Pulsado {pressed}
      </button>
      <Place />
      {isOpen ? <Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

async function show(user: Partial<SessionUser> = {}, of: typeof Search = Search) {
  await signInAs(aUser(user));
  answer(searchPortal).with(() => ({ invoices: none, payers: none, references: none, sales: none }));
  const screen = await renderScreen(<Page of={of} />, '/inicio');
  await expect.element(screen.getByRole('combobox')).toHaveFocus();
  const titles = () =>
    screen
      .getByRole('option')
      .elements()
      .map((option) => option.querySelector('strong')?.textContent);
  return { screen, titles, place: screen.getByLabelText('Dirección') };
}

it('[BUS-03] before a text is typed it offers the actions of the person, and of others only those of their right', async () => {
  const { titles } = await show();
  expect(titles()).toEqual([
    'Vender facturas',
    'Subir facturas',
    '¿Cuánto necesitas?',
    'Conectar con el SAT',
    'Descargar el paquete del mes',
    'Invitar a una persona',
    'Crear una llave',
    'Agregar un webhook',
    'Elegir mis avisos',
  ]);
});

it.each<[string, Partial<SessionUser>, string[]]>([
  [
    'consults',
    { saleRight: 'consult', isAdmin: false },
    ['¿Cuánto necesitas?', 'Descargar el paquete del mes', 'Elegir mis avisos'],
  ],
  [
    'prepares',
    { saleRight: 'prepare', isAdmin: false, syncAllowed: false },
    ['Preparar una venta', 'Subir facturas', '¿Cuánto necesitas?', 'Descargar el paquete del mes', 'Elegir mis avisos'],
  ],
  [
    'has several companies, this one without an active product',
    {
      isAdmin: false,
      syncAllowed: false,
      isActiveBI: false,
      isActiveFB: false,
      companies: [
        ...aUser().companies,
        { clientId: uuid, rfc: 'TSU010101AAA', entityName: 'Textiles', isJoined: true },
      ],
    },
    ['Descargar el paquete del mes', 'Elegir mis avisos', 'Cambiar de empresa'],
  ],
  [
    'sees a closed company',
    { readsUntil: '2026-12-31T06:00:00.000Z' },
    ['¿Cuánto necesitas?', 'Descargar el paquete del mes'],
  ],
])('[BUS-03] a person who %s is offered no more', async (_, user, expected) => {
  const { titles } = await show(user);
  expect(titles()).toEqual(expected);
});

it('[BUS-03] an action is found by what it does, and Enter opens its screen and presses its button', async () => {
  const { screen, titles, place } = await show();
  await userEvent.keyboard('programa erp');
  await expect.poll(titles).toEqual(['Crear una llave', 'Agregar un webhook']);
  await userEvent.keyboard('{Enter}');
  await expect.element(place).toHaveTextContent('/profile?ver=llaves');
  const button = screen.getByRole('button', { name: 'Pulsado 1' });
  await expect.element(button).toHaveFocus();
});

it('[BUS-02] a pasted UUID opens its invoice', async () => {
  const { screen, place } = await show();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', `id=${uuid.toLowerCase()}`);
  screen
    .getByRole('combobox')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(place).toHaveTextContent(`/factura/${uuid}`);
});

it('[BUS-03] the desk has its own, with actions and screens of the operator’s roles, and its clients', async () => {
  await page.viewport(390, 844);
  answer(listClients).with(() => ({ data: [], next: null }));
  const operator = { kind: 'operator', client: null, clientId: null, roles: ['contabilidad'] } as const;
  const { titles, place } = await show({ ...operator, roles: [...operator.roles] }, DeskSearch);
  expect(titles()).toEqual([
    'Decidir propuestas',
    'Emitir los CFDI del mes',
    'Cerrar el mes',
    'Proponer un asiento',
    'Descargar la contabilidad electrónica',
    'Traer una cartera anterior',
    'Atender alertas',
  ]);
  await userEvent.keyboard('cierre{Enter}');
  await expect.element(place).toHaveTextContent('/lender/books?cola=close');
});
