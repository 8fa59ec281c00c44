import { getPaymentInstructions, getPaymentReference, quotePaymentReference } from '@anticipa/contract/references';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OverdueFigures } from '../lib/queries.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { PayOverdue } from './pay-overdue.tsx';

beforeEach(() => answer(getPaymentInstructions).with(() => ({ data: [] })));

const show = (over: Partial<OverdueFigures>) =>
  renderScreen(
    <PayOverdue
      today="2026-05-04"
      overdue={{
        currency: 'USD',
        count: 2,
        firstDue: '2026-04-24',
        total: '100.00',
        lateCharges: '1.00',
        amount: '101.00',
        referable: 0,
        references: [],
        ...over,
      }}
    />,
  );

describe('[RPG-05] overdue invoices', () => {
  it('are paid by a reference of their currency, quoted for today', async () => {
    const quotes = answer(quotePaymentReference).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Espera.'));
    const screen = await show({ referable: 1, references: ['AN110000000141'] });
    await screen.getByRole('button', { name: 'Pagar' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Pagar facturas vencidas en USD' })).toBeVisible();
    await expect.element(screen.getByText('Espera.')).toBeVisible();
    expect(quotes[0]?.body).toEqual({ overdue: 'USD', payOn: '2026-05-04' });
    await screen.getByRole('button', { name: 'Cerrar' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('that have a reference lead to it', async () => {
    const asked = answer(getPaymentReference).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
    const screen = await show({ references: ['AN110000000141'] });
    await screen.getByRole('button', { name: 'Ver referencia' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Referencia de pago' })).toBeVisible();
    expect(asked[0]?.params).toEqual({ referenceId: 'AN110000000141' });
  });

  it('that have several references lead to the list', async () => {
    const screen = await show({ references: ['AN110000000141', 'AN110000000197'] });
    await expect
      .element(screen.getByRole('link', { name: 'Ver referencias' }))
      .toHaveAttribute('href', '/paymentReferences');
  });

  it('that are paid by CLABE need nothing', async () => {
    const screen = await show({});
    await expect.element(screen.getByText('Se paga por CLABE')).toBeVisible();
    expect(screen.getByRole('button').elements()).toEqual([]);
  });
});
