import { getCreditInformation } from '@anticipa/contract/credit';
import { exportTable } from '@anticipa/contract/exports';
import { downloadFile } from '@anticipa/contract/files';
import { countInvoices, deleteInvoice, type Invoice, listInvoices } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { getPaymentInstructions, getPaymentReference, setPaymentReference } from '@anticipa/contract/references';
import type { ResponseOf } from '@anticipa/contract/route';
import { type RejectionMotive, rejectionMotives } from '@anticipa/domain/motives';
import { useLocation } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { aCreditAnswer, anInvoice, anInvoiceInCredit, aProduct } from '../lib/test-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { skipWaits } from '../testing/skip-waits.ts';
import { HomeStatus } from './home-status.tsx';

type Count = ResponseOf<typeof countInvoices>['data'][number];

// A search applies at once.
skipWaits('typing');
beforeEach(() => signInAs(aUser()));

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const aCount = (over: Partial<Count>): Count => ({
  product: 'BI',
  status: 30,
  count: 1,
  totalMXN: '0.00',
  totalUSD: '0.00',
  firstEmitted: '2026-02-20',
  firstDue: null,
  overdue: 0,
  ...over,
});

function Address() {
  const { href } = useLocation();
  return <output aria-label="Dirección">{href}</output>;
}

async function show(address: string, invoices: readonly Invoice[] = [], counts: readonly Count[] = []) {
  const now = { counts };
  answer(getCreditInformation).with(() =>
    aCreditAnswer({ products: [aProduct(), aProduct({ product: 'FB', displayName: 'Factoraje' })] }),
  );
  answer(countInvoices).with(() => ({ data: [...now.counts] }));
  const calls = answer(listInvoices).with(() => ({ data: [...invoices] }));
  const screen = await renderScreen(
    <>
      <HomeStatus />
      <Address />
    </>,
    address,
  );
  return { screen, calls, now, address: screen.getByLabelText('Dirección') };
}

const motive = (code: RejectionMotive) =>
  ({ code, description: `Motivo ${code}`, remedy: 'Haz algo.', user: false }) as const;

/** Deleted ones are in a part of their own. */
const isForAdviser = {
  CURRENCY_UNSUPPORTED: false,
  TOTAL_NOT_POSITIVE: false,
  EMITTED_IN_FUTURE: false,
  EMITTED_TOO_OLD: false,
  ALREADY_FINANCED: true,
  REPLACED: false,
  REPLACES_SOLD: false,
  ADVANCE_RECEIVED: false,
  ADVANCE_APPLIED: false,
  PAID_BY_ADVANCE: false,
  CREDITED: false,
  RECEIVER_REJECTED: true,
  RECEIVER_DISABLED: true,
  ISSUER_LISTED: true,
  RECEIVER_LISTED: true,
  PPD_REQUIRED: false,
  CANCELLED_AT_TAX_AUTHORITY: false,
  CANCELLATION_IN_PROGRESS: false,
  UNKNOWN_AT_TAX_AUTHORITY: false,
  LENDER_DOCUMENTS: true,
  LENDER_PAYER_DECLINED: false,
  LENDER_RISK_LIMIT: false,
  PAYER_PAID: false,
  PAYER_CURRENCY_MISMATCH: false,
  PAYER_RESERVED_ELSEWHERE: false,
  PAYER_NOT_VALIDATED: false,
  PAYER_WITHHOLDS_PAYMENT: false,
  PAYER_SUPPLIER_DISABLED: false,
  PAYER_AMOUNT_DIFFERS: false,
  PAYER_NOT_REGISTERED: false,
  PAYER_NOT_ELIGIBLE: true,
} as const satisfies Record<Exclude<RejectionMotive, 'DELETED_BY_USER'>, boolean>;

/** The rows of the open table, without its headings. */
const rowsOf = (screen: Awaited<ReturnType<typeof show>>['screen']) =>
  screen
    .getByRole('dialog')
    .getByRole('row')
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);

it('[EST-01] shows each status of a product with its totals and next step, and opens its table', async () => {
  const { screen, calls, address } = await show(
    '/',
    [anInvoiceInCredit({ Product: { code: 'FB', name: 'Factoraje' } })],
    [
      aCount({ status: 10, count: 1200, totalMXN: '100.00', firstEmitted: '2025-09-01' }),
      aCount({ count: 2, totalMXN: '116000.00', totalUSD: '10.00', firstDue: '2026-03-05' }),
      aCount({ status: 0, totalMXN: '5.00' }),
      aCount({ product: 'FB', count: 3, overdue: 1, firstDue: '2026-02-27' }),
      aCount({ status: 40, count: 9 }),
    ],
  );
  const donut = screen.getByRole('table', { name: 'Facturas de Anticipo Índice por estado' });
  await expect.element(donut).toBeVisible();
  expect(
    donut
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Pendientes1,200MXN 100.00',
    'Autorizadas0',
    'En Validación0',
    'En crédito2MXN 116,000.00USD 10.00',
    'Rechazadas1MXN 5.00',
  ]);
  const tabs = screen.getByRole('tab');
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual(['Anticipo Índice1,203', 'Factoraje3']);
  const steps = screen.getByRole('region', { name: 'Qué sigue' }).getByRole('listitem');
  await expect
    .element(steps.nth(0))
    .toMatchTextContent(
      /^PendientesLe toca a la financiera .* Algunas ya no se pueden vender: su pago pasaría de 180 días/,
    );
  await expect
    .element(steps.nth(1))
    .toMatchTextContent(/^En créditoLe toca al pagador .* La primera vence el 05\/03\/2026 \(en 3 días\)\.$/);
  await expect
    .element(steps.nth(2))
    .toMatchTextContent(/^RechazadasTe toca a ti Revisa el motivo de cada una y qué hacer\. Las de hoy/);
  await tabs.nth(0).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tabs.nth(1)).toHaveFocus();
  await expect.element(address).toHaveTextContent('/?producto=FB');
  await expect.element(steps).toMatchTextContent(/Te toca a ti .*causan recargos desde el día siguiente\. 1 vencida\./);
  await screen
    .getByRole('table', { name: 'Facturas de Factoraje por estado' })
    .getByRole('button', { name: 'En crédito' })
    .click();
  await expect.element(address).toHaveTextContent('/?producto=FB&estado=credito');
  await expect.element(screen.getByRole('dialog').getByRole('link', { name: 'A-12' })).toBeVisible();
  expect(calls.map(({ query }) => query.status)).toEqual([[30]]);
  await userEvent.keyboard('{Escape}');
  await expect.element(address).toHaveTextContent('/?producto=FB');
});

describe('[EST-02] the columns of a status table', () => {
  it('the columns in validation are price and sale, with the calculation of the deposit', async () => {
    const { screen } = await show('/?estado=validacion', [anInvoiceInCredit({ status: 25, numberOfSale: 7 })]);
    await expect.element(screen.getByRole('dialog').getByRole('grid')).toBeVisible();
    expect(rowsOf(screen)).toEqual([
      'A-12Comercial ÑandúCNA010101AAAMXN 116,000.00MXN 99,760.0001/05/20267XML',
      'Total de 1 facturaMXN 116,000.00MXN 99,760.00',
    ]);
    await screen.getByRole('button', { name: 'MXN 99,760.00' }).click();
    await expect
      .element(screen.getByRole('dialog', { name: 'Cómo se calcula el depósito' }))
      .toHaveTextContent(
        'Cómo se calcula el depósitoImporte de la facturaMXN 116,000.00− Aforo (10 %)MXN 11,600.00− InterésMXN 4,640.00Depósito en tu cuentaMXN 99,760.00El IVA del interés (MXN 742.40) se liquida contra el aforo al final.',
      );
  });

  it('the columns in credit are due light, amount to pay today and reference, the first due first; the interest opens to its calculation', async () => {
    onTestFinished(() => localStorage.clear());
    localStorage.setItem('anticipa.columns.credito', 'interest');
    const overdue = { dueDate: '2026-03-01', amountDue: '116154.67', paidAutomatically: true };
    const soon = { dueDate: '2026-03-05', paymentReference: 'AN110000000141' };
    const { screen } = await show('/?estado=credito', [
      anInvoiceInCredit({ documentId: idOf(1), folio: '1' }),
      anInvoiceInCredit({ documentId: idOf(2), folio: '2', ...overdue }),
      anInvoiceInCredit({ documentId: idOf(3), folio: '3', ...soon }),
    ]);
    await expect.element(screen.getByRole('dialog').getByRole('grid')).toBeVisible();
    const rest = 'MXN 4,640.00XML';
    expect(rowsOf(screen).slice(0, 3)).toEqual([
      `A-2Comercial ÑandúCNA010101AAAMXN 116,000.0001/03/2026ayerVencidaMXN 116,154.67Pago automáticoVer CLABE${rest}`.replace(
        'A-2',
        'La factura se paga automáticamente y no necesita referencia.A-2',
      ),
      `La factura ya tiene una referencia de pago.A-3Comercial ÑandúCNA010101AAAMXN 116,000.0005/03/2026en 3 díasPor vencerMXN 116,000.00AN110000000141${rest}`,
      `A-1Comercial ÑandúCNA010101AAAMXN 116,000.0001/05/2026en 60 díasAl corrienteMXN 116,000.00Sin referencia${rest}`,
    ]);
    await screen.getByRole('button', { name: 'MXN 4,640.00' }).first().click();
    await expect
      .element(screen.getByRole('dialog', { name: 'Cómo se calcula el interés' }))
      .toHaveTextContent(
        'Cómo se calcula el interésImporte de la facturaMXN 116,000.00Días60 díasTasa anual24 %Días del año360Interés, sin IVAMXN 4,640.00Importe × días × tasa ÷ días del año.',
      );
  });

  it('the columns for sale name the last day; those of rejected ones the motive, and the adviser where only they can help', async () => {
    const first = await show('/?estado=autorizadas', [
      anInvoice({ documentId: idOf(1), folio: '1', emittedOn: '2026-02-02' }),
      anInvoice({ documentId: idOf(2), folio: '2', emittedOn: '2025-08-01', verification: 'pending' }),
    ]);
    await expect.element(first.screen.getByRole('dialog').getByRole('grid')).toBeVisible();
    expect(rowsOf(first.screen).slice(0, 2)).toEqual([
      'A-1Comercial ÑandúCNA010101AAAMXN 116,000.0030/07/202602/02/2026VigenteXML',
      'A-2Comercial ÑandúCNA010101AAAMXN 116,000.00Ya no se puede vender01/08/2025Verificación pendienteXML',
    ]);
    await first.screen.unmount();
    const { screen } = await show('/?estado=rechazadas', [
      anInvoice({
        documentId: idOf(1),
        folio: '1',
        status: 0,
        rejectedDate: '2026-01-02',
        motive: motive('PPD_REQUIRED'),
      }),
      anInvoice({
        documentId: idOf(2),
        folio: '2',
        status: 0,
        rejectedDate: '2026-01-03',
        motive: motive('LENDER_DOCUMENTS'),
      }),
    ]);
    // The first part with an invoice.
    await expect.element(screen.getByRole('button', { name: /^Anteriores/ })).toHaveAttribute('aria-pressed', 'true');
    expect(rowsOf(screen).slice(0, 2)).toEqual([
      'A-1Comercial ÑandúCNA010101AAAMXN 116,000.00Motivo PPD_REQUIREDHaz algo. 02/01/2026XML',
      'A-2Comercial ÑandúCNA010101AAAMXN 116,000.00Motivo LENDER_DOCUMENTSHaz algo. Escribirle por WhatsApp03/01/2026XML',
    ]);
    const href = screen.getByRole('link', { name: 'Escribirle por WhatsApp' }).element().getAttribute('href') ?? '';
    expect(decodeURIComponent(href)).toBe(
      'https://wa.me/525512345678?text=Hola, tengo una duda sobre la factura A-2: Motivo LENDER_DOCUMENTS.',
    );
  });
});

it('offers the adviser for exactly the motives that only they can settle', async () => {
  const { screen } = await show(
    '/?estado=rechazadas',
    rejectionMotives.map((code, index) =>
      anInvoice({
        documentId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        folio: String(index),
        status: 0,
        rejectedDate: '2026-01-02',
        motive: motive(code),
      }),
    ),
  );
  await expect.element(screen.getByText('Motivo PPD_REQUIRED')).toBeVisible();
  const named = rowsOf(screen).flatMap((row) => {
    const code = rejectionMotives.find((one) => row?.includes(`Motivo ${one}Haz`));
    return code ? [[code, row?.includes('Escribirle por WhatsApp') ?? false]] : [];
  });
  expect(Object.fromEntries(named)).toEqual(isForAdviser);
});

it('[EXP-01] exports the product and the currency shown', async () => {
  const exported = answer(exportTable).with(() => new Refusal(422, 'NOTHING_TO_EXPORT', 'No hay datos'));
  const { screen } = await show('/?producto=FB&estado=validacion&moneda=USD', [
    anInvoiceInCredit({ status: 25, currency: 'USD', Product: { code: 'FB', name: 'Factoraje' } }),
  ]);
  await screen.getByRole('button', { name: 'Exportar' }).click();
  await screen.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect
    .poll(() => exported.map(({ params, query }) => ({ ...params, ...query })))
    .toEqual([{ table: 'validation', format: 'csv', product: 'FB', currency: 'USD' }]);
});

it('[EST-02] keeps product, search and part of a table in its address while another filter changes', async () => {
  const factored = (over: Partial<Invoice>) =>
    anInvoice({ status: 0, rejectedDate: '2026-01-02', Product: { code: 'FB', name: 'Factoraje' }, ...over });
  const { screen, address } = await show('/?producto=FB&estado=rechazadas&buscar=A', [
    factored({ documentId: idOf(1), folio: '1' }),
    factored({ documentId: idOf(2), folio: '2', currency: 'USD', rejectedDate: '2026-03-01' }),
  ]);
  await screen.getByRole('group', { name: 'Moneda' }).getByRole('button', { name: /^USD/ }).click();
  await expect.element(address).toHaveTextContent('/?producto=FB&estado=rechazadas&moneda=USD&buscar=A');
  await screen.getByRole('button', { name: /^Anteriores/ }).click();
  await expect.element(address).toHaveTextContent('/?producto=FB&estado=rechazadas&moneda=USD&ver=anteriores');
});

it('[EST-02] saves the file of a row under its name, and explains one that cannot be read', async () => {
  const saved: string[] = [];
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    saving.mockRestore();
    logged.mockRestore();
  });
  const files = answer(downloadFile).with(() => new Response('<a/>'));
  const { screen } = await show('/?estado=autorizadas', [anInvoice({ fileId: idOf(9), fileName: 'F-9.xml' })]);
  const download = screen.getByRole('button', { name: 'Descargar el XML de la factura A-12' });
  await download.click();
  await expect.poll(() => saved).toEqual(['F-9.xml']);
  expect(files.map(({ params }) => params.id)).toEqual([idOf(9)]);
  answer(downloadFile).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
  await download.click();
  await expect.element(screen.getByText('No se pudo descargar el XML. Intenta de nuevo.').first()).toBeVisible();
});

it('[RPG-01] [RPG-03] chooses what can be paid by reference, keeps it under a filter, and clears it once made', async () => {
  const { screen } = await show('/?estado=credito', [
    anInvoiceInCredit({ documentId: idOf(1), folio: '1', amountDue: '1000.00' }),
    anInvoiceInCredit({ documentId: idOf(2), folio: '2', amountDue: '2000.00' }),
    anInvoiceInCredit({ documentId: idOf(3), folio: '3', paymentReference: 'AN110000000197' }),
  ]);
  const table = screen.getByRole('dialog');
  await table.getByRole('checkbox', { name: 'Seleccionar todo lo que se muestra' }).click();
  await expect.element(table.getByText('3 facturas · Selección: 2')).toBeVisible();
  await expect.element(table.getByText('MXN 3,000.00').first()).toBeVisible();
  await table.getByRole('checkbox', { name: 'Seleccionar A-3' }).click({ force: true });
  await expect.element(table.getByText('3 facturas · Selección: 2')).toBeVisible();
  await table.getByRole('searchbox').fill('A-1');
  await expect.element(table.getByText('1 factura de 3 facturas · Selección: 1')).toBeVisible();
  await table.getByRole('checkbox', { name: 'Seleccionar todo lo que se muestra' }).click();
  await expect.element(table.getByText('1 factura de 3 facturas', { exact: true })).toBeVisible();
  await expect.element(table.getByText('MXN 2,000.00').first()).toBeVisible();
  const made = answer(setPaymentReference).with(() => ({ paymentReference: 'AN1', rowsUpdated: 1, id: idOf(8) }));
  answer(getPaymentReference).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  answer(getPaymentInstructions).with(() => ({ data: [] }));
  await table.getByRole('button', { name: 'Generar referencia de pago' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Referencia de pago' })).toBeVisible();
  expect(made.map(({ body }) => body.invoices)).toEqual([[anInvoice().uuid]]);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('Selecciona las facturas que se van a pagar juntas.')).toBeVisible();
});

it('[EST-02] announces what the lender answered since the last reading, and leads to it', async () => {
  const { screen, now, address } = await show(
    '/?producto=BI&estado=autorizadas',
    [anInvoice()],
    [aCount({ product: 'FB', status: 25, count: 3 })],
  );
  await expect.element(screen.getByRole('link', { name: 'A-12' })).toBeVisible();
  answer(deleteInvoice).with(() => {
    now.counts = [aCount({ product: 'FB', status: 30, count: 1 }), aCount({ product: 'FB', status: 0, count: 2 })];
    return { deleted: true };
  });
  answer(listOpenInvoices).with(() => ({ products: [], receivers: [], invoices: [] }));
  await screen.getByRole('button', { name: 'Eliminar la factura A-12' }).click();
  await expect.element(screen.getByText('2 facturas de Factoraje fueron rechazadas.').first()).toBeVisible();
  const paid = screen.getByRole('alertdialog').filter({ hasText: '1 factura de Factoraje pasó a En crédito.' });
  await paid.getByRole('button', { name: 'Ver' }).click();
  await expect.element(address).toHaveTextContent('/?producto=FB&estado=credito');
});
