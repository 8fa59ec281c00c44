import { getCreditInformation } from '@anticipa/contract/credit';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { aCreditAnswer, aCreditLine, aProduct } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { CreditPanels } from './credit-panels.tsx';

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

const show = (over: Parameters<typeof aCreditAnswer>[0]) => {
  answer(getCreditInformation).with(() => aCreditAnswer(over));
  return renderScreen(<CreditPanels />);
};

describe('the credit card', () => {
  it('[TAB-01] shows the other currency of a multi-currency line, and the rate with its date and source', async () => {
    const screen = await show({ lines: [aCreditLine({ multimoneda: true })] });
    const panel = screen.getByRole('region', { name: 'Anticipo Índice' });
    await expect.element(panel.getByText('MXN 700,000.00')).toBeVisible();
    await expect.element(panel.getByText('Equivale a USD 35,000.00')).toBeVisible();
    await expect
      .element(screen.getByText('Tipo de cambio 20.0000. Publicado el 02/03/2026. Fuente: DOF.'))
      .toBeVisible();
  });

  it('[TAB-01] [PRE-03] names the reference rate while none is published', async () => {
    const screen = await show({
      lines: [aCreditLine({ multimoneda: true, availableUSD: '36842.11' })],
      tipoCambio: '19',
      tipoCambioPublished: false,
      tipoCambioDate: null,
    });
    await expect.element(screen.getByText('Equivale a USD 36,842.11')).toBeVisible();
    await expect
      .element(screen.getByText(/^Tipo de cambio 19\.0000\./))
      .toHaveTextContent('Tipo de cambio 19.0000. De referencia');
  });

  it('[TAB-01] shows no rate when no line is multi-currency', async () => {
    const screen = await show({});
    await expect.element(screen.getByText('MXN 700,000.00')).toBeVisible();
    expect(screen.getByText(/Tipo de cambio|Equivale/).elements()).toEqual([]);
  });
});

it('[TAB-01] [TAB-10] shows the lines of each product, pesos first, each opening to its calculation', async () => {
  const screen = await show({
    products: [aProduct(), aProduct({ product: 'FB', displayName: 'Factoraje', active: false })],
    lines: [
      aCreditLine({
        creditLineId: idOf(2),
        creditCurrency: 'USD',
        creditLimit: '1000.00',
        creditUsed: '850.00',
        creditHeld: '50.00',
        available: '100.00',
      }),
      aCreditLine({ limiteCredito: '9.00', saldoCreditos: '9.00', available: '700000.00' }),
      aCreditLine({ creditLineId: idOf(3), product: 'FB', available: '-1.00' }),
    ],
  });
  const [bi, fb] = ['Anticipo Índice', 'Factoraje'].map((name) => screen.getByRole('region', { name, exact: true }));
  if (!bi || !fb) throw new Error('two panels');
  await expect
    .element(bi)
    .toHaveTextContent(
      'Anticipo ÍndiceMXN 700,000.00de MXN 1,000,000.0070 % disponibleUSD 100.00de USD 1,000.00Queda 10 %',
    );
  await expect.element(fb).toMatchTextContent(/Carga de facturas bloqueada.*MXN 0\.00de MXN 1,000,000\.00Sobregiro$/);
  await expect.element(bi.getByText('Carga de facturas bloqueada')).not.toBeInTheDocument();
  const meters = screen.getByRole('meter').elements();
  expect(meters.map((meter) => [meter.ariaLabel, meter.ariaValueNow])).toEqual([
    ['Línea de Anticipo Índice en pesos', '70'],
    ['Línea de Anticipo Índice en dólares', '10'],
    ['Línea de Factoraje en pesos', '0'],
  ]);
  // The rest of a line may be below 0; the credit that can be drawn may not.
  await fb.getByRole('button', { name: 'MXN 0.00' }).click();
  await expect.element(screen.getByRole('dialog')).toMatchTextContent(/Crédito disponibleMXN −1\.00$/);
  await userEvent.keyboard('{Escape}');
  await bi.getByRole('button', { name: 'MXN 700,000.00' }).click();
  await expect
    .element(screen.getByRole('dialog'))
    .toHaveTextContent(
      'Cómo se calcula tu crédito disponibleLímite de créditoMXN 1,000,000.00− Anticipos por cobrarMXN 200,000.00− Apartado en ventas en validaciónMXN 100,000.00Crédito disponibleMXN 700,000.00',
    );
});

it('[TAB-01] names a product without a line', async () => {
  const screen = await show({ lines: [] });
  await expect.element(screen.getByText('Este producto todavía no tiene una línea de crédito.')).toBeVisible();
});

it('[OPE-05] shows until when a line takes new sales, and that it no longer does', async () => {
  const screen = await show({ lines: [aCreditLine({ validUntil: '2026-03-02' })] });
  await expect.element(screen.getByText('Vigente hasta el 02/03/2026')).toBeVisible();
  await expect.element(screen.getByRole('meter')).toBeVisible();
  await screen.unmount();
  const ended = await show({ lines: [aCreditLine({ validUntil: '2026-03-01' })] });
  await expect.element(ended.getByText('La vigencia terminó el 01/03/2026')).toBeVisible();
  await expect.element(ended.getByRole('meter')).not.toBeInTheDocument();
});
