import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { presell, processPreSells, requestAuthorization, sendSummary, setAsPreSell } from '@anticipa/contract/sales';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { anInvoice, anOpenInvoice } from '../../lib/test-builders.ts';
import { openListOf } from '../../testing/open-list.ts';
import { item, sale, serve, terms } from '../../testing/sale-server.ts';
import { accept, toForm, toSummary, toTerms } from '../../testing/sale-steps.ts';
import { answer, Refusal } from '../../testing/server.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { currentDraft } from './use-draft.ts';
import { openSales } from './use-open-sales.ts';

// The price settles and calls are repeated at once; the terms take their time to be read.
skipWaits('retries');

/** A sale in progress is settled with the server; it must not reach the next test. */
afterEach(async () => {
  await cleanup();
  await expect.poll(() => openSales()).toEqual([]);
});

type Shown = Awaited<ReturnType<typeof toSummary>>;

const dialog = (screen: Shown) => screen.getByRole('dialog', { name: 'VENDER FACTURAS' });

describe('[RES-01] [RES-02] [RES-05] a sale', () => {
  it('shows in every step what it brings, and leads to itself at the end', async () => {
    const { mailed } = await serve();
    const followed: (readonly number[])[] = [];
    const screen = await toSummary({ onFollow: (numbers) => followed.push(numbers) });
    const table = screen.getByRole('grid');
    await expect.element(table).toBeVisible();
    expect(
      table
        .getByRole('row')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      'ReceptorFolioOrden de compraImporteEmisiónFecha de pagoDías de créditoRecibes',
      'Comercial ÑandúA-12OC1MXN 116,000.0002/03/202624/04/202645MXN 100,920.00',
    ]);
    await expect
      .element(screen.getByRole('complementary', { name: 'Resumen' }))
      .toHaveTextContent(
        'ResumenLlega en 4 a 6 días hábilesa más tardar el jueves 19a BBVA ••4821Factoraje en MXNRecibesMXN 100,920.00Costo (interés)MXN 3,480.0031.65 % anual efectivo, sin IVAIVA del interésMXN 556.80Te regresa al cobrarMXN 11,043.20Importe de 1 facturaMXN 116,000.00Si tu cliente paga tarde, los recargos son del 48 % anual.Si te pagan antes, el interés no cambia.',
      );
    await userEvent.click(screen.button('Confirmar los datos'));
    await expect
      .element(screen.getByText('Al aceptar vendes 1 factura y recibes MXN 100,920.00.', { exact: true }))
      .toBeVisible();
    await expect.element(screen.getByText(/^Hay recargos del 48 % anual sobre el importe/)).toBeVisible();
    await accept(screen);
    await expect.element(screen.getByText('El depósito llegará a tu cuenta en 4 a 6 días hábiles.')).toBeVisible();
    await expect
      .element(dialog(screen).getByRole('listitem').filter({ hasText: 'Factoraje en MXN' }))
      .toHaveTextContent('Factoraje en MXNVenta 12 · 1 factura · BBVA ••4821MXN 100,920.00');
    await expect.element(screen.getByText('Se envió una copia del resumen a ana@example.com.')).toBeVisible();
    expect(mailed.map(({ body }) => body)).toEqual([{ numberOfSales: [12], emails: ['ana@example.com'] }]);
    expect(currentDraft().chosen).toEqual(new Set());
    await userEvent.click(screen.button('Dar seguimiento'));
    await expect.element(dialog(screen)).not.toBeInTheDocument();
    expect(followed).toEqual([[12]]);
  });

  it('sends no copy that was not asked for', async () => {
    const { mailed } = await serve();
    const screen = await toSummary();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Enviar copia a mi correo (ana@example.com)' }));
    await userEvent.click(screen.button('Confirmar los datos'));
    await expect.element(screen.button('Sí, acepto')).toBeVisible();
    await accept(screen);
    await expect.element(screen.getByText('Qué sigue')).toBeVisible();
    await expect.element(screen.getByText(/^Se envió una copia/)).not.toBeInTheDocument();
    expect(mailed).toEqual([]);
  });

  it('[RES-03] is complete although its copy could not be sent, which is not claimed', async () => {
    await serve();
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const refused = answer(sendSummary).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera.'));
    const screen = await toTerms();
    await accept(screen);
    await expect.element(screen.getByText('Qué sigue')).toBeVisible();
    await expect.element(screen.getByText(/^Se envió una copia/)).not.toBeInTheDocument();
    expect([refused.length, logged.mock.calls.length]).toEqual([1, 1]);
  });

  it('promises the deposit by the hour of its acceptance on the clock of the server', async () => {
    const habit = {
      source: 'saved',
      term: 50,
      weekDays: { monday: false, tuesday: false, wednesday: false, thursday: false, friday: true },
    } as const;
    const { now } = await serve({ product: 'BI', open: anOpenInvoice({ habit }) });
    const screen = await toTerms();
    await expect.element(screen.getByText('Llega en menos de 4 horas')).toBeVisible();
    now.instant = '2026-03-10T20:01:00Z';
    await accept(screen);
    await expect.element(screen.getByText(/menos de 24 horas/).first()).toBeVisible();
  });
});

describe('[RES-03] a step of a sale that the server refused', () => {
  it('offers to read the terms again, and no cancelling of a sale that was not sent', async () => {
    await serve();
    const shown = answer(processPreSells).with(() => ({ sales: [sale('quoted')], terms }));
    answer(requestAuthorization).with(() => new Refusal(422, 'TERMS_NOT_ACCEPTED', 'Los términos cambiaron.'));
    const screen = await toTerms();
    await accept(screen);
    await expect.element(screen.getByText('Los términos cambiaron.').first()).toBeVisible();
    await expect.element(screen.button('No')).toBeVisible();
    await expect.element(screen.button('Volver al resumen')).toBeVisible();
    await userEvent.click(screen.button('Leer los términos de nuevo'));
    await expect.poll(() => shown.length).toBe(2);
    await expect.element(screen.button('Leer los términos de nuevo')).not.toBeInTheDocument();
  });

  it('[RES-04] an expired step leads back to the invoices, and nothing stays held', async () => {
    const { cancelled, now } = await serve();
    answer(requestAuthorization).with(() => new Refusal(409, 'SALE_EXPIRED', 'El tiempo terminó.'));
    const screen = await toTerms();
    await accept(screen);
    await userEvent.click(screen.button('Volver a las facturas'));
    await expect.element(screen.button('Vender mis facturas')).toBeVisible();
    expect(cancelled.map(({ body }) => body)).toEqual([{ numberOfSales: [12], onlyHeld: true }]);
    expect([now.state, openSales()]).toEqual(['cancelled', []]);
    // The typed and chosen values are still there.
    await expect.element(screen.getByLabelText(/^Orden de compra de la factura/)).toHaveValue('OC1');
  });

  it('[VTA-14] names the invoices in its way, takes them out on request and keeps the others', async () => {
    await serve();
    const other = anInvoice({
      documentId: '00000000-0000-4000-8000-000000000007',
      Product: { code: 'FB', name: 'Factoraje' },
      purchaseOrder: 'OC7',
      folio: '7',
    });
    const open = anInvoice({ Product: { code: 'FB', name: 'Factoraje' }, purchaseOrder: 'OC1' });
    answer(listOpenInvoices).with(() => openListOf([open, other]));
    answer(presell).with(({ body }) => {
      const items = body.documents.map(({ documentId }) => ({ ...item, documentId }));
      return { data: { today: '2026-03-10', items, groups: [], credit: [], failures: [] } };
    });
    const held = answer(setAsPreSell).with(
      () =>
        new Refusal(409, 'INVOICE_ALREADY_IN_SALE', 'La factura ya está en otra venta.', [
          { path: other.documentId, code: 'INVOICE_ALREADY_IN_SALE', message: 'Está en la venta 9.' },
        ]),
    );
    const screen = await toSummary();
    await expect.element(screen.getByText('A-7, Comercial Ñandú: Está en la venta 9.')).toBeVisible();
    await userEvent.click(screen.button('Quitar 1 factura y continuar'));
    await expect.element(screen.getByText('1 factura · Recibes MXN 100,920.00')).toBeVisible();
    expect([...currentDraft().chosen]).toEqual([open.documentId]);
    await expect.element(screen.getByText('A-7, Comercial Ñandú: Está en la venta 9.')).not.toBeInTheDocument();
    expect(held[0]?.body.documents.map(({ documentId }) => documentId).toSorted()).toEqual(
      [open.documentId, other.documentId].toSorted(),
    );
  });
});

it('[RES-04] an acceptance without an answer is withdrawn as a whole on request', async () => {
  const { now, cancelled } = await serve();
  answer(requestAuthorization).with(() => {
    now.state = 'requested';
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const screen = await toTerms();
  await accept(screen);
  await userEvent.click(screen.button('Cancelar la venta que enviaste'));
  await expect.poll(() => now.state).toBe('cancelled');
  expect(cancelled.map(({ body }) => body)).toEqual([{ numberOfSales: [12] }]);
});

describe('[RES-04] going back', () => {
  it('going back from the terms keeps the hold, and from the summary gives it back', async () => {
    const { cancelled, held } = await serve();
    const screen = await toTerms();
    await userEvent.click(screen.button('Volver al resumen'));
    await expect.element(screen.button('Confirmar los datos')).toBeVisible();
    expect(cancelled).toEqual([]);
    await userEvent.click(screen.button('Regresar y corregir'));
    await expect.element(screen.button('Vender mis facturas')).toBeVisible();
    expect(cancelled.map(({ body }) => body)).toEqual([{ numberOfSales: [12], onlyHeld: true }]);
    expect(held).toHaveLength(1);
  });

  it('Escape does not go back while the terms are shown', async () => {
    await serve();
    const screen = await toTerms();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog', { name: 'Términos y Condiciones' })).toBeVisible();
    await expect.element(screen.button('Cerrar')).not.toBeInTheDocument();
  });
});

it('[RES-04] the end of a hold is shown when its time is over', async () => {
  const { now } = await serve();
  now.instant = '2026-03-10T17:29:58.500Z';
  const screen = await toSummary();
  await expect.element(screen.getByText('El tiempo para confirmar terminó.')).toBeVisible();
  await expect.element(screen.getByText(/^Quedan/)).not.toBeInTheDocument();
});

describe('[RES-06] the price of the server', () => {
  const quoteOf = (over: Partial<typeof item>) => ({
    data: { today: '2026-03-10', items: [{ ...item, ...over }], groups: [], credit: [], failures: [] },
  });
  it('a price that differs is named until the choice changes', async () => {
    await serve();
    answer(presell).with(() => quoteOf({ comision: '3481.00', initialDeposit: '100919.00' }));
    const screen = await toForm();
    await expect.element(screen.getByText('El precio cambió en 1 factura; ya lo actualizamos.')).toBeVisible();
    answer(presell).with(() => quoteOf({}));
    await userEvent.fill(screen.getByLabelText(/^Orden de compra de la factura/), 'OC2');
    await expect.element(screen.getByText('Precio confirmado')).toBeVisible();
  });

  it('an unknown price is confirmed later; what it refuses is shown beside the invoice', async () => {
    await serve();
    answer(presell).with(() => new Refusal(422, 'INVALID_REQUEST', 'No.'));
    const first = await toForm();
    await expect.element(first.getByText('Todavía no confirmamos el precio. Lo confirmamos al vender.')).toBeVisible();
    await first.unmount();
    const failure = { path: item.documentId, code: 'INVOICE_REJECTED', message: 'No pasó la revisión.' };
    answer(presell).with(() => ({ data: { ...quoteOf({}).data, items: [], failures: [failure] } }));
    const screen = await toForm();
    await expect.element(screen.getByText('Falta confirmar el precio de 1 factura')).toBeVisible();
    await expect.element(screen.getByText('No pasó la revisión.')).toBeVisible();
    await expect.element(screen.getByText('1 por corregir')).toBeVisible();
  });
});
