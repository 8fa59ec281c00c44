import { getCreditInformation } from '@anticipa/contract/credit';
import { uploadFile } from '@anticipa/contract/files';
import { getHome } from '@anticipa/contract/home';
import { countInvoices } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { presell } from '@anticipa/contract/sales';
import type { SessionUser } from '@anticipa/contract/session';
import { companyStatus } from '@anticipa/domain/receiver';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { uploads } from '../features/files/api.ts';
import { currentDraft } from '../features/sales/use-draft.ts';
import { homeQuery } from '../lib/queries.ts';
import { aCreditAnswer, aFile, aHome, anInvoice, aProduct } from '../lib/test-builders.ts';
import { openListOf } from '../testing/open-list.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { HomePage } from './home-page.tsx';

const BLOCKED = 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.';

const show = async (
  user: Partial<SessionUser>,
  invoices = [anInvoice()],
  credit: Parameters<typeof aCreditAnswer>[0] = {},
) => {
  await signInAs(aUser(user));
  answer(getCreditInformation).with(() => aCreditAnswer(credit));
  answer(getHome).with(() => aHome({ hasInvoices: invoices.length > 0 }));
  answer(listOpenInvoices).with(() => openListOf(invoices));
  answer(countInvoices).with(() => ({ data: [] }));
  const screen = await renderScreen(<HomePage />);
  return screen.getByRole('button', { name: 'Subir facturas' });
};

describe('uploading from home', () => {
  it.each([
    ['beside its tiles', [anInvoice()]],
    ['in place of tiles', []],
  ])('[VTA-17] explains why it is blocked without an active product, %s', async (_, invoices) => {
    const upload = await show({ isActiveBI: false, isActiveFB: false }, invoices);
    await expect.element(upload).toHaveAccessibleDescription(BLOCKED);
    await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
  });

  it('[VTA-17] is open with one active product', async () => {
    const upload = await show({ isActiveBI: false });
    await expect.element(upload).toHaveAccessibleDescription('');
    await expect.element(upload).not.toHaveAttribute('aria-disabled');
  });

  it.each([
    ['beside its tiles', [anInvoice()], 'Puedes recibir hoy'],
    ['in place of tiles', [], 'Todavía no tienes facturas'],
  ])('[OPE-09] is not offered in an operator’s view, nor is the tax authority, %s', async (_, invoices, shown) => {
    const upload = await show({ view: { endsAt: '2099-03-10T18:15:00.000Z' } }, invoices);
    await expect.element(page.getByText(shown)).toBeVisible();
    await expect.element(upload).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Conectar con el SAT' })).not.toBeInTheDocument();
  });
});

/** Layout shift as measured by Chromium: the sum of all shifts. */
function observeShifts(): () => number {
  let sum = 0;
  const add = (entries: readonly (PerformanceEntry & { value?: number })[]): void => {
    for (const { value = 0 } of entries) sum += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  return () => {
    add(observer.takeRecords());
    observer.disconnect();
    return sum;
  };
}

const frames = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const next = (left: number): void => void requestAnimationFrame(() => (left === 0 ? resolve() : next(left - 1)));
    next(count);
  });

describe('what is shown on home', () => {
  it.each([0, 1, 12])('[TAB-01] stays in place while %i clients arrive', async (clients) => {
    await page.viewport(1176, 900);
    const invoices = Array.from({ length: clients }, (_, index) =>
      anInvoice({
        documentId: `00000000-0000-4000-8000-0000000000${String(index + 10)}`,
        receiverRFC: `ZAC0202${String(index + 10)}BB2`,
      }),
    );
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    const shifted = observeShifts();
    await signInAs(aUser());
    answer(getCreditInformation).with(() => aCreditAnswer());
    answer(getHome).with(() => aHome({ hasInvoices: clients > 0 }));
    answer(countInvoices).with(() => ({ data: [] }));
    answer(listOpenInvoices).with(async () => {
      await arrival;
      return openListOf(invoices);
    });
    const screen = await renderScreen(<HomePage />);
    await expect.element(screen.getByText('CRÉDITO DISPONIBLE')).toBeInTheDocument();
    await document.fonts.ready;
    await frames(10);
    arrive();
    await expect.element(screen.getByRole('heading', { name: 'Estado de tus facturas' })).toBeVisible();
    await frames(10);
    expect(shifted()).toBeLessThan(0.05);
    await page.viewport(1280, 800);
  });
});

it('[TAB-01] a new client finds the upload on a phone without scrolling, and the credit after it', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const found = await show({}, []);
  await expect.element(found).toBeVisible();
  const upload = found.element();
  const credit = page.getByText('CRÉDITO DISPONIBLE');
  await expect.element(credit).toBeVisible();
  // The menu at the lower edge is 60 px high.
  expect(upload.getBoundingClientRect().bottom).toBeLessThan(844 - 60);
  expect(upload.compareDocumentPosition(credit.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

function Queries({ onRender }: { onRender: (client: QueryClient) => void }) {
  onRender(useQueryClient());
  return null;
}

it('[SAT-01] the wizard stays open while the first invoice arrives', async () => {
  const queries: QueryClient[] = [];
  await signInAs(aUser());
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(getHome).with(() => aHome({ hasInvoices: false }));
  answer(listOpenInvoices).with(() => openListOf([]));
  answer(countInvoices).with(() => ({ data: [] }));
  const screen = await renderScreen(
    <>
      <HomePage />
      <Queries onRender={(client) => queries.push(client)} />
    </>,
  );
  await screen.getByRole('button', { name: 'Conectar con el SAT' }).click();
  const password = screen.getByLabelText('Contraseña del SAT (CIEC)');
  await password.fill('a medias');
  answer(getHome).with(() => aHome());
  await queries[0]?.invalidateQueries({ queryKey: homeQuery.queryKey });
  await expect.element(screen.getByText('Puedes recibir hoy')).toBeInTheDocument();
  await expect.element(password).toHaveValue('a medias');
});

function Address() {
  const { href } = useLocation();
  return <output aria-label="Dirección">{href}</output>;
}

describe('the address of home', () => {
  const open = async (address: string, isSynced = false) => {
    await signInAs(aUser({ userId: crypto.randomUUID() }));
    answer(getCreditInformation).with(() => aCreditAnswer());
    answer(getHome).with(() => aHome());
    answer(countInvoices).with(() => ({ data: [] }));
    answer(listOpenInvoices).with(() =>
      openListOf([
        anInvoice({ documentId: '00000000-0000-4000-8000-000000000001' }),
        anInvoice({
          documentId: '00000000-0000-4000-8000-000000000002',
          receiverRFC: 'ZAC020202BB2',
          receiverName: 'Zacatecas',
        }),
        anInvoice({ documentId: '00000000-0000-4000-8000-000000000003', isSynced, receiverName: 'Otra' }),
      ]),
    );
    const screen = await renderScreen(
      <>
        <HomePage />
        <Address />
      </>,
      address,
    );
    return { screen, address: screen.getByLabelText('Dirección') };
  };

  it('[TAB-03] [TAB-06] keeps tab, filters and product beside each other', async () => {
    const { screen, address } = await open('/?producto=BI&cliente=zac');
    await expect.element(screen.getByText('Zacatecas')).toBeVisible();
    await expect.element(screen.getByText('Comercial Ñandú')).not.toBeInTheDocument();
    await screen.getByRole('tab', { name: /Facturas Preaprobadas/ }).click();
    await expect.element(address).toHaveTextContent('/?producto=BI&cliente=zac&vista=preaprobadas');
    await screen.getByRole('tab', { name: /Mis Facturas/ }).click();
    await expect.element(address).toHaveTextContent('/?producto=BI&cliente=zac');
    await screen.getByRole('combobox', { name: 'Ordenar por' }).selectOptions('Nombre');
    await expect.element(address).toHaveTextContent('/?producto=BI&cliente=zac&orden=nombre');
    await screen.getByRole('searchbox', { name: 'Buscar cliente, RFC o folio' }).fill('nadie');
    await expect.element(address).toHaveTextContent('/?producto=BI&cliente=nadie&orden=nombre');
    await screen.getByRole('button', { name: 'Quitar filtros' }).click();
    await expect.element(address).toHaveTextContent('/?producto=BI');
  });

  it('[TAB-03] opens the second tab of an address', async () => {
    const { screen } = await open('/?vista=preaprobadas', true);
    await expect.element(screen.getByText('Otra')).toBeVisible();
    await expect.element(screen.getByText('Zacatecas')).not.toBeInTheDocument();
  });
});

describe('after an upload', () => {
  afterEach(() => uploads.clear());

  it('[TAB-13] says why none of the new invoices can be sold, without a sum', async () => {
    const added = anInvoice();
    answer(uploadFile).with(() => ({ outcome: 'invoice', invoice: added, doc: aFile() }));
    await show({ userId: crypto.randomUUID() }, [added], {
      products: [aProduct({ accounts: [] })],
      obstacles: [{ product: 'BI', currency: 'MXN', why: 'NO_ACCOUNT', until: null }],
    });
    await expect.element(page.getByText('Falta tu cuenta bancaria en MXN')).toBeVisible();
    await expect.element(page.getByText('Ahora no hay facturas que puedas vender.')).toBeVisible();
    uploads.add([new File(['<a/>'], '1.xml')]);
    const sell = page.getByRole('button', { name: 'Vender las nuevas' });
    await expect.element(sell).toHaveAccessibleDescription('Falta tu cuenta bancaria en MXN');
    await expect.element(page.getByText(/[Rr]ecibes? MXN|nuevas recibes/)).not.toBeInTheDocument();
  });

  it('[TAB-07] sells exactly the new invoices, as far as they can be sold', async () => {
    const idOf = (place: number): string => `00000000-0000-4000-8000-00000000000${place}`;
    const old = anInvoice({ documentId: idOf(1), folio: '1' });
    const added = [
      anInvoice({ documentId: idOf(2), folio: '2' }),
      anInvoice({ documentId: idOf(3), folio: '3' }),
      anInvoice({ documentId: idOf(4), folio: '4', receiverStatus: companyStatus.REJECTED }),
    ];
    answer(presell).with(() => ({ data: { today: '2026-03-02', items: [], groups: [], credit: [], failures: [] } }));
    answer(uploadFile).with(({ body }) => ({
      outcome: 'invoice',
      invoice: added.find(({ folio }) => body.fileName === `${folio}.xml`) ?? null,
      doc: aFile(),
    }));
    await show({ userId: crypto.randomUUID() }, [old, ...added]);
    await page.getByRole('checkbox', { name: 'Seleccionar todo (3)' }).click();
    uploads.add(added.map(({ folio }) => new File(['<a/>'], `${folio}.xml`)));
    await expect.element(page.getByText(/^Por 2 facturas nuevas recibes/)).toBeVisible();
    await page.getByRole('button', { name: 'Vender las nuevas' }).click();
    const sale = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
    await expect.element(sale.getByLabelText(/^Fecha de pago de la factura A-2/).first()).toBeVisible();
    expect([...currentDraft().chosen].toSorted()).toEqual([idOf(2), idOf(3)]);
  });
});
