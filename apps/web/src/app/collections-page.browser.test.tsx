import { getHome } from '@anticipa/contract/home';
import { listPayers } from '@anticipa/contract/payers';
import { listPaymentReferences, type PaymentReference } from '@anticipa/contract/references';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aHome } from '../lib/test-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { CollectionsPage } from './collections-page.tsx';

const id = '00000000-0000-4000-8000-00000000000';
const company = '00000000-0000-4000-8000-000000000001';

beforeEach(async () => {
  await page.viewport(390, 844);
  await signInAs(aUser());
});
afterEach(() => page.viewport(1280, 800));

const payer = (rfcPayer: string, stpName: string, over = {}) => ({
  rfcPayer,
  stpName,
  clabe: '646180110400000023',
  active: true,
  isMain: false,
  stpCompany: 'ANTICIPA',
  rfc: 'CNA010101AAA',
  ...over,
});

const reference = (last: number, over: Partial<PaymentReference>): PaymentReference => ({
  id: `${id}${last}`,
  reference: `AN00${last}`,
  date: '2026-03-02T17:00:00.000Z',
  count: 1,
  currency: 'MXN',
  amount: '116000.00',
  lateCharges: '0.00',
  left: '116000.00',
  validUntil: '2026-03-31',
  state: 'pending',
  clientId: company,
  userId: company,
  ClientUser: { firstName: 'Ana', lastName: 'Ruiz' },
  ...over,
});

it('[RUT-08] answers what is late, what comes due, and with which reference or CLABE it is paid', async () => {
  answer(getHome).with(() =>
    aHome({
      overdue: [
        {
          currency: 'MXN',
          count: 2,
          dueToday: 0,
          firstDue: '2026-02-20',
          total: '116000.00',
          lateCharges: '1546.67',
          amount: '117546.67',
          referable: 1,
          references: [],
          byClabe: 1,
        },
      ],
      rejectedToday: [{ product: 'BI', count: 2 }],
      nextDue: [{ date: '2026-03-12', currency: 'MXN', count: 1, total: '100.00', finalDeposit: '10.00' }],
    }),
  );
  answer(listPaymentReferences).with(() => ({
    data: [
      reference(1, {}),
      reference(2, { validUntil: '2026-03-05', left: '6000.00' }),
      reference(3, { state: 'paid', left: '0.00' }),
    ],
  }));
  answer(listPayers).with(() => ({
    stpCompany: 'ANTICIPA',
    data: [
      payer('CNA010101AAA', 'Comercial Ñandú', { isMain: true }),
      payer('ABA030303CC3', 'Abarrotes del Bajío'),
      payer('ZAC020202BB2', 'Zacatecas Textil', { active: false }),
    ],
  }));
  const screen = await renderScreen(<CollectionsPage />);
  const late = screen.getByRole('list', { name: 'Lo que necesita tu atención' }).getByRole('listitem');
  await expect.element(late).toMatchTextContent('2 facturas vencidas');
  expect(late.elements()).toHaveLength(1);
  for (const name of ['Pagar', 'Ver CLABE']) await expect.element(late.getByRole('button', { name })).toBeVisible();
  await expect
    .element(screen.getByRole('region', { name: 'Próximos vencimientos' }).getByRole('listitem'))
    .toMatchTextContent('12/03/2026MXN 100.00');
  const rows = (name: string) =>
    screen
      .getByRole('region', { name })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(() => rows('Por pagar con referencia'))
    .toEqual(['AN002MXN 6,000.00Hasta el 05/03/2026Cómo pagar', 'AN001MXN 116,000.00Hasta el 31/03/2026Cómo pagar']);
  await expect.poll(() => rows('CLABE de tus clientes')).toEqual(['Abarrotes del Bajío646180110400000023']);
  await expect.element(screen.getByRole('button', { name: 'Copiar la CLABE de Abarrotes del Bajío' })).toBeVisible();
});

it('[RUT-08] names what is empty, and keeps what could be read', async () => {
  answer(getHome).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'));
  answer(listPaymentReferences).with(() => ({ data: [] }));
  answer(listPayers).with(() => ({ stpCompany: null, data: [] }));
  const screen = await renderScreen(<CollectionsPage />);
  for (const text of [
    'Intenta más tarde',
    'No hay referencias por pagar.',
    'Ninguno de tus clientes tiene CLABE propia: se paga con referencia.',
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  answer(getHome).with(() => aHome());
  await screen.getByRole('button', { name: 'Reintentar' }).click();
  await expect.element(screen.getByText('Nada está vencido.')).toBeVisible();
  await expect.element(screen.getByText('Nada vence después de hoy.')).toBeVisible();
});
