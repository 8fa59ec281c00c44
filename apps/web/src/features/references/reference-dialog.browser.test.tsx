import { getCreditInformation } from '@anticipa/contract/credit';
import { getPaymentInstructions, getPaymentReference } from '@anticipa/contract/references';
import { describe, expect, it } from 'vitest';
import { aCreditAnswer, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { ReferenceDialog } from './reference-dialog.tsx';
import { ReferenceMaker } from './reference-maker.tsx';

const id = '00000000-0000-4000-8000-000000000001';

/** A reference made on 4 May 2026 for an invoice due on 24 April. */
const show = async ({
  today,
  status = 30,
  amount = '117546.67',
  dueDate = '2026-04-24',
}: {
  today: string;
  status?: 30 | 40;
  amount?: string;
  dueDate?: string;
}) => {
  answer(getCreditInformation).with(() => ({ ...aCreditAnswer(), today }));
  answer(getPaymentInstructions).with(() => ({ data: [] }));
  answer(getPaymentReference).with(() => ({
    paymentReference: {
      id,
      reference: 'AN110000000141',
      date: '2026-05-04T17:00:00Z',
      count: 1,
      currency: 'MXN',
      amount,
      clientId: id,
      userId: id,
      ClientUser: { firstName: 'Ana', lastName: 'Ruiz' },
      invoices: [anInvoiceInCredit({ dueDate, status })],
    },
  }));
  const screen = await renderScreen(<ReferenceDialog reference="AN110000000141" onClose={() => {}} />);
  await expect.element(screen.getByText('AN110000000141').first()).toBeVisible();
  return screen;
};

const FURTHER = 'Desde el 05/05/2026 corren más recargos';

describe('[RPG-02] the amount of an overdue reference', () => {
  it('is shown as invoices plus late charges, with the last day it includes', async () => {
    const screen = await show({ today: '2026-05-04' });
    await expect.element(screen.getByText('MXN 117,546.67')).toBeVisible();
    await expect.element(screen.getByText('MXN 116,000.00 de facturas + MXN 1,546.67 de recargos')).toBeVisible();
    await expect.element(screen.getByText('04/05/2026', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(FURTHER)).not.toBeInTheDocument();
  });

  it('is not stale in silence on a later day', async () => {
    const screen = await show({ today: '2026-05-05' });
    await expect.element(screen.getByText(FURTHER)).toBeVisible();
  });

  it('is valid without late charges until the first due date', async () => {
    const screen = await show({ today: '2026-05-04', amount: '116000.00', dueDate: '2026-05-20' });
    await expect.element(screen.getByText('Sin recargos hasta')).toBeVisible();
    await expect.element(screen.getByText('20/05/2026', { exact: true })).toBeVisible();
  });

  it('needs no warning once its invoices are paid', async () => {
    const screen = await show({ today: '2026-05-05', status: 40 });
    await expect.element(screen.getByText(FURTHER)).not.toBeInTheDocument();
  });
});

it('[RPG-01] the sum of chosen invoices names the late charges to come', async () => {
  answer(getCreditInformation).with(() => ({ ...aCreditAnswer(), today: '2026-05-04' }));
  const chosen = [anInvoiceInCredit({ dueDate: '2026-04-24' }), anInvoiceInCredit({ dueDate: '2026-05-04' })];
  const screen = await renderScreen(<ReferenceMaker chosen={chosen} onChoose={() => {}} onMade={() => {}} />);
  await expect.element(screen.getByText('más los recargos de 1 factura vencida')).toBeVisible();
});
