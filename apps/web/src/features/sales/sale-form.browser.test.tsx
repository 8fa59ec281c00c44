import { getCreditInformation } from '@anticipa/contract/credit';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { savePaymentHabit } from '@anticipa/contract/receivers';
import { presell, setAsPreSell } from '@anticipa/contract/sales';
import { defaultWeekDays } from '@anticipa/domain/calendar';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCreditAnswer, aCreditLine, anInvoice, anOpenInvoice, aProduct } from '../../lib/test-builders.ts';
import { openListOf } from '../../testing/open-list.ts';
import { serve } from '../../testing/sale-server.ts';
import { accept, toList } from '../../testing/sale-steps.ts';
import { answer, Refusal } from '../../testing/server.ts';

describe('[VTA-08] one term for all clients', () => {
  it('keeps the dates written by hand, names them and gives them back', async () => {
    await serve();
    answer(getCreditInformation).with(() => aCreditAnswer());
    const invoices = ['ZAC020202BB2', 'YUC030303CC3'].map((receiverRFC, index) =>
      anInvoice({ documentId: `00000000-0000-4000-8000-00000000001${index}`, receiverRFC, receiverName: receiverRFC }),
    );
    answer(listOpenInvoices).with(() => openListOf(invoices));
    answer(presell).with(() => ({ data: { today: '2026-03-02', items: [], groups: [], credit: [], failures: [] } }));
    const screen = await toList();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar todo (2)' }));
    await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
    const date = screen.getByLabelText(/^Fecha de pago de la factura/).first();
    await userEvent.fill(date, '24/04/2026');
    const headings = screen.getByRole('dialog', { name: 'VENDER FACTURAS' }).element().querySelectorAll('th');
    expect([...headings].filter(({ textContent }) => textContent === '')).toEqual([]);
    const all = screen.getByRole('region', { name: 'Plazo y días para todos los clientes' });
    await userEvent.fill(all.getByLabelText('Plazo de pago en días'), '60');
    await userEvent.click(screen.button('Aplicar a todos'));
    await expect.element(all.getByText('1 fecha escrita a mano se conservó.')).toBeVisible();
    await expect.element(date).toHaveValue('24/04/2026');
    await userEvent.click(all.getByRole('button', { name: 'Usar las fechas calculadas' }));
    await expect.element(date).not.toHaveValue('24/04/2026');
    await expect.element(all.getByText(/escrita a mano/)).not.toBeInTheDocument();
  });
});

describe('[VTA-15] what is known of a receiver is not asked', () => {
  const of = (number: number, over: Parameters<typeof anOpenInvoice>[0]) =>
    anOpenInvoice({
      documentId: `00000000-0000-4000-8000-00000000003${number}`,
      receiverName: over?.receiverRFC ?? '',
      emittedOn: '2026-03-09',
      ...over,
    });
  const weekDays = { ...defaultWeekDays, monday: true };
  const open = async (invoices: ReturnType<typeof of>[]) => {
    await serve();
    answer(getCreditInformation).with(() => aCreditAnswer({ today: '2026-03-10' }));
    answer(listOpenInvoices).with(() => openListOf(invoices));
    answer(presell).with(() => ({ data: { today: '2026-03-10', items: [], groups: [], credit: [], failures: [] } }));
    const screen = await toList();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Seleccionar todo/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
    return screen;
  };

  it.each([
    [{ source: 'saved', term: 60, weekDays }, 'Paga a 60 días, los lunes y viernes · como lo guardaste'],
    [{ source: 'invoice', term: 1, weekDays: defaultWeekDays }, 'Paga a 1 día, los viernes · según la factura'],
    [
      { source: 'policy', term: 30, weekDays },
      'Paga a 30 días, los lunes y viernes · según su acuerdo con la financiera',
    ],
    [{ source: 'observed', term: 44, weekDays: defaultWeekDays }, 'Paga a 44 días, los viernes · como suele pagarte'],
  ] as const)('names the source of what is known: %j', async (habit, text) => {
    const screen = await open([of(1, { receiverRFC: 'OAX040404DD4', habit })]);
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(screen.getByLabelText('Plazo de pago en días')).not.toBeInTheDocument();
    await userEvent.click(screen.button('Cambiar'));
    const term = screen.getByLabelText('Plazo de pago en días');
    await expect.element(term).toHaveFocus();
    await expect.element(term).toHaveValue(String(habit.term));
  });

  it('the date follows from it, and only an unknown receiver is asked', async () => {
    const screen = await open([
      of(1, { receiverRFC: 'OAX040404DD4', habit: { source: 'saved', term: 60, weekDays } }),
      of(2, { receiverRFC: 'TAB050505EE5', total: '1000.00' }),
    ]);
    // Sixty days after the emission is a Friday.
    const dates = screen.getByLabelText(/^Fecha de pago de la factura/);
    await expect.element(dates.first()).toHaveValue('08/05/2026');
    const panel = screen.getByRole('table', { name: 'Facturas de TAB050505EE5 en esta venta' });
    await expect.element(panel).toBeVisible();
    expect(screen.getByLabelText('Plazo de pago en días').elements()).toHaveLength(2);
    await userEvent.click(screen.button('Vender mis facturas'));
    const wrong = screen.getByRole('alert');
    await expect.element(wrong.getByRole('link', { name: 'TAB050505EE5' })).toBeVisible();
    await expect.element(wrong.getByRole('link', { name: 'OAX040404DD4' })).not.toBeInTheDocument();
  });
});

describe('[VTA-15] the payment days of a receiver', () => {
  const open = (over: Parameters<typeof anOpenInvoice>[0] = {}) =>
    anOpenInvoice({ Product: { code: 'BI', name: 'Anticipo Índice' }, ...over });

  it('asks for payment days once, and the sale saves them', async () => {
    await serve({ product: 'BI', open: open() });
    const saved = answer(savePaymentHabit).with(({ body }) => ({
      data: { ...body, razonSocial: body.razonSocial ?? '', clientId: crypto.randomUUID() },
    }));
    const screen = await toList();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Seleccionar las facturas/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
    await userEvent.fill(screen.getByLabelText('Plazo de pago en días'), '50');
    await expect.element(screen.getByText('Precio confirmado')).toBeVisible();
    await userEvent.click(screen.button('Vender mis facturas'));
    await userEvent.click(screen.button('Confirmar los datos'));
    expect(saved).toEqual([]);
    await accept(screen);
    await expect.element(screen.button('Dar seguimiento')).toBeVisible();
    await expect
      .poll(() => saved.map(({ body }) => body))
      .toEqual([{ rfc: 'CNA010101AAA', razonSocial: 'Comercial Ñandú', paymentDays: 50, weekDays: defaultWeekDays }]);
  });

  it('known payment days leave five clicks and no field to sell to the clients of the last sale', async () => {
    const known = { source: 'saved', term: 50, weekDays: defaultWeekDays } as const;
    await serve({ product: 'BI', open: open({ habit: known, isOfLastSale: true }) });
    const mine = open({ habit: known, isOfLastSale: true });
    const other = open({ documentId: crypto.randomUUID(), receiverRFC: 'ZAC020202BB2' });
    answer(listOpenInvoices).with(() => openListOf([mine, other]));
    const screen = await toList();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Clientes de tu última venta (1)' }));
    await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
    await userEvent.click(screen.button('Vender mis facturas'));
    await userEvent.click(screen.button('Confirmar los datos'));
    await accept(screen);
    await expect.element(screen.button('Dar seguimiento')).toBeVisible();
  });
});

it('[VTA-07] [VTA-09] what has to be filled in is named before the sale, which can do without', async () => {
  await serve();
  const invoice = (number: number, code: 'BI' | 'FB', receiverRFC: string) =>
    anInvoice({
      documentId: `00000000-0000-4000-8000-00000000004${number}`,
      folio: String(number),
      receiverRFC,
      receiverName: receiverRFC,
      Product: { code, name: code },
    });
  const factored = [1, 2, 3].map((number) => invoice(number, 'FB', number < 3 ? 'ZAC020202BB2' : 'YUC030303CC3'));
  const stated = { ...invoice(5, 'FB', 'ZAC020202BB2'), purchaseOrder: 'OC5', orderSource: 'addenda' } as const;
  answer(getCreditInformation).with(() =>
    aCreditAnswer({
      products: (['BI', 'FB'] as const).map((product) => aProduct({ product, displayName: product })),
      lines: (['BI', 'FB'] as const).map((product) => aCreditLine({ product, creditLineId: crypto.randomUUID() })),
    }),
  );
  answer(listOpenInvoices).with(() => openListOf([...factored, invoice(4, 'BI', 'OAX040404DD4'), stated]));
  answer(presell).with(() => ({ data: { today: '2026-03-02', items: [], groups: [], credit: [], failures: [] } }));
  const held = answer(setAsPreSell).with(() => new Refusal(409, 'SALE_STATE_CONFLICT', 'La venta ya no está.'));
  const screen = await toList();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar todo (5)' }));
  await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
  const sale = screen.getByRole('dialog', { name: 'VENDER FACTURAS' });
  await expect.element(sale.getByText('faltan 2 órdenes de compra')).toBeVisible();
  await expect.element(sale.getByText(/· faltan 3 órdenes de compra · falta 1 plazo$/)).toBeVisible();
  const order = sale.getByLabelText('Orden de compra de la factura A-5');
  await expect.element(order).toHaveAccessibleDescription('Leída de la addenda');
  const term = sale.getByLabelText('Plazo de pago en días').last();
  await expect.element(term).toBeRequired();
  await expect.element(sale.getByText(/^Obligatorio para vender/)).toBeVisible();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', 'Folio\tOrden\nA-1\tOC1\nA-2\tOC2\nA-9\tOC9');
  sale
    .getByLabelText('Órdenes desde Excel')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(sale.getByText('Se llenaron 2 órdenes de compra. No están en esta venta: A-9.')).toBeVisible();
  await expect.element(sale.getByText('falta 1 orden de compra', { exact: true })).toBeVisible();
  await userEvent.fill(term, '60');
  await userEvent.click(sale.getByRole('button', { name: 'Vender las 4 sin orden' }));
  await expect
    .poll(() => held.map(({ body }) => body.documents.map(({ documentId }) => documentId.slice(-1))))
    .toEqual([['1', '2', '5', '4']]);
  await expect.element(screen.getByText(/^1 factura sin su orden de compra quedó fuera/).first()).toBeVisible();
});

it('[VTA-07] an open sale keeps its order when other invoices arrive, so that no field moves while it is filled', async () => {
  await serve();
  await page.viewport(390, 844);
  const invoice = (number: number, receiverRFC: string, total: string) =>
    anInvoice({
      documentId: `00000000-0000-4000-8000-00000000002${number}`,
      folio: String(number),
      receiverRFC,
      receiverName: receiverRFC,
      total,
      purchaseOrder: 'OC1',
      Product: { code: 'FB', name: 'Factoraje' },
    });
  const invoices = [invoice(1, 'ZAC020202BB2', '2000.00'), invoice(2, 'YUC030303CC3', '1000.00')];
  const read = answer(listOpenInvoices).with(() => openListOf(invoices));
  answer(presell).with(() => ({ data: { today: '2026-03-10', items: [], groups: [], credit: [], failures: [] } }));
  answer(setAsPreSell).with(() => new Refusal(409, 'SALE_STATE_CONFLICT', 'La venta ya no está en este paso.'));
  const screen = await toList({ invalidFiles: <p>2 archivos no se pueden vender</p> });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar todo (2)' }));
  await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
  const orders = screen.getByLabelText(/^Orden de compra de la factura/);
  await expect.poll(() => orders.elements().length).toBe(2);
  await expect.element(screen.getByText('2 archivos no se pueden vender')).toBeVisible();
  const idsOf = () => orders.elements().map(({ id: field }) => field);
  const before = idsOf();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', 'oc 1\r\noc 2\r\n');
  orders
    .first()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(orders.first()).toHaveValue('oc 1');
  await expect.element(orders.last()).toHaveValue('OC1');
  await expect
    .element(screen.getByText('Se pegó 1 orden de compra. Sobró 1: no hay más facturas abajo.').first())
    .toBeVisible();
  invoices.push(invoice(3, 'YUC030303CC3', '90000.00'));
  const earlier = read.length;
  await userEvent.click(screen.button('Vender mis facturas'));
  await expect.poll(() => read.length).toBeGreaterThan(earlier);
  await userEvent.fill(orders.first(), 'oc 2026');
  await userEvent.fill(orders.last(), 'oc 2027');
  await expect.element(screen.getByText('Seleccionar todo (3)')).toBeInTheDocument();
  expect(idsOf()).toEqual(before);
  expect(orders.elements().map((field) => field instanceof HTMLInputElement && field.value)).toEqual([
    'oc 2026',
    'oc 2027',
  ]);
  await page.viewport(1280, 800);
});
