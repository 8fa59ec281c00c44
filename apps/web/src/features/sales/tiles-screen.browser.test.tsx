import { findCash } from '@anticipa/contract/cash-need';
import { getCreditInformation } from '@anticipa/contract/credit';
import type { Invoice } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { presell } from '@anticipa/contract/sales';
import type { SessionUser } from '@anticipa/contract/session';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { SELL_AGAIN_ANCHOR, SELL_ANCHOR } from '../../lib/paths.ts';
import { aCreditAnswer, aCreditLine, anInvoice, aProduct } from '../../lib/test-builders.ts';
import { openListOf } from '../../testing/open-list.ts';
import { renderTiles } from '../../testing/render-tiles.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { notice } from './components/preapproved-notice.tsx';
import { currentDraft } from './use-draft.ts';

type Cash = ResponseOf<typeof findCash>;

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

interface Shown extends NonNullable<Parameters<typeof renderTiles>[0]> {
  readonly user?: Partial<SessionUser>;
  readonly credit?: Parameters<typeof aCreditAnswer>[0];
  readonly invoices?: readonly Invoice[];
}

const show = async ({ user, credit, invoices = [anInvoice()], ...tiles }: Shown = {}) => {
  // The selection is kept per user in the tab; a new user has none.
  await signInAs(aUser({ userId: crypto.randomUUID(), ...user }));
  answer(getCreditInformation).with(() => aCreditAnswer(credit));
  answer(listOpenInvoices).with(() => openListOf(invoices));
  return await renderTiles({ upload: <button type="button">Subir facturas</button>, ...tiles });
};

const tallAbove = () => <div style={{ height: 3_000 }} />;

// The device has shown the notice, except where a test is about it.
beforeEach(() => notice.set('seen'));

it('[TAB-08] preapproved invoices are announced once on a device, with a way to their tab', async () => {
  notice.set('new');
  const invoices = [anInvoice({ documentId: idOf(1), isSynced: true })];
  const shown: string[] = [];
  const first = await show({ invoices, above: tallAbove, onTab: (tab) => shown.push(tab) });
  const dialog = first.getByRole('dialog', { name: 'Facturas Preaprobadas' });
  await expect.element(dialog.getByText(/^Tienes 1 factura preaprobada/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ver facturas' }).click();
  const preapproved = first.getByRole('tab', { name: /Facturas Preaprobadas/ });
  await expect.element(preapproved).toBeInViewport();
  await expect.element(preapproved).toHaveFocus();
  expect(shown).toEqual(['preapproved']);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(localStorage.getItem('anticipa.preapproved-notice')).toBe('seen');
  const again = await show({ invoices });
  await expect.element(again.getByRole('tab', { name: /Facturas Preaprobadas/ }).last()).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

describe('the time of the last synchronisation with the tax authority', () => {
  it('[TAB-02] the last synchronisation is shown in the zone of the portal', async () => {
    const screen = await show({ user: { SATlastSync: '2026-03-11T01:39:00Z' } });
    await expect.element(screen.getByText('Última sincronización con el SAT: 10-mar-2026 7:39 pm')).toBeVisible();
  });

  it('[TAB-02] is omitted before the first one', async () => {
    const screen = await show({ user: { SATlastSync: null } });
    await expect.element(screen.getByRole('tab', { name: /Mis Facturas/ })).toBeVisible();
    await expect.element(screen.getByText(/Última sincronización/)).not.toBeInTheDocument();
  });
});

describe('the tiles', () => {
  it('[TAB-07] the tiles are in view at their own address, however late they arrive', async () => {
    location.hash = SELL_ANCHOR;
    onTestFinished(() => history.replaceState(null, '', location.pathname + location.search));
    const screen = await show({ above: tallAbove });
    await expect.element(screen.getByRole('tab', { name: /Mis Facturas/ })).toBeInViewport();
  });

  it('[AVI-16] the address of a notice opens a sale to the receivers of the last one, once', async () => {
    location.hash = SELL_AGAIN_ANCHOR;
    onTestFinished(() => history.replaceState(null, '', location.pathname + location.search));
    answer(presell).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde.'));
    const screen = await show({
      invoices: [
        anInvoice({ documentId: idOf(1) }),
        anInvoice({ documentId: idOf(2), receiverRFC: 'ZAC020202BB2', receiverName: 'Zacatecas' }),
      ].map((invoice) => ({ ...invoice, isOfLastSale: invoice.documentId === idOf(1) })),
    });
    await expect.element(screen.getByRole('dialog', { name: 'VENDER FACTURAS' })).toBeVisible();
    expect([...currentDraft().chosen]).toEqual([idOf(1)]);
    expect(location.hash).toBe(`#${SELL_ANCHOR}`);
  });

  it('[TAB-04] warns of a name that only looks like another', async () => {
    const names = ['ACEROS Y CABLES DEL ÑORESTE, 2ª «S.A.»', 'АCEROS Y CABLES DEL ÑORESTE, 2ª «S.A.»'];
    const screen = await show({
      invoices: names.map((receiverName, index) =>
        anInvoice({ documentId: idOf(index + 1), receiverRFC: `ACN020202BB${index}`, receiverName }),
      ),
    });
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    const genuine = screen.getByRole('listitem').filter({ hasText: 'ACN020202BB0' });
    const alike = screen.getByRole('listitem').filter({ hasText: 'ACN020202BB1' });
    await expect.element(alike.getByText('Letras de otro alfabeto: revisa el RFC')).toBeVisible();
    await expect.element(genuine.getByText(/otro alfabeto/)).not.toBeInTheDocument();
    // A row of a list, not a card of 200 pixels.
    await expect.poll(() => genuine.element().getBoundingClientRect().height).toBeLessThan(80);
  });

  it('[TAB-07] all tiles are selected at once, without invoices that cannot be sold or are in the other tab', async () => {
    const screen = await show({
      invoices: [
        anInvoice({ documentId: idOf(1) }),
        anInvoice({ documentId: idOf(2), receiverRFC: 'ZAC020202BB2', receiverName: 'Zacatecas Textil' }),
        anInvoice({ documentId: idOf(3), Product: { code: 'FB', name: 'Factoraje' } }),
        anInvoice({ documentId: idOf(4), isSynced: true }),
      ],
    });
    const all = screen.getByRole('checkbox', { name: 'Seleccionar todo (2)' });
    const tile = (name: string) => screen.getByRole('checkbox', { name: `Seleccionar las facturas de ${name}` });
    await all.click();
    await expect.element(screen.getByText('2 facturas en la selección, recibes MXN 181,114.66')).toBeInTheDocument();
    await expect.element(tile('Zacatecas Textil')).toBeChecked();
    await tile('Zacatecas Textil').click();
    await expect.element(all).toBePartiallyChecked();
    await all.click();
    await expect.element(all).toBeChecked();
    await all.click();
    await expect.element(tile('Comercial Ñandú')).not.toBeChecked();
    await expect.element(screen.getByRole('region', { name: 'Selección' })).not.toBeInTheDocument();
  });

  it('[TAB-04] open to invoices whose state is written in full in a window of 1366 pixels', async () => {
    await page.viewport(1038, 800);
    const screen = await show({
      invoices: [
        anInvoice({ documentId: idOf(1), total: '1116000.00' }),
        anInvoice({ documentId: idOf(2), verification: 'pending' }),
        anInvoice({
          documentId: idOf(3),
          status: 0,
          rejectedDate: '2026-03-02',
          motive: { code: 'EMITTED_TOO_OLD', description: 'Se emitió hace demasiado.', remedy: '', user: true },
        }),
      ],
    });
    await screen
      .getByRole('button', { name: /Comercial Ñandú/ })
      .first()
      .click();
    const table = screen.getByRole('grid');
    await expect.element(table.getByText('Lista para vender')).toBeVisible();
    await document.fonts.ready;
    const scroller = table.element().parentElement;
    const edge = scroller?.getBoundingClientRect().right ?? 0;
    for (const text of ['Lista para vender', 'Rechazada hoy; puedes intentarlo de nuevo']) {
      const badge = table.getByText(text).element();
      const row = badge.closest('tr');
      expect(badge.getBoundingClientRect().right).toBeLessThan(edge);
      expect([badge.scrollWidth, row?.scrollHeight]).toEqual([badge.clientWidth, row?.clientHeight]);
    }
    await page.viewport(1280, 800);
  });

  it('[TAB-07] [VTA-03] the tiles are sold by a button that pulses every 5 s, with or without a selection', async () => {
    const screen = await show();
    const sell = screen.getByRole('button', { name: 'Vender', exact: true });
    const pulse = () => {
      const { animationName, animationDuration, animationIterationCount } = getComputedStyle(sell.element());
      return [animationName, animationDuration, animationIterationCount];
    };
    const everyFiveSeconds = [expect.stringContaining('pulse'), '5s', 'infinite'];
    await expect.element(sell).toBeVisible();
    expect(pulse()).toEqual(everyFiveSeconds);
    await sell.click();
    const failed = screen.getByRole('alertdialog', { name: 'Error!' });
    await expect.element(failed.getByText('Selecciona las facturas que deseas vender')).toBeVisible();
    await failed.getByRole('button', { name: 'Ok' }).click();
    await screen.getByRole('checkbox', { name: 'Seleccionar todo (1)' }).click();
    await expect.element(screen.getByRole('region', { name: 'Selección' })).toBeVisible();
    expect(pulse()).toEqual(everyFiveSeconds);
  });
});

describe('the filters of the tiles', () => {
  const searched: object[] = [];
  const three = [
    anInvoice({ documentId: idOf(1) }),
    anInvoice({
      documentId: idOf(2),
      receiverRFC: 'ZAC020202BB2',
      receiverName: 'Zacatecas Textil',
      receiverStatus: 10,
    }),
    anInvoice({ documentId: idOf(3), currency: 'USD' }),
  ];
  const lines = [aCreditLine(), aCreditLine({ creditLineId: idOf(9), moneda: 'USD', creditCurrency: 'USD' })];

  it('[TAB-06] [TAB-07] the address keeps the filters, and select-all respects them', async () => {
    const screen = await show({
      invoices: three,
      credit: { lines },
      search: { empresas: 'preaprobadas', divisa: 'MXN' },
      onSearch: (search) => searched.push(search),
    });
    await screen.getByRole('checkbox', { name: 'Seleccionar todo (1)' }).click();
    await expect.element(screen.getByText(/^1 factura en la selección/)).toBeInTheDocument();
    await expect.element(screen.getByText('Zacatecas Textil')).not.toBeInTheDocument();
    const chip = (group: string, name: string) =>
      screen.getByRole('group', { name: group }).getByRole('button', { name });
    await expect.element(chip('Empresas', 'Empresas Preaprobadas')).toHaveAttribute('aria-pressed', 'true');
    await chip('Empresas', 'Empresas Preaprobadas').click();
    await chip('Moneda', 'USD').click();
    await screen.getByRole('combobox', { name: 'Ordenar por' }).selectOptions('Nombre');
    expect(searched).toEqual([
      { divisa: 'MXN' },
      { empresas: 'preaprobadas', divisa: 'USD' },
      { empresas: 'preaprobadas', divisa: 'MXN', orden: 'nombre' },
    ]);
  });

  it('[TAB-06] filters that match nothing can be removed', async () => {
    searched.length = 0;
    const screen = await show({
      invoices: three,
      search: { cliente: 'nadie' },
      onSearch: (search) => searched.push(search),
    });
    await expect.element(screen.getByRole('heading', { name: 'Ningún cliente coincide' })).toBeVisible();
    await screen.getByRole('button', { name: 'Quitar filtros' }).click();
    expect(searched).toEqual([{}]);
  });
});

describe('without an invoice', () => {
  const upload = { name: 'Subir facturas' };

  it('[TAB-09] the first tab explains what to upload', async () => {
    const screen = await show({ invoices: [] });
    await expect.element(screen.getByRole('heading', { name: 'Todavía no tienes facturas' })).toBeVisible();
    await expect
      .element(screen.getByText('Sube los archivos XML de tus facturas y aquí verás cuánto recibes por cada una.'))
      .toBeVisible();
    await expect.element(screen.getByRole('button', upload)).toBeVisible();
  });

  it('[TAB-09] the first tab leads to the preapproved ones of a client who has uploaded none', async () => {
    const shown: string[] = [];
    const invoices = [anInvoice({ documentId: idOf(1), isSynced: true })];
    const screen = await show({ invoices, upload: null, onTab: (tab) => shown.push(tab) });
    await expect.element(screen.getByRole('heading', { name: 'No tienes facturas subidas por vender' })).toBeVisible();
    await expect.element(screen.getByText('Sube tus XML')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Ver facturas preaprobadas' }).click();
    expect(shown).toEqual(['preapproved']);
  });

  it('[TAB-09] the second tab explains where preapproved invoices come from', async () => {
    const screen = await show({ tab: 'preapproved' });
    await expect.element(screen.getByRole('heading', { name: 'No hay facturas preaprobadas' })).toBeVisible();
    await expect
      .element(
        screen.getByText('Las facturas preaprobadas llegan del SAT. Mientras tanto puedes subirlas manualmente.'),
      )
      .toBeVisible();
    await expect.element(screen.getByRole('button', upload)).toBeVisible();
  });

  it('[TAB-09] a company without a product is referred to its promoter', async () => {
    const screen = await show({ credit: { products: [aProduct({ autorizado: false })] }, invoices: [] });
    await expect
      .element(screen.getByRole('heading', { name: 'Tu empresa todavía no tiene acceso al servicio' }))
      .toBeVisible();
    await expect.element(screen.getByText('Escribe a tu promotor para activarlo.')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Enviar mensaje al 55 1234 5678' }))
      .toHaveAttribute('href', 'https://wa.me/525512345678');
    await expect.element(screen.getByRole('button', upload)).not.toBeInTheDocument();
  });
});

describe('[EFE-03] the question how much money is needed', () => {
  const ids = [idOf(1), idOf(2), idOf(3)];
  const invoices = ids.map((documentId, place) => anInvoice({ documentId, folio: String(40 + place) }));
  const set = {
    deposit: '201840.00',
    cost: '6960.00',
    arrives: '2026-03-13',
    assumed: 0,
    isExact: true,
    leastCost: '6960.00',
    leastCount: 2,
  };
  const ask = async (respond: (call: { query: { amount: string; day?: string | undefined } }) => Cash) => {
    const asked = answer(findCash).with(respond);
    answer(presell).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta más tarde'));
    const screen = await show({ invoices, above: ({ need }) => need });
    const question = screen.getByRole('region', { name: '¿Cuánto necesitas?' });
    await question.getByRole('textbox', { name: 'Importe' }).fill('200,000');
    return { screen, question, asked };
  };

  it('offers the cheapest and the fewest invoices by a day, and sells exactly those', async () => {
    const { screen, question, asked } = await ask(() => ({
      sets: [
        { ...set, aim: 'cost', documentIds: ids.slice(0, 2) },
        {
          ...set,
          aim: 'count',
          documentIds: ids.slice(2),
          cost: '9000.00',
          isExact: false,
          leastCost: '0.00',
          leastCount: 1,
        },
      ],
      short: null,
      withoutOrder: { count: 2, amount: '58000.00' },
    }));
    await question.getByRole('group', { name: 'Para cuándo' }).getByRole('button', { name: 'vie 6' }).click();
    const cheapest = 'Menos costo: Con 2 facturas recibes MXN 201,840.00 y te cuesta MXN 6,960.00 más IVA.';
    await expect.element(question).toMatchTextContent(cheapest);
    await expect.element(question).toMatchTextContent('Llega a más tardar el viernes 13.');
    await expect.element(question).toMatchTextContent('otra del mismo tamaño podría costar menos');
    const lacking = '2 facturas por MXN 58,000.00 quedan fuera: les falta la orden de compra.';
    await expect.element(question).toMatchTextContent(lacking);
    const link = question.getByRole('link', { name: 'Traer órdenes de Excel' });
    await expect.element(link).toHaveAttribute('href', '/importar');
    await expect.poll(() => asked.at(-1)?.query).toEqual({ amount: '200000.00', currency: 'MXN', day: '2026-03-06' });
    await question.getByRole('button', { name: 'Vender con menos costo' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    expect([...currentDraft().chosen].toSorted()).toEqual(ids.slice(0, 2));
  });

  it('says what is missing, and sells the most that can be had', async () => {
    const most = {
      documentIds: ids.slice(0, 1),
      deposit: '100920.00',
      cost: '3480.00',
      arrives: null,
      assumed: 0,
      isExact: true,
    };
    const missing = [
      { why: 'LINE', count: 3, amount: '228800.00', currency: 'MXN' },
      { why: 'RECEIVER', count: 1, amount: '0.00', currency: 'MXN' },
    ] as const;
    const { question } = await ask(() => ({ sets: [], short: { most, missing: [...missing] }, withoutOrder: null }));
    await expect.element(question).toMatchTextContent('Lo más que puedes recibir son MXN 100,920.00, con 1 factura.');
    await expect
      .element(question)
      .toMatchTextContent('Tu línea de crédito no cubre las 3 facturas: le faltan MXN 228,800.00.');
    await expect
      .element(question.getByRole('link', { name: 'Pedir una línea mayor' }))
      .toHaveAttribute('href', '/terms');
    await expect.element(question).toMatchTextContent('Un cliente tuyo llegó al límite');
    await question.getByRole('button', { name: 'Vender lo más que se puede' }).click();
    expect([...currentDraft().chosen]).toEqual(ids.slice(0, 1));
  });
});
