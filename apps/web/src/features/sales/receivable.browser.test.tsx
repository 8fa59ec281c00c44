import { getCreditInformation } from '@anticipa/contract/credit';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { presell } from '@anticipa/contract/sales';
import { listPreparedSales } from '@anticipa/contract/to-accept';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer, aCreditLine, anInvoice, aPreparedSale, aProduct } from '../../lib/test-builders.ts';
import { openListOf } from '../../testing/open-list.ts';
import { renderTiles } from '../../testing/render-tiles.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { currentDraft } from './use-draft.ts';

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

async function show(
  invoices: Parameters<typeof openListOf>[0],
  credit: Parameters<typeof aCreditAnswer>[0] = {},
  user: Parameters<typeof aUser>[0] = {},
) {
  await signInAs(aUser({ userId: crypto.randomUUID(), ...user }));
  answer(getCreditInformation).with(() => aCreditAnswer(credit));
  answer(listOpenInvoices).with(() => openListOf(invoices));
  answer(presell).with(() => ({ data: { today: '2026-03-02', items: [], groups: [], credit: [], failures: [] } }));
  return await renderTiles();
}

describe('what can be received today', () => {
  const noAccount = { product: 'BI', currency: 'MXN', why: 'NO_ACCOUNT', until: null } as const;
  const withoutAccount = { products: [aProduct({ accounts: [] })], obstacles: [noAccount] };

  it('[TAB-14] is sold as it stands, without choosing', async () => {
    const invoices = [
      anInvoice({ documentId: idOf(1) }),
      anInvoice({ documentId: idOf(2), emittedOn: '2025-09-04' }),
      anInvoice({ documentId: idOf(3), receiverRFC: 'ZAC020202BB2' }),
    ];
    const screen = await show(invoices);
    await screen.getByRole('button', { name: 'Vender estas 2 facturas' }).click();
    const sale = screen.getByRole('dialog', { name: 'VENDER FACTURAS' });
    await expect.element(sale.getByText('2 facturas · Recibes MXN 181,114.66 · faltan 2 plazos')).toBeVisible();
    expect([...currentDraft().chosen].toSorted()).toEqual([idOf(1), idOf(3)]);
  });

  it.each([
    ['accept', true],
    ['prepare', false],
  ] as const)(
    '[DER-18] leaves out what waits in a prepared sale, marked with a link to it: %s',
    async (saleRight, mayChoose) => {
      const preparedId = idOf(9);
      answer(listPreparedSales).with(() => ({
        data: [aPreparedSale({ preparedId, documentIds: [idOf(1)], mayAccept: mayChoose, isOwn: !mayChoose })],
        acceptors: [],
      }));
      const invoices = [anInvoice({ documentId: idOf(1), folio: '1' }), anInvoice({ documentId: idOf(2), folio: '2' })];
      const screen = await show(invoices, {}, { saleRight });
      await expect.element(screen.getByRole('button', { name: 'Vender esta factura' }).first()).toBeVisible();
      await screen.getByRole('button', { name: /^Ver las facturas/ }).click();
      await expect.element(screen.getByText('Por aceptar', { exact: true })).toBeVisible();
      await expect
        .element(screen.getByRole('link', { name: 'Ver la venta' }))
        .toHaveAttribute('href', `/toAccept/${preparedId}`);
      const box = screen.getByRole('checkbox', { name: /A-1\b/ });
      await (mayChoose ? expect.element(box).toBeEnabled() : expect.element(box).toBeDisabled());
    },
  );

  it('[TAB-07] [TAB-14] is sold from the head of the list on a phone, whose targets fit a thumb', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    const screen = await show([anInvoice({ documentId: idOf(1) })]);
    await expect.element(screen.getByRole('button', { name: 'Vender esta factura' }).last()).toBeVisible();
    await expect.element(screen.getByText('Recibes MXN 90,557.33').first()).toBeVisible();
    const ticks = screen
      .getByRole('checkbox')
      .elements()
      .map((box) => box.closest('label'));
    const targets = [...ticks, screen.getByRole('button', { name: /^Ver las facturas/ }).element()];
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets) {
      const { width, height } = target?.getBoundingClientRect() ?? { width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });

  it('[TAB-13] is no sum without an account, which is named once with who registers it', async () => {
    const screen = await show(
      [1, 2].map((n) => anInvoice({ documentId: idOf(n) })),
      withoutAccount,
    );
    await expect.element(screen.getByText('Falta tu cuenta bancaria en MXN')).toBeVisible();
    await expect.element(screen.getByText(/^2 facturas esperan\. La registra tu asesor/)).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Escribir a tu asesor' }))
      .toHaveAttribute('href', `https://wa.me/525512345678?text=Falta%20tu%20cuenta%20bancaria%20en%20MXN`);
    const tile = screen.getByRole('list', { name: 'Tus facturas' }).getByRole('listitem').first();
    await expect.element(tile).toMatchTextContent(/MXN 232,000Anticipo Índice · 2 facturas · 2 sin cuenta en MXN$/);
    await expect.element(screen.getByText(/Recibes/)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: /^Vender estas/ })).not.toBeInTheDocument();
  });

  it('[TAB-13] is said to be late while a changed account waits, and can be sold', async () => {
    const held = { ...noAccount, why: 'ACCOUNT_HELD', until: '2026-03-03T16:00:00Z' } as const;
    const screen = await show([anInvoice()], { obstacles: [held] });
    await expect
      .element(screen.getByText('Tu cuenta en MXN recibe depósitos desde el 03-mar-2026 10:00 am'))
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Vender esta factura' })).toBeVisible();
  });

  it('[TAB-13] names a currency without a line once, not in each tile', async () => {
    const invoices = ['CNA010101AAA', 'ZAC020202BB2'].map((receiverRFC, index) =>
      anInvoice({ documentId: idOf(index), receiverRFC, currency: 'USD' }),
    );
    const screen = await show(invoices, { obstacles: [{ ...noAccount, currency: 'USD', why: 'NO_CREDIT_LINE' }] });
    await expect.element(screen.getByText('Falta tu línea de crédito en USD')).toBeVisible();
    await expect.poll(() => screen.getByText(/· 1 sin línea en USD$/).elements().length).toBe(2);
    await expect.element(screen.getByText(/No tienes una línea de crédito/)).not.toBeInTheDocument();
  });

  it('[TAB-13] names a product that is disabled in both currencies once', async () => {
    const inactive = { ...noAccount, why: 'PRODUCT_INACTIVE' } as const;
    const screen = await show([], { obstacles: [inactive, { ...inactive, currency: 'USD' }] });
    await expect.element(screen.getByText('Anticipo Índice está deshabilitado')).toBeVisible();
    expect(screen.getByText('Anticipo Índice está deshabilitado').elements()).toHaveLength(1);
  });

  it('[TAB-07] the last sale’s receivers without a valid date are left out, which is said', async () => {
    const invoices = [
      anInvoice({ documentId: idOf(1), folio: '1' }),
      anInvoice({ documentId: idOf(2), folio: '2', emittedOn: '2025-09-04' }),
    ];
    const screen = await show(invoices.map((invoice) => ({ ...invoice, isOfLastSale: true })));
    await screen.getByRole('button', { name: 'Elegir los de tu última venta' }).click();
    await expect.element(screen.getByText('Sin fecha de pago válida, fuera de la selección: A-2.')).toBeVisible();
    expect([...currentDraft().chosen]).toEqual([idOf(1)]);
  });
});

describe('[TAB-04] a tile and what it opens to', () => {
  const motive = { code: 'PPD_REQUIRED', description: 'x', remedy: 'y', user: false } as const;
  const credit = {
    products: [
      aProduct({
        accounts: [
          { currency: 'MXN', bank: 'BBVA', ending: '4821' },
          { currency: 'USD', bank: 'HSBC', ending: '1357' },
        ],
      }),
    ],
    lines: [aCreditLine(), aCreditLine({ creditLineId: idOf(9), creditCurrency: 'USD', available: '700000.00' })],
  };
  const invoices = [
    anInvoice({ documentId: idOf(1), folio: '1', emittedOn: '2026-02-20' }),
    anInvoice({ documentId: idOf(2), folio: '2', currency: 'USD', total: '1000.40', emittedOn: '2026-02-20' }),
    anInvoice({ documentId: idOf(3), folio: '3', status: 0, rejectedDate: '2026-03-01', motive }),
    anInvoice({
      documentId: idOf(4),
      receiverRFC: 'ZAC020202BB2',
      receiverName: 'Zacatecas',
      status: 0,
      rejectedDate: '2026-03-01',
      motive,
    }),
  ];

  it('a tile shows totals and deposits per currency, and each invoice its price or the reason against it', async () => {
    const screen = await show(invoices, credit);
    const tile = screen.getByRole('list', { name: 'Tus facturas' }).getByRole('listitem').first();
    await expect
      .element(tile)
      .toHaveTextContent(
        'Comercial ÑandúCNA010101AAAMXN 116,000USD 1,000Recibes MXN 91,640 y USD 790Anticipo Índice · 3 facturas · 1 no se puede vender: La factura no es de pago en parcialidades o diferido (PPD)',
      );
    const refused = screen.getByRole('list', { name: 'Tus facturas' }).getByRole('listitem').last();
    await expect.element(refused.getByText('Nada por vender')).toBeVisible();
    await screen.getByRole('button', { name: 'Ver las facturas de Comercial Ñandú' }).click();
    const { reason, remedy } = motiveTexts.PPD_REQUIRED;
    const table = screen.getByRole('grid', { name: 'Facturas de Comercial Ñandú' });
    await expect.element(table).toBeVisible();
    expect(
      table
        .getByRole('row')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      'FolioSituaciónImporteFecha de pagoRecibesCostoEliminar',
      'A-1Lista para venderMXN 116,000.0014/08/2026MXN 91,640.00MXN 12,760.0033.43 % anual efectivo',
      'A-2Lista para venderUSD 1,000.4014/08/2026USD 790.32USD 110.0433.42 % anual efectivo',
      `${reason}. ${remedy}A-3${reason}${remedy}MXN 116,000.00———`,
    ]);
  });
});
