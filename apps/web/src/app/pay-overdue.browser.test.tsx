import { listClabeDebts, mailClabe } from '@anticipa/contract/payers';
import { getPaymentInstructions, getPaymentReference, quotePaymentReference } from '@anticipa/contract/references';
import { clabeOf } from '@anticipa/domain/clabe';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OverdueFigures } from '../lib/queries.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { PayOverdue } from './pay-overdue.tsx';

beforeEach(() => answer(getPaymentInstructions).with(() => ({ data: [] })));

const ID = '00000000-0000-4000-8000-000000000001';

const show = (over: Partial<OverdueFigures>) =>
  renderScreen(
    <PayOverdue
      today="2026-05-04"
      overdue={{
        currency: 'USD',
        dueToday: 0,
        count: 2,
        firstDue: '2026-04-24',
        total: '100.00',
        lateCharges: '1.00',
        amount: '101.00',
        referable: 0,
        references: [],
        byClabe: 0,
        ...over,
      }}
    />,
  );

describe('[RPG-05] overdue invoices', () => {
  it('overdue invoices are paid by a reference of their currency, quoted for today', async () => {
    const quotes = answer(quotePaymentReference).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Espera.'));
    const screen = await show({ referable: 1, references: ['AN110000000141'] });
    await screen.getByRole('button', { name: 'Pagar' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Pagar facturas vencidas en USD' })).toBeVisible();
    await expect.element(screen.getByText('Espera.')).toBeVisible();
    expect(quotes[0]?.body).toEqual({ overdue: 'USD', payOn: '2026-05-04' });
    await screen.getByRole('button', { name: 'Cerrar' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('overdue invoices with a reference lead to it', async () => {
    const asked = answer(getPaymentReference).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
    const screen = await show({ references: ['AN110000000141'] });
    await screen.getByRole('button', { name: 'Ver referencia' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Referencia de pago' })).toBeVisible();
    expect(asked[0]?.params).toEqual({ referenceId: 'AN110000000141' });
  });

  it('overdue invoices with several references lead to the list', async () => {
    const screen = await show({ references: ['AN110000000141', 'AN110000000197'] });
    await expect
      .element(screen.getByRole('link', { name: 'Ver referencias' }))
      .toHaveAttribute('href', '/paymentReferences');
  });

  it('[CLI-09] overdue invoices paid by CLABE show it with the amount of today, and mail it to the payer', async () => {
    signInAs(aUser());
    const debt = {
      rfcPayer: 'CNA010101AAA',
      stpName: 'COMERCIAL ÑANDÚ',
      clabe: clabeOf('64618000000000001'),
      currency: 'USD' as const,
      total: '100.00',
      lateCharges: '1.00',
      firstDue: '2026-04-24',
      invoices: [{ documentId: ID, serie: 'A', folio: '1', dueDate: '2026-04-24', total: '100.00' }],
    };
    const asked = answer(listClabeDebts).with(() => ({ data: [debt] }));
    const mails = answer(mailClabe).with(() => ({ status: 'success' }));
    const screen = await show({ byClabe: 1 });
    await screen.getByRole('button', { name: 'Ver CLABE' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Pago por CLABE' });
    await expect.element(dialog.getByText(/ de facturas y .* de recargos/)).toBeVisible();
    expect(dialog.element().textContent).toMatch(/hoyUSD[^A-Z]*101[^A-Z]*00/);
    expect(asked[0]?.query).toEqual({ overdue: 'USD' });
    await expect.element(dialog.getByRole('button', { name: 'Copiar la CLABE de COMERCIAL ÑANDÚ' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Enviar a mi cliente' }).click();
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect.element(dialog.getByText('Email invalido')).toBeVisible();
    await dialog.getByLabelText('Correo de tu cliente').fill('pagos@cliente.test');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect.element(screen.getByText('Los datos van en camino a pagos@cliente.test')).toBeVisible();
    expect(mails.map(({ body }) => body)).toEqual([{ documentIds: [ID], email: 'pagos@cliente.test' }]);
  });
});
