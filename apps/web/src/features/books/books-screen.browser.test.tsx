import {
  type BalanceRow,
  type BookLine,
  exportBookLines,
  exportTrialBalance,
  getBookEntry,
  getTrialBalance,
  listBookLines,
} from '@anticipa/contract/books';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { BooksScreen } from './books-screen.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const aRow = (over: Partial<BalanceRow>): BalanceRow => ({
  currency: 'MXN',
  account: 'CARTERA',
  bank: null,
  opening: '0.00',
  debit: '116000.00',
  credit: '0.00',
  closing: '116000.00',
  ...over,
});
const sold = { opening: '0.00', debit: '0.00', credit: '100920.00', closing: '-100920.00' };
const rows = [
  aRow({ account: 'BANCOS', ...sold }),
  aRow({ account: 'BANCOS', bank: { id: 'stp', name: 'STP', number: '646180115700000023' }, ...sold }),
  aRow({}),
  aRow({ account: 'AFORO_POR_DEVOLVER', debit: '0.00', credit: '11600.00', closing: '-11600.00' }),
  aRow({ account: 'ENTRE_DIARIOS', debit: '0.00', closing: '0.00' }),
];
const aLine = (over: Partial<BookLine> = {}): BookLine => ({
  clientId: idOf(8),
  entityName: 'Aceros Ñandú',
  entryNumber: 25,
  lineNumber: 1,
  event: 'interest-invoice',
  currency: 'MXN',
  bookedOn: '2026-04-01',
  valueDate: '2026-03-31',
  recordedAt: '2026-04-02T01:45:00.000Z',
  reverses: null,
  account: 'CLIENTE',
  bank: null,
  documentId: idOf(1),
  folio: 'A-1',
  saleId: idOf(6),
  numberOfSale: 4,
  cfdi: 'INT-1',
  uuid: 'E94B9252-C960-4B4B-8D10-5D9407206A5F',
  trackingKey: null,
  reason: null,
  debit: '1883.84',
  credit: '0.00',
  balance: '1883.84',
  ...over,
});
const tax = aLine({ lineNumber: 2, account: 'IVA_COBRADO', debit: '0.00', credit: '1883.84', balance: null });

beforeEach(async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['contabilidad'] }));
  answer(getTrialBalance).with(() => ({ data: rows }));
});

it('[LIB-24] shows the trial balance by the nature of each account, with banks below theirs, and exports it', async () => {
  const asked = answer(getTrialBalance).with(() => ({ data: rows }));
  const screen = await renderScreen(<BooksScreen />);
  const table = screen.getByRole('grid', { name: 'Balanza de comprobación' });
  await expect
    .element(table.getByRole('row').nth(2))
    .toMatchTextContent(/102-01-0023.*STP.*MXN · Deudora.*0\.00.*0\.00.*100,920\.00.*−100,920\.00/);
  await expect
    .element(table.getByRole('row').nth(4))
    .toMatchTextContent(/205-02.*Aforo por devolver.*Acreedora · SAT 205\.02.*0\.00.*0\.00.*11,600\.00.*11,600\.00/);
  // The bank account is part of BANCOS, and counts once.
  await expect.element(table.getByText('MXN 112,520.00')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Desde el día' }).fill('01/03/2026');
  await screen.getByRole('textbox', { name: 'Al cierre del día' }).fill('31/03/2026');
  await screen.getByRole('textbox', { name: 'Con lo registrado hasta' }).fill('05/04/2026');
  await screen.getByRole('combobox', { name: 'Moneda' }).selectOptions('MXN');
  const filter = { startDate: '2026-03-01', endDate: '2026-03-31', knownOn: '2026-04-05', currency: 'MXN' };
  await expect.poll(() => asked.at(-1)?.query).toEqual(filter);
  const files = answer(exportTrialBalance).with(() => new Response('x'));
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.poll(() => files.map(({ query }) => query)).toEqual([{ format: 'xlsx', ...filter }]);
  await expect.element(screen.getByText('Se descargó archivo')).toBeVisible();
});

it('[LIB-25] an account opens its movements with their balance, these their entry, and it their invoice', async () => {
  const asked = answer(listBookLines).with(({ query: { after } }) =>
    after === undefined
      ? { opening: '-500.00', data: [aLine()], next: `${idOf(8)}.25.1` }
      : { opening: '-500.00', data: [aLine({ lineNumber: 2, clientId: null, entityName: null })], next: null },
  );
  const screen = await renderScreen(<BooksScreen />);
  await screen.getByRole('button', { name: 'Ver movimientos de STP' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Auxiliar de STP · MXN' })).toBeVisible();
  expect(asked.at(-1)?.query).toMatchObject({ account: 'BANCOS', bank: 'stp', currency: 'MXN' });
  await expect.element(screen.getByText('Saldo inicial: MXN −500.00')).toBeVisible();
  await expect
    .element(screen.getByRole('row').nth(1))
    .toMatchTextContent(/01\/04\/2026.*Valor 31\/03\/2026.*CFDI de interés.*A-1.*CFDI INT-1.*1,883\.84.*—.*1,883\.84/);
  await screen.getByRole('button', { name: 'Ver más movimientos' }).click();
  await expect
    .element(screen.getByRole('button', { name: 'CFDI de interés: ver asiento 25 de Diario propio' }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Ver solo Aceros Ñandú' }).click();
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ clientId: idOf(8) });
  const entries = answer(getBookEntry).with(() => ({ data: [aLine({ balance: null }), tax] }));
  await screen.getByRole('button', { name: 'CFDI de interés: ver asiento 25 de Aceros Ñandú' }).first().click();
  const dialog = screen.getByRole('dialog', { name: 'Asiento 25 · Aceros Ñandú' });
  await expect.element(dialog.getByText('208-01 IVA cobrado')).toBeVisible();
  expect(entries.map(({ params }) => params)).toEqual([{ journal: idOf(8), entryNumber: '25' }]);
  await expect.element(dialog.getByText('E94B9252-C960-4B4B-8D10-5D9407206A5F')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'A-1' }).first())
    .toHaveAttribute('href', `/lender/portfolio/${idOf(1)}`);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await screen.getByRole('button', { name: 'Volver a la balanza' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Balanza de comprobación' })).toBeVisible();
});

it('[LIB-26] the journal has the lines of every account, and says when there are none or they cannot be read', async () => {
  answer(listBookLines).with(() => ({ opening: null, data: [aLine({ balance: null }), tax], next: null }));
  const screen = await renderScreen(<BooksScreen />, '/?cola=journal');
  const table = screen.getByRole('grid', { name: 'Libro diario' });
  await expect.element(table.getByRole('row').nth(2)).toMatchTextContent(/208-01 IVA cobrado.*MXN.*—.*1,883\.84/);
  const files = answer(exportBookLines).with(() => new Response('x'));
  await screen.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect.poll(() => files[0]?.query).toMatchObject({ format: 'csv' });
  answer(listBookLines).with(({ query: { currency } }) =>
    currency === 'USD'
      ? { opening: null, data: [], next: null }
      : new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible.'),
  );
  await screen.getByRole('combobox', { name: 'Moneda' }).selectOptions('USD');
  await expect.element(screen.getByText('No hay movimientos en estos días')).toBeVisible();
  await screen.unmount();
  const failed = await renderScreen(<BooksScreen />, '/?cola=journal');
  await expect.element(failed.getByText('No se pudieron leer los movimientos')).toBeVisible();
});

it('[LIB-115] a figure of a report opens the movements of its account on its days', async () => {
  const asked = answer(listBookLines).with(() => ({ opening: '0.00', data: [aLine()], next: null }));
  const address = '/?cuenta=CLIENTE&moneda=MXN&desde=1900-01-01&hasta=2026-03-31&conocido=2026-04-05';
  const screen = await renderScreen(<BooksScreen />, address);
  await expect.element(screen.getByRole('heading', { name: 'Auxiliar de Saldo del cliente · MXN' })).toBeVisible();
  const filter = { account: 'CLIENTE', currency: 'MXN', startDate: '1900-01-01', endDate: '2026-03-31' };
  expect(asked.map(({ query }) => query)).toEqual([{ ...filter, knownOn: '2026-04-05' }]);
});

it('[LIB-24] on a phone each account is a card with its closing balance', async () => {
  await page.viewport(390, 844);
  const screen = await renderScreen(<BooksScreen />);
  await expect.element(screen.getByRole('button', { name: 'Ver movimientos de Aforo por devolver' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
