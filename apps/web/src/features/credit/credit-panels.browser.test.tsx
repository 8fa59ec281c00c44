import { getCreditInformation } from '@anticipa/contract/credit';
import { describe, expect, it } from 'vitest';
import { aCreditAnswer, aCreditLine } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { CreditPanels } from './credit-panels.tsx';

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
    await expect.element(screen.getByText('Tipo de cambio 20.0000. Publicado el 02/03/2026 por DOF.')).toBeVisible();
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
      .toHaveTextContent('Tipo de cambio 19.0000. tipo de cambio de referencia');
  });

  it('[TAB-01] shows no rate when no line is multi-currency', async () => {
    const screen = await show({});
    await expect.element(screen.getByText('MXN 700,000.00')).toBeVisible();
    expect(screen.getByText(/Tipo de cambio|Equivale/).elements()).toEqual([]);
  });
});
