import { registerCollection } from '@anticipa/contract/collections';
import { exportAgeing, listAgeing, listPortfolio, type OwedInvoice } from '@anticipa/contract/portfolio';
import { type MoneyEffect, previewCollection } from '@anticipa/contract/receipts';
import type { SentBodyOf } from '@anticipa/contract/route';
import { products } from '@anticipa/contract/session';
import { getSettings } from '@anticipa/contract/settings';
import { exportSoldInvoices, listSoldInvoices } from '@anticipa/contract/sold-invoices';
import { beforeEach, expect, it } from 'vitest';
import { noSettings } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { OwedOf } from './owed-of.tsx';
import { PortfolioScreen } from './portfolio-screen.tsx';

const today = '2026-03-10';
const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const anInvoice = (place: number, over: Partial<OwedInvoice> = {}): OwedInvoice => ({
  documentId: idOf(place),
  folio: `A${place}`,
  clientId: idOf(8),
  clientRFC: 'CNA010101AAA',
  entityName: 'Aceros Ñandú',
  companyId: idOf(7),
  receiverName: 'Liverpool',
  product: 'BI',
  currency: 'MXN',
  saleId: idOf(6),
  numberOfSale: 4,
  total: '116000.00',
  owed: '116000.00',
  amountDue: '117546.67',
  dueDate: '2026-02-28',
  daysLate: 10,
  aforo: null,
  promise: null,
  isDisputed: false,
  ...over,
});
const promise = { amount: '60000.00', payOn: '2026-03-09', promisedBy: 'Laura', state: 'broken' } as const;
const invoices = [
  anInvoice(1, { promise }),
  anInvoice(2, { owed: '6000.00', amountDue: '6000.00', dueDate: today, daysLate: 0, aforo: '6000.00' }),
  anInvoice(3, {
    clientId: idOf(9),
    entityName: 'Textiles del Sur',
    dueDate: '2026-03-12',
    daysLate: -2,
    isDisputed: true,
  }),
  anInvoice(4, { currency: 'USD', dueDate: '2026-04-12', daysLate: -33 }),
];
const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(async () => {
  await signInWith(['cobranza']);
  answer(products).with(() => ({ data: [] }));
  answer(previewCollection).with(({ body }) => effectOf(body));
  answer(getSettings).with(() => ({ settings: noSettings }));
  answer(listPortfolio).with(({ query: { view } }) => ({
    today,
    ageing: [
      { currency: 'MXN', age: 'not-due', count: 2, owed: '122000.00' },
      { currency: 'MXN', age: 'to-30', count: 1, owed: '116000.00' },
      { currency: 'USD', age: 'not-due', count: 1, owed: '116000.00' },
    ],
    data: view === 'week' ? [] : view === 'overdue' ? invoices.slice(0, 1) : invoices,
    next: null,
  }));
});
/** Effect of a payment on the first invoice that it names. */
const effectOf = ({ amount, deductions = [] }: SentBodyOf<typeof previewCollection>): MoneyEffect => ({
  ...{ left: '0.00', doubts: amount === '100000.00' ? ['again'] : [], waitsFor: null },
  parts: [
    {
      ...{ collectionId: idOf(5), payer: 'debtor', amount: String(amount), valueDate: today },
      invoices: [
        {
          ...{
            documentId: idOf(1),
            folio: 'A1',
            clientId: idOf(8),
            entityName: 'Aceros Ñandú',
            receiverName: 'Liverpool',
          },
          ...{ paid: String(amount), recargos: '0.00', ivaRecargos: '0.00', owed: '23546.67', isSettled: false },
          ...{ finalDeposit: '0.00', balanceDue: '0.00' },
          deductions: deductions.map(({ kind, amount: kept }) => ({ kind, amount: String(kept) })),
        },
      ],
    },
  ],
});
const select = (screen: Awaited<ReturnType<typeof renderScreen>>, place: number) =>
  screen.getByRole('grid').getByRole('checkbox').nth(place).click();

it('[DIN-04] lists what receivers owe with its age, and the sums of each age by currency', async () => {
  const screen = await renderScreen(<PortfolioScreen />);
  await expect
    .element(screen.getByRole('row').nth(1))
    .toMatchTextContent(
      /10 días tarde.*A1.*Venta 4.*Aceros Ñandú.*Liverpool.*Incumplida.*09\/03\/2026 · MXN.*MXN 116,000.00.*MXN 117,546.67/,
    );
  await expect.element(screen.getByRole('row').nth(2)).toMatchTextContent('Vence hoy');
  await expect.element(screen.getByRole('row').nth(3)).toMatchTextContent(/En 2 días.*En disputa/);
  await expect.element(screen.getByText('1 a 30 días')).toBeVisible();
  await expect.element(screen.getByText('MXN 116,000.00 · 1 factura')).toBeVisible();
  await screen.getByRole('tab', { name: 'Vencen en 7 días' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Nada vence en 7 días' })).toBeVisible();
});

it('[DIN-128] says before it is sent that the same payer has just paid this amount', async () => {
  const screen = await renderScreen(<PortfolioScreen />);
  await select(screen, 1);
  await screen.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Importe recibido' }).fill('100000');
  await expect.element(dialog.getByText(/acaba de pagar este importe.*Otra persona debe aprobarlo/)).toBeVisible();
});

it('[DIN-55] searches every invoice, by product and currency, and keeps what was chosen before', async () => {
  const asked = answer(listPortfolio).with(({ query: { search } }) => ({
    today,
    ageing: [],
    data: search === 'nada' ? [] : search === 'A2' ? invoices.slice(1, 2) : invoices,
    next: null,
  }));
  const screen = await renderScreen(<PortfolioScreen />);
  await select(screen, 1);
  const box = screen.getByRole('searchbox', { name: 'Buscar cliente, receptor, factura o venta' });
  await box.fill('A2');
  await expect.element(screen.getByText('Total de 1 factura')).toBeVisible();
  await select(screen, 1);
  await expect.element(screen.getByRole('region', { name: 'Selección de facturas' })).toMatchTextContent(/2 facturas/);
  await screen.getByRole('combobox', { name: 'Moneda' }).selectOptions('USD');
  await screen.getByRole('combobox', { name: 'Producto' }).selectOptions('BI');
  await expect.poll(() => asked.at(-1)?.query).toEqual({ view: 'all', search: 'A2', currency: 'USD', product: 'BI' });
  await box.fill('nada');
  await expect.element(screen.getByRole('heading', { name: 'Ninguna factura coincide' })).toBeVisible();
  await screen.getByRole('button', { name: 'Quitar la búsqueda' }).click();
  await expect.poll(() => asked.at(-1)?.query).toEqual({ view: 'all' });
});

it('[DIN-05] [DIN-45] registers the payment of chosen invoices of one client, after showing what it leaves', async () => {
  const sent = answer(registerCollection).with(
    () =>
      new Refusal(422, 'SECOND_PERSON_NEEDED', 'Escribe el motivo.', [
        { path: 'beforeDeposit', code: 'SECOND_PERSON_NEEDED', message: 'Escribe el motivo.' },
      ]),
  );
  const screen = await renderScreen(<PortfolioScreen />);
  await select(screen, 1);
  await select(screen, 2);
  const boxes = screen.getByRole('grid').getByRole('checkbox').elements();
  expect(
    boxes.slice(3).map((box) => (box as HTMLInputElement).disabled || box.getAttribute('aria-disabled') === 'true'),
  ).toEqual([true, true]);
  await screen.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = screen.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Importe recibido' });
  await expect.element(amount).toHaveValue('123546.67');
  await amount.fill('100000');
  await expect
    .element(dialog.getByText(/^A1 · Aceros Ñandú: paga MXN 100,000.00; faltarán MXN 23,546.67, que siguen por cobrar/))
    .toBeVisible();
  await amount.fill('12354667');
  await expect
    .element(dialog.getByText(/El importe rebasa .* El importe es 10 veces lo que se debe, o más/))
    .toBeVisible();
  await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('BANK42');
  await dialog.getByRole('textbox', { name: 'Banco que envió' }).fill('BBVA MEXICO');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  expect(sent).toHaveLength(0);
  await amount.fill('123,546.67');
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  // Only the server knows the day of the deposit.
  await expect.element(dialog.getByText('La fecha valor es anterior al depósito de la factura.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Enviar a aprobación' })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      pays: { documentIds: [idOf(1), idOf(2)] },
      amount: '123546.67',
      currency: 'MXN',
      valueDate: today,
      trackingKey: 'BANK42',
      source: 'REFERENCIA',
      bank: 'BBVA MEXICO',
      payer: 'debtor',
    },
  ]);
});

it('[DIN-05] [DIN-26] registers a payment that is short by a credit note, which needs a second person', async () => {
  const sent = answer(registerCollection).with(() => new Refusal(409, 'TRACKING_KEY_REUSED', 'La clave ya se usó.'));
  const screen = await renderScreen(<PortfolioScreen />);
  await select(screen, 1);
  await screen.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Descuento en A1' }).selectOptions('Nota de crédito');
  await dialog.getByRole('textbox', { name: 'Importe que se descontó de A1' }).fill('10000');
  await dialog.getByRole('textbox', { name: 'Importe recibido' }).fill('107546.67');
  await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('BANK44');
  await dialog.getByRole('textbox', { name: 'Banco que envió' }).fill('BBVA MEXICO');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('devolvió mercancía');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText(/Escribe el importe de cada descuento/)).toBeVisible();
  const cfdiUuid = 'AAAAAAAA-0000-4000-8000-000000000001';
  await dialog.getByRole('textbox', { name: 'Folio fiscal de la nota de A1' }).fill(cfdiUuid);
  await expect.element(dialog.getByText(/paga MXN 107,546.67; .*nota de crédito de MXN 10,000.00/)).toBeVisible();
  await expect.element(dialog.getByText('La nota de crédito rebasa 1 % de su factura.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('La clave ya se usó.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toMatchObject([
    {
      ...{ pays: { documentIds: [idOf(1)] }, amount: '107546.67', reason: 'devolvió mercancía' },
      deductions: [{ documentId: idOf(1), kind: 'credit-note', amount: '10000.00', cfdiUuid }],
    },
  ]);
});

it('[DIN-04] shows the other roles the same without buttons, and says that it could not be read', async () => {
  await signInWith(['contabilidad']);
  const screen = await renderScreen(<PortfolioScreen />);
  await expect.element(screen.getByText('A1')).toBeVisible();
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
  await screen.unmount();
  answer(listPortfolio).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<PortfolioScreen />);
  await expect.element(failed.getByText('No se pudo leer la cartera')).toBeVisible();
});

it('[DIN-53] shows the ageing at the end of a day by group, with what was known, and exports it', async () => {
  const asked = answer(listAgeing).with(({ query: { by } }) => ({
    data:
      by === 'receiver'
        ? []
        : [
            {
              id: idOf(8),
              name: 'Aceros Ñandú',
              currency: 'MXN',
              count: 2,
              owed: '122000.00',
              ages: { 'not-due': '6000.00', 'to-30': '116000.00' },
            },
          ],
  }));
  const files = answer(exportAgeing).with(() => new Response('x'));
  const screen = await renderScreen(<PortfolioScreen />);
  await screen.getByRole('tab', { name: 'A una fecha' }).click();
  await expect
    .element(screen.getByRole('row').nth(1))
    .toMatchTextContent(/Aceros Ñandú.*MXN · 2 facturas.*6,000.00.*116,000.00.*—.*122,000.00/);
  await screen.getByRole('button', { name: 'Ver solo Aceros Ñandú' }).click();
  await expect.element(screen.getByText(/^Solo Aceros Ñandú/)).toBeVisible();
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ by: 'receiver', clientId: idOf(8) });
  await screen.getByRole('button', { name: 'Quitar' }).click();
  await screen.getByRole('textbox', { name: 'Al cierre del día' }).fill('28/02/2026');
  await screen.getByRole('textbox', { name: 'Con lo registrado hasta' }).fill('05/03/2026');
  await screen.getByRole('combobox', { name: 'Moneda' }).selectOptions('MXN');
  await screen.getByRole('combobox', { name: 'Por' }).selectOptions('receiver');
  await expect.element(screen.getByRole('heading', { name: 'Nada se debía ese día' })).toBeVisible();
  const filter = { asOf: '2026-02-28', knownOn: '2026-03-05', currency: 'MXN' };
  expect(asked.at(-1)?.query).toEqual({ by: 'receiver', ...filter });
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.poll(() => files.map(({ query }) => query)).toEqual([{ format: 'xlsx', ...filter }]);
});

it('[LIB-115] an ageing of a report opens on its day, with what was known and its currency', async () => {
  const asked = answer(listAgeing).with(() => ({ data: [] }));
  await renderScreen(<PortfolioScreen />, '/?cola=asof&hasta=2026-02-28&conocido=2026-03-05&moneda=USD');
  const filter = { by: 'client', asOf: '2026-02-28', knownOn: '2026-03-05', currency: 'USD' };
  await expect.poll(() => asked.map(({ query }) => query)).toEqual([filter]);
});

it('[DIN-84] lists all sold invoices by state, including those that have ended, with links to their pages, and exports them', async () => {
  const { clientId, clientRFC, entityName, companyId, receiverName, product, currency, total, dueDate } = anInvoice(1);
  const parties = { clientId, clientRFC, entityName, companyId, receiverName, product, currency, total, dueDate };
  const sold = { ...parties, documentId: idOf(1), folio: 'A1', saleId: idOf(6), numberOfSale: 4 };
  const paid = {
    ...sold,
    state: 'paid',
    deposit: '100920.00',
    depositedOn: '2026-01-10',
    endedOn: '2026-02-28',
  } as const;
  const withdrawn = {
    ...paid,
    documentId: idOf(2),
    folio: 'A2',
    state: 'withdrawn',
    depositedOn: null,
    endedOn: null,
  } as const;
  const asked = answer(listSoldInvoices).with(({ query }) => ({
    data: query.state === 'overdue' ? [] : [paid, withdrawn],
    next: null,
  }));
  const screen = await renderScreen(<PortfolioScreen />, '/?cola=sold');
  const table = screen.getByRole('grid', { name: 'Facturas vendidas' });
  await expect
    .element(table.getByRole('row').nth(1))
    .toMatchTextContent(
      /28\/02\/2026.*A1.*Venta 4.*Liquidada.*Terminó 28\/02\/2026.*Aceros Ñandú.*Liverpool.*MXN 100,920.00.*MXN 116,000.00/,
    );
  await expect.element(table.getByRole('link', { name: 'A1' })).toHaveAttribute('href', `/lender/portfolio/${idOf(1)}`);
  await expect.element(table.getByRole('link', { name: 'A2' })).not.toBeInTheDocument();
  const exported = answer(exportSoldInvoices).with(() => new Response('Cliente'));
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.poll(() => exported.map(({ query }) => query)).toEqual([{ format: 'xlsx' }]);
  await screen.getByRole('combobox', { name: 'Estado' }).selectOptions('Vencida');
  await expect.element(screen.getByText('Ninguna factura coincide')).toBeVisible();
  expect(asked.at(-1)?.query).toEqual({ state: 'overdue' });
  answer(listSoldInvoices).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible.'));
  await screen.getByRole('combobox', { name: 'Estado' }).selectOptions('Castigada');
  await expect.element(screen.getByText('No se pudieron leer las facturas vendidas')).toBeVisible();
});

it('[DIN-54] on the page of a client its invoices in credit stand with their ages, without its name', async () => {
  const screen = await renderScreen(<OwedOf of={{ clientId: idOf(8) }} />);
  const card = screen.getByRole('region', { name: 'Facturas en crédito' });
  await expect.element(card.getByText('MXN 116,000.00 · 1 factura')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'A1' })).toHaveAttribute('href', `/lender/portfolio/${idOf(1)}`);
  await expect.element(card.getByRole('columnheader', { name: 'Cliente' })).not.toBeInTheDocument();
});
