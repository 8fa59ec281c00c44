import { getCreditInformation } from '@anticipa/contract/credit';
import {
  cancelPaymentReference,
  getPaymentInstructions,
  getPaymentReference,
  type PaymentReference,
  quotePaymentReference,
  setPaymentReference,
} from '@anticipa/contract/references';
import { describe, expect, it } from 'vitest';
import { aCreditAnswer, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { OverdueDialog } from './overdue-dialog.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';
import { ReferenceMaker } from './reference-maker.tsx';

const id = '00000000-0000-4000-8000-000000000001';

const aReference = (state: PaymentReference['state']): PaymentReference => ({
  id,
  reference: 'AN110000000141',
  date: '2026-05-04T17:00:00Z',
  count: 1,
  currency: 'MXN',
  amount: '117546.67',
  lateCharges: '1546.67',
  validUntil: '2026-05-04',
  state,
  clientId: id,
  userId: id,
  ClientUser: { firstName: 'Ana', lastName: 'Ruiz' },
});

/** A reference made on 4 May 2026 for an invoice due on 24 April. */
const show = async ({
  state = 'pending',
  amount = '117546.67',
  dueDate = '2026-04-24',
}: {
  state?: 'pending' | 'paid' | 'expired';
  amount?: string;
  dueDate?: string;
}) => {
  answer(getPaymentInstructions).with(() => ({ data: [] }));
  const invoices = [anInvoiceInCredit({ dueDate, status: state === 'paid' ? 40 : 30 })];
  answer(getPaymentReference).with(() => ({
    paymentReference: {
      ...aReference(state),
      amount,
      lateCharges: amount === '116000.00' ? '0.00' : '1546.67',
      validUntil: dueDate > '2026-05-04' ? dueDate : '2026-05-04',
      invoices,
    },
  }));
  const screen = await renderScreen(<ReferenceDialog reference="AN110000000141" onClose={() => {}} />);
  await expect.element(screen.getByText('AN110000000141').first()).toBeVisible();
  return screen;
};

const FURTHER = 'Desde el 05/05/2026 corren más recargos';

describe('[RPG-02] the amount of an overdue reference', () => {
  it('is shown as invoices plus late charges, with the last day it includes', async () => {
    const screen = await show({});
    await expect.element(screen.getByText('MXN 117,546.67')).toBeVisible();
    await expect.element(screen.getByText('MXN 116,000.00 de facturas + MXN 1,546.67 de recargos')).toBeVisible();
    await expect.element(screen.getByText('04/05/2026', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(FURTHER)).not.toBeInTheDocument();
  });

  it('is not stale in silence on a later day', async () => {
    const screen = await show({ state: 'expired' });
    await expect.element(screen.getByText(FURTHER)).toBeVisible();
  });

  it('is valid without late charges until the first due date', async () => {
    const screen = await show({ amount: '116000.00', dueDate: '2026-05-20' });
    await expect.element(screen.getByText('Sin recargos hasta')).toBeVisible();
    await expect.element(screen.getByText('20/05/2026', { exact: true })).toBeVisible();
  });

  it('needs no warning once its invoices are paid', async () => {
    const screen = await show({ state: 'paid' });
    await expect.element(screen.getByText(FURTHER)).not.toBeInTheDocument();
  });
});

it('[RPG-01] the sum of chosen invoices names the late charges to come', async () => {
  answer(getCreditInformation).with(() => ({ ...aCreditAnswer(), today: '2026-05-04' }));
  const chosen = [anInvoiceInCredit({ dueDate: '2026-04-24' }), anInvoiceInCredit({ dueDate: '2026-05-04' })];
  const screen = await renderScreen(<ReferenceMaker chosen={chosen} onChoose={() => {}} onMade={() => {}} />);
  await expect.element(screen.getByText('más los recargos de 1 factura vencida')).toBeVisible();
});

describe('[RPG-05] a reference', () => {
  it('is cancelled after a second question, and is not to be paid any more', async () => {
    const screen = await show({});
    const cancelled = answer(cancelPaymentReference).with(() => {
      answer(getPaymentReference).with(() => ({ paymentReference: { ...aReference('cancelled'), invoices: [] } }));
      return { paymentReference: aReference('cancelled') };
    });
    await screen.getByRole('button', { name: 'Cancelar referencia' }).click();
    await screen.getByRole('button', { name: 'No, conservarla' }).click();
    await screen.getByRole('button', { name: 'Cancelar referencia' }).click();
    await screen.getByRole('button', { name: 'Sí, cancelarla' }).click();
    await expect.element(screen.getByText(/^No se debe pagar con esta referencia/)).toBeVisible();
    await expect.element(screen.getByText('Cancelada', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Cancelar referencia' })).not.toBeInTheDocument();
    expect(cancelled.map(({ params }) => params.id)).toEqual([id]);
  });

  it('of overdue invoices is made for a chosen day', async () => {
    const quotes = answer(quotePaymentReference).with(({ body: { payOn = '2026-05-04' } }) => ({
      data: {
        payOn,
        lastPayOn: '2026-08-02',
        validUntil: payOn,
        currency: 'MXN',
        total: '116000.00',
        lateCharges: payOn === '2026-05-04' ? '1546.67' : '1701.33',
        amount: payOn === '2026-05-04' ? '117546.67' : '117701.33',
        invoices: [
          {
            uuid: '00000000-0000-4000-8000-00000000000A',
            serie: 'A',
            folio: '12',
            receiverName: 'Comercial Ñandú',
            dueDate: '2026-04-24',
            total: '116000.00',
            lateCharges: '1546.67',
          },
        ],
      },
    }));
    const made = answer(setPaymentReference).with(() => ({ paymentReference: 'AN110000000141', rowsUpdated: 1, id }));
    const references: string[] = [];
    const screen = await renderScreen(
      <OverdueDialog
        currency="MXN"
        today="2026-05-04"
        onClose={() => {}}
        onMade={(reference) => references.push(reference)}
      />,
    );
    await expect.element(screen.getByText('MXN 117,546.67')).toBeVisible();
    await expect.element(screen.getByText('MXN 116,000.00 de facturas + MXN 1,546.67 de recargos')).toBeVisible();
    const day = screen.getByRole('textbox', { name: 'Día de pago' });
    await day.fill('03/08/2026');
    await expect.element(screen.getByText('Elige un día de hoy al 02/08/2026.')).toBeVisible();
    await day.fill('05/05/2026');
    await expect.element(screen.getByText('MXN 117,701.33')).toBeVisible();
    await screen.getByRole('button', { name: 'Generar referencia de pago' }).click();
    await expect.poll(() => references).toEqual(['AN110000000141']);
    expect(quotes.map(({ body }) => body.payOn)).toEqual(['2026-05-04', '2026-05-05']);
    expect(made.map(({ body }) => body)).toEqual([
      { invoices: ['00000000-0000-4000-8000-00000000000A'], payOn: '2026-05-05' },
    ]);
  });
});
