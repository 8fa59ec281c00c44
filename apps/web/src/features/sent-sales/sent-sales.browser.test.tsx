import { getCreditInformation } from '@anticipa/contract/credit';
import { cancelPreSell, sendSummary } from '@anticipa/contract/sales';
import {
  type Constancia,
  getSale,
  listSales,
  type SentSale,
  saleConstancia,
  saleContract,
} from '@anticipa/contract/sent-sales';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCreditAnswer, aProduct } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { figures, item, sale } from '../../testing/sale-server.ts';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { SaleSheet } from './sale-sheet.tsx';
import { SalesScreen } from './sales-screen.tsx';

const sent: SentSale = {
  numberOfSale: 12,
  product: 'FB',
  currency: 'MXN',
  state: 'requested',
  requestedAt: '2026-03-10T17:00:00.000Z',
  requestedBy: 'Ana Ruiz',
  preparedBy: null,
  answeredAt: null,
  disbursedAt: null,
  cancelledAt: null,
  trackingKey: null,
  count: 1,
  rejected: 0,
  isReturned: false,
  total: figures.total,
  initialDeposit: figures.initialDeposit,
};
const answered = { state: 'answered', answeredAt: '2026-03-10T18:00:00.000Z' } as const;
const disbursed = {
  ...answered,
  state: 'disbursed',
  disbursedAt: '2026-03-10T19:30:00.000Z',
  trackingKey: 'SPEI700001',
} as const;
const cancelled = { state: 'cancelled', cancelledAt: '2026-03-10T17:05:00.000Z' } as const;
const hash = 'ab'.repeat(32);

beforeEach(async () => {
  await signInAs(aUser());
  const account = (currency: 'MXN' | 'USD', bank: string, ending: string) => ({ currency, bank, ending });
  answer(getCreditInformation).with(() =>
    aCreditAnswer({
      products: [
        aProduct({ accounts: [account('MXN', 'HSBC', '1111')] }),
        aProduct({ product: 'FB', accounts: [account('USD', 'BBVA', '2222'), account('MXN', 'BBVA', '4821')] }),
      ],
    }),
  );
});

// Calls are repeated at once.
skipWaits('retries');

/** The sheet of a sale that changes with `now.sale`. */
async function show(
  over: Partial<SentSale> = {},
  state: 'held' | 'rejected' = 'held',
  constancia: Constancia | null = null,
) {
  const now = { sale: { ...sent, ...over } };
  answer(getSale).with(() => ({
    data: {
      ...now.sale,
      totals: figures,
      correction: null,
      products: ['FB'],
      items: [{ ...item, state, motive: state === 'rejected' ? 'El pagador no confirmó la factura' : null }],
      terms: { version: '1', hash },
      constancia,
      hasProof: false,
    },
  }));
  return { now, screen: await renderScreen(<SaleSheet number="12" />) };
}

it('shows first what will be received and what comes next', async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Vas a recibir MXN 100,920.00' })).toBeVisible();
  await expect.element(screen.getByText(/^La financiera revisa tus facturas\./)).toBeVisible();
  await expect
    .element(
      screen.getByText(
        'A tu cuenta BBVA ••4821. Al enviarla: «El depósito llegará a tu cuenta en 4 a 6 días hábiles.»',
      ),
    )
    .toBeVisible();
  const steps = screen.getByRole('list', { name: 'Avance de la venta' }).getByRole('listitem');
  expect(steps.elements().map(({ textContent }) => textContent)).toEqual([
    'Enviada a la financiera10-mar-2026 11:00 amAceptó Ana Ruiz',
    'Respuesta de la financieraPendiente',
    'DepósitoPendiente',
  ]);
  await expect
    .element(screen.getByRole('region', { name: 'Precio' }))
    .toHaveTextContent(
      'PrecioFactorajeImporte de las facturasMXN 116,000.00Aforo, se libera al cobrar− MXN 11,600.00Interés− MXN 3,480.00DepósitoMXN 100,920.00El IVA del interés (MXN 556.80) se liquida contra el aforo al final.',
    );
  const invoices = screen.getByRole('grid', { name: 'Facturas de la venta 12' }).getByRole('row');
  expect(invoices.elements().map(({ textContent }) => textContent)).toEqual([
    'FolioPagadorSituaciónFecha de pagoImporteInterésDepósito',
    'A-12Comercial ÑandúEn revisión24/04/2026MXN 116,000.00MXN 3,480.00MXN 100,920.00',
    'Total de 1 facturaMXN 116,000.00MXN 3,480.00MXN 100,920.00',
  ]);
  await expect
    .element(screen.getByRole('link', { name: 'A-12' }))
    .toHaveAttribute('href', `/factura/${item.documentId}`);
});

it('shows the deposit with its tracking key, and offers no cancelling', async () => {
  const { screen } = await show({ ...disbursed, count: 3, rejected: 2 });
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await expect
    .element(screen.getByRole('heading', { level: 2, name: 'Depositamos en tu cuenta MXN 100,920.00' }))
    .toBeVisible();
  const steps = screen.getByRole('list', { name: 'Avance de la venta' });
  await expect.element(steps).toMatchTextContent(/10-mar-2026 12:00 pm3 autorizadas, 2 rechazadas/);
  await expect.element(steps).toMatchTextContent(/10-mar-2026 1:30 pmClave de rastreo: SPEI700001/);
  await screen.getByRole('button', { name: 'Copiar Clave de rastreo' }).click();
  await screen.getByRole('button', { name: 'Copiar Huella (SHA-256)' }).click();
  expect(copying.mock.calls).toEqual([['SPEI700001'], [hash]]);
  await expect.element(screen.getByText('Copiado: Clave de rastreo.').first()).toBeVisible();
  await expect.element(screen.getByText(/^A tu cuenta/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Cancelar venta' })).not.toBeInTheDocument();
});

it('cancels a sale without an answer after a question, and shows it as cancelled', async () => {
  const { screen, now } = await show();
  const calls = answer(cancelPreSell).with(() => {
    now.sale = { ...sent, ...cancelled };
    return { sales: [sale('cancelled')] };
  });
  await screen.getByRole('button', { name: 'Cancelar venta' }).click();
  const question = screen.getByRole('alertdialog', { name: '¿Cancelar la venta 12?' });
  await expect.element(question).toMatchTextContent(/1 factura por MXN 116,000\.00 vuelve a tu lista/);
  await question.getByRole('button', { name: 'No, conservarla' }).click();
  expect(calls).toEqual([]);
  await screen.getByRole('button', { name: 'Cancelar venta' }).click();
  await question.getByRole('button', { name: 'Cancelar venta' }).click();
  await expect.element(screen.getByRole('heading', { name: /^No se depositó/ })).toBeVisible();
  await expect.element(screen.getByText('10-mar-2026 11:05 am')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ numberOfSales: [12] }]);
  await expect.element(screen.getByText('Cancelaste la venta 12.').first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Enviarme el resumen' })).not.toBeInTheDocument();
});

it('[RES-07] cancels once, however often an answer is lost, and reads again what the cancelling changed', async () => {
  const credit = answer(getCreditInformation).with(() => aCreditAnswer());
  const { screen } = await show();
  const lost = answer(cancelPreSell).with(() => Promise.reject(new TypeError('Failed to fetch')));
  const confirm = async () => {
    await screen.getByRole('button', { name: 'Cancelar venta' }).click();
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancelar venta' }).click();
  };
  await confirm();
  await expect.element(screen.getByText(/^No hay conexión con el servidor/).first()).toBeVisible();
  const reads = credit.length;
  const repeated = answer(cancelPreSell).with(() => ({ sales: [sale('cancelled')] }));
  await confirm();
  await expect.poll(() => repeated.length).toBe(1);
  expect(new Set([...lost, ...repeated].map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  await expect.poll(() => credit.length).toBeGreaterThan(reads);
});

it('shows the answer that came before the cancelling', async () => {
  const { screen, now } = await show();
  answer(cancelPreSell).with(() => {
    now.sale = { ...sent, ...answered };
    return new Refusal(409, 'SALE_STATE_CONFLICT', 'La venta ya no está en este paso.');
  });
  await screen.getByRole('button', { name: 'Cancelar venta' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancelar venta' }).click();
  await expect.element(screen.getByText(/^La venta ya no está en este paso\./)).toBeVisible();
  await expect.element(screen.getByText(/^La financiera ya autorizó\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cancelar venta' })).not.toBeInTheDocument();
});

it('tells a declined sale from a cancelled one, with the motive of each invoice', async () => {
  const { screen } = await show({ ...answered, state: 'cancelled', count: 0, rejected: 1 }, 'rejected');
  await expect.element(screen.getByText('Rechazada', { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText('El pagador no confirmó la factura')).toBeVisible();
  await expect.element(screen.getByText(/^La financiera no autorizó ninguna factura\./)).toBeVisible();
});

it('mails the summary again and downloads the contract', async () => {
  const { screen } = await show();
  const mails = answer(sendSummary).with(() => ({ status: 'success' }));
  const contracts = answer(saleContract).with(() => ({ base64: btoa('%PDF-'), fileName: 'contrato-venta-12.pdf' }));
  await screen.getByRole('button', { name: 'Enviarme el resumen' }).click();
  await expect.element(screen.getByText('Enviamos el resumen a ana@example.com.')).toBeVisible();
  expect(mails.map(({ body }) => body)).toEqual([{ numberOfSales: [12], emails: ['ana@example.com'] }]);
  await expect.element(screen.getByText(hash)).toBeVisible();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await screen.getByRole('button', { name: 'Descargar contrato' }).click();
  await expect.poll(() => saved).toEqual(['contrato-venta-12.pdf']);
  expect(contracts.map(({ params }) => params)).toEqual([{ numberOfSale: 12 }]);
});

it('[SIS-07] announces a constancia that is waited for', async () => {
  const { screen } = await show({}, 'held', { issuedAt: null });
  await expect.element(screen.getByText(/^La constancia está en trámite\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Descargar constancia' })).not.toBeInTheDocument();
});

it('[SIS-07] offers the constancia and explains how to verify it without us', async () => {
  const { screen } = await show({}, 'held', { issuedAt: '2026-03-10T17:01:00.000Z' });
  await expect.element(screen.getByText('10-mar-2026 11:01 am')).toBeVisible();
  const archives = answer(saleConstancia).with(() => ({ base64: btoa('PK'), fileName: 'constancia-venta-12.zip' }));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await screen.getByRole('button', { name: 'Descargar constancia' }).click();
  await expect.poll(() => saved).toEqual(['constancia-venta-12.zip']);
  expect(archives.map(({ params }) => params)).toEqual([{ numberOfSale: 12 }]);
  const command = screen.getByText(/^openssl cms -verify .* -attime 1773162060 /);
  await expect.element(command).not.toBeVisible();
  await screen.getByText('Cómo comprobarla sin nosotros').click();
  await expect.element(command).toBeVisible();
});

it('sends one summary for two quick clicks', async () => {
  const { screen } = await show();
  const mails = answer(sendSummary).with(() => new Promise<never>(() => {}));
  const mail = screen.getByRole('button', { name: 'Enviarme el resumen' });
  await mail.click();
  await expect.element(mail).toHaveAttribute('aria-busy', 'true');
  await mail.click({ force: true });
  expect(mails).toHaveLength(1);
});

it('explains a summary that was not sent and a contract that was not saved', async () => {
  const { screen } = await show();
  answer(sendSummary).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  answer(saleContract).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  await screen.getByRole('button', { name: 'Enviarme el resumen' }).click();
  await expect.element(screen.getByText('No se pudo enviar el resumen. Espera unos minutos.').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Descargar contrato' }).click();
  await expect.element(screen.getByText('No se pudo descargar el contrato. No existe.').first()).toBeVisible();
});

it.each([
  [new Refusal(404, 'NOT_FOUND', 'No existe.'), 'Esta venta no existe o todavía no se ha enviado.'],
  [new Refusal(400, 'INVALID_REQUEST', 'No es válida.'), 'Esta venta no existe o todavía no se ha enviado.'],
  [new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'), 'Espera unos minutos.'],
])('only an unknown sale is said to be missing, case %#', async (refusal, text) => {
  answer(getSale).with(() => refusal);
  const screen = await renderScreen(<SaleSheet number="99" />);
  await expect.element(screen.getByText(text)).toBeVisible();
});

it('lists the sales with their states, and earlier ones on demand', async () => {
  const page = (numberOfSale: number, over: Partial<SentSale>, next: number | null) => ({
    data: [{ ...sent, numberOfSale, ...over }],
    next,
  });
  const calls = answer(listSales).with(({ query: { before } }) =>
    before === undefined ? page(12, { ...disbursed, count: 3, rejected: 1 }, 12) : page(11, cancelled, null),
  );
  const screen = await renderScreen(<SalesScreen />);
  const row = screen.getByRole('row').filter({ hasText: 'Venta 12' });
  await expect.element(row.getByRole('link', { name: 'Venta 12' })).toHaveAttribute('href', '/sales/12');
  await screen.getByRole('button', { name: 'Ver ventas anteriores' }).click();
  await expect.element(screen.getByRole('row').filter({ hasText: 'Venta 11' })).toMatchTextContent(/Cancelada/);
  await expect.element(screen.getByRole('button', { name: 'Ver ventas anteriores' })).not.toBeInTheDocument();
  expect(calls.map(({ query }) => query.before)).toEqual([undefined, 12]);
  const rows = screen.getByRole('row').elements();
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'VentaEstadoEnviadaFacturasDepósitoClave de rastreo',
    'Venta 12FactorajeDepositada10-mar-2026 11:00 am3MXN 100,920.00SPEI700001',
    'Venta 11FactorajeCancelada10-mar-2026 11:00 am1——',
    'Total de 1 venta, sin canceladas ni rechazadasMXN 100,920.00',
  ]);
});

it('a client without sales is led to the invoices', async () => {
  answer(listSales).with(() => ({ data: [], next: null }));
  const screen = await renderScreen(<SalesScreen />);
  await expect.element(screen.getByRole('heading', { name: 'Todavía no has vendido facturas' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Ver mis facturas' })).toHaveAttribute('href', '/');
});
