import {
  listRequests,
  type OwnRequest,
  requestAccount,
  requestLine,
  withdrawRequest,
} from '@anticipa/contract/client-requests';
import { getContractTerms } from '@anticipa/contract/contract-terms';
import { getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { products } from '@anticipa/contract/session';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCreditAnswer, aCreditLine } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { TermsScreen } from './terms-screen.tsx';

const id = '00000000-0000-4000-8000-000000000001';
const before = {
  limit: '5000000.00',
  interestRate: '24',
  advancePercent: '90',
  daysInYear: 360,
  moratoryRate: '48',
  multiCurrency: false,
  validUntil: null,
} as const;

const terms: ResponseOf<typeof getContractTerms> = {
  contract: { version: '3', from: '2026-01-01T06:00:00.000Z', hash: 'a'.repeat(64), body: 'CONTRATO DE FACTORAJE' },
  others: [{ version: '2', from: '2025-01-01T06:00:00.000Z' }],
  saleTerms: [],
  changes: [
    {
      kind: 'credit-line',
      at: '2026-02-10T18:00:00.000Z',
      product: 'BI',
      currency: 'MXN',
      before,
      after: { ...before, limit: '8000000.00', interestRate: '22.5' },
    },
    {
      kind: 'bank-account',
      at: '2026-01-10T18:00:00.000Z',
      product: 'BI',
      currency: 'MXN',
      before: null,
      after: { bank: 'Banorte', ending: '0778' },
    },
  ],
  accepted: [
    {
      numberOfSale: 12,
      acceptedAt: '2026-02-20T18:00:00.000Z',
      version: '3',
      hash: 'b'.repeat(64),
      certifiedAt: '2026-02-20T18:05:00.000Z',
    },
    { numberOfSale: 11, acceptedAt: '2026-02-19T18:00:00.000Z', version: '3', hash: 'c'.repeat(64), certifiedAt: null },
  ],
};

const request: OwnRequest = {
  requestId: id,
  kind: 'line',
  product: 'BI',
  currency: 'MXN',
  amount: '9000000.00',
  granted: null,
  account: null,
  reason: 'crecen las ventas',
  state: 'open',
  askedBy: 'Ana Ríos',
  askedAt: '2026-03-01T18:00:00.000Z',
  decidedAt: null,
  motive: null,
  hasCover: false,
  mayWithdraw: true,
  isBack: false,
};

const pesos = aCreditLine({ displayName: 'Anticipo Índice' });

async function show({ isAdmin = true, requests = [] as readonly OwnRequest[], lines = [pesos] } = {}) {
  await signInAs(aUser({ isAdmin }));
  answer(products).with(() => ({ data: [] }));
  answer(getCreditInformation).with(() => aCreditAnswer({ lines }));
  answer(getContractTerms).with(() => terms);
  answer(listRequests).with(() => ({ data: [...requests] }));
  return renderScreen(<TermsScreen />);
}

afterEach(() => page.viewport(1280, 800));

it('[EFE-10] shows contract, lines, what changed from when, and the contracts with their constancias', async () => {
  const screen = await show();
  await expect
    .element(screen.getByRole('region', { name: 'Líneas y tasas' }).getByText('Tasa anual', { exact: true }).first())
    .toBeVisible();
  const changes = screen.getByRole('region', { name: 'Qué cambió y desde cuándo' });
  await expect.element(changes).toMatchTextContent('Línea: MXN 8,000,000.00 (antes MXN 5,000,000.00)');
  await expect.element(changes).toMatchTextContent('Tasa anual: 22.5 % sobre 360 días (antes 24 % sobre 360 días)');
  await expect.element(changes).toMatchTextContent('Cuenta de tus depósitos: Banorte ••0778');
  await expect.element(screen.getByText('Versión 2, desde el', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'Leer el texto' }).click();
  await expect.element(screen.getByText('CONTRATO DE FACTORAJE')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Descargar la constancia de la venta 12' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Descargar la constancia de la venta 11' }).elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Descargar el contrato de la venta 11' })).toBeVisible();
});

it('[EFE-10] puts the same condition of each line into one row, and leaves out what no line has', async () => {
  const dollars = aCreditLine({
    ...pesos,
    creditLineId: id.replace('1', '2'),
    creditCurrency: 'USD',
    interestRate: '18.5',
    opening: { rate: '1', amounts: { MXN: '0.00', USD: '5.00' }, ivaRate: '16' },
  });
  const screen = await show({ lines: [dollars, pesos] });
  const row = (name: string) => screen.getByRole('row', { name, exact: false });
  await expect.element(row('Tasa anual')).toMatchTextContent('24 % sobre 360 días18.5 % sobre 360 días');
  await expect.element(row('Comisión por apertura')).toMatchTextContent('—1 % más USD 5.00 por factura, más IVA');
  const ends = (name: string) =>
    [...row(name).first().element().querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().right);
  expect(ends('Línea')).toEqual(ends('Aforo'));
  await screen.unmount();
  const other = await show();
  await expect.element(other.getByRole('row', { name: 'Aforo', exact: false })).toBeVisible();
  expect(other.getByText('Comisión por apertura').elements()).toEqual([]);
});

it('[EFE-11] asks for a higher line, says why it was refused at its field, shows the answer and withdraws', async () => {
  const screen = await show({
    requests: [
      { ...request, isBack: true },
      { ...request, requestId: id.replace('1', '3'), state: 'proposed', mayWithdraw: false },
      {
        ...request,
        requestId: id.replace('1', '2'),
        state: 'declined',
        motive: 'La cartera está concentrada',
        mayWithdraw: false,
      },
    ],
  });
  const list = screen.getByRole('region', { name: 'Tus solicitudes a la financiera' });
  await expect.element(list).toMatchTextContent('Línea de MXN 9,000,000.00 para Anticipo Índice en MXN');
  await expect.element(list).toMatchTextContent('Respuesta: La cartera está concentrada');
  await expect.element(list).toMatchTextContent('Sigue pendiente: te avisaremos de la respuesta.');
  await expect.element(list.getByText('En revisión', { exact: true })).toBeVisible();
  expect(list.getByRole('button', { name: 'Retirar' }).elements()).toHaveLength(1);
  await list.getByRole('button', { name: 'Pedir más línea' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Pedir más línea' });
  await dialog.getByLabelText('Nuevo límite que necesitas, en MXN').fill('9,000,000');
  await dialog.getByLabelText('Motivo').fill('crecen las ventas');
  const asked = answer(requestLine).with(
    () => new Refusal(422, 'LINE_NOT_HIGHER', 'Pide una línea mayor que la que ya tienes.'),
  );
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect.element(dialog.getByText('Pide una línea mayor que la que ya tienes.')).toBeVisible();
  answer(requestLine).with(() => ({ requestId: id }));
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect.element(screen.getByText('Solicitud enviada. Te avisaremos de la respuesta.').first()).toBeVisible();
  expect(asked[0]?.body).toMatchObject({ amount: '9000000.00', currency: 'MXN', reason: 'crecen las ventas' });
  const withdrawn = answer(withdrawRequest).with(() => ({ requestId: id }));
  await list.getByRole('button', { name: 'Retirar' }).click();
  await expect.element(screen.getByText('Solicitud retirada.').first()).toBeVisible();
  expect(withdrawn.map(({ params }) => params)).toEqual([{ requestId: id }]);
});

it('[EFE-12] proposes an account of one of its lines with its bank, holder and cover page; only administrators do', async () => {
  const other = await show({ isAdmin: false });
  await expect
    .element(other.getByRole('button', { name: 'Proponer otra cuenta' }))
    .toHaveAccessibleDescription('Solo un administrador de tu empresa propone cuentas.');
  await other.unmount();
  const ended = aCreditLine({
    ...pesos,
    creditLineId: id.replace('1', '2'),
    product: 'FB',
    displayName: 'Factoraje',
    autorizado: false,
  });
  const screen = await show({ lines: [pesos, ended] });
  await screen.getByRole('button', { name: 'Proponer otra cuenta' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Proponer otra cuenta' });
  const offered = dialog.getByLabelText('Línea').getByRole('option');
  await expect.poll(() => offered.elements().map(({ textContent }) => textContent)).toEqual(['Anticipo Índice en MXN']);
  await dialog.getByLabelText('CLABE').fill('072580000000000778');
  await expect.element(dialog.getByText('Banco: Banorte')).toBeVisible();
  await dialog.getByLabelText('RFC del titular').fill('ANO150401AB9');
  await userEvent.upload(
    dialog.getByLabelText(/^Carátula/),
    new File(['%PDF-1.7'], 'caratula.pdf', { type: 'application/pdf' }),
  );
  await expect.element(dialog.getByText('caratula.pdf')).toBeInTheDocument();
  await dialog.getByLabelText('Motivo').fill('cambiamos de banco');
  const asked = answer(requestAccount).with(() => ({ requestId: id }));
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect.element(screen.getByText('Solicitud enviada. Te avisaremos de la respuesta.').first()).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([
    {
      product: 'BI',
      currency: 'MXN',
      clabe: '072580000000000778',
      holderRFC: 'ANO150401AB9',
      reason: 'cambiamos de banco',
      cover: btoa('%PDF-1.7'),
    },
  ]);
});

it('[EFE-10] [DIN-113] a phone shows what each line gives and costs, and keeps its conditions and the contract behind their titles', async () => {
  await page.viewport(390, 844);
  const screen = await show();
  const lines = screen.getByRole('region', { name: 'Líneas y tasas' });
  await expect.element(lines.getByText('Disponible', { exact: true })).toBeVisible();
  await expect.element(lines.getByText('Tasa anual', { exact: true })).toBeVisible();
  await expect.element(lines.getByText('Tasa moratoria anual')).not.toBeInTheDocument();
  await lines.getByRole('button', { name: 'Condiciones de Anticipo Índice en MXN' }).click();
  await expect.element(lines.getByText('Tasa moratoria anual')).toBeVisible();
  await expect.element(screen.getByText('Huella (SHA-256)')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Contrato en vigor' }).click();
  await expect.element(screen.getByText('Huella (SHA-256)')).toBeVisible();
});
