import { getCreditInformation } from '@anticipa/contract/credit';
import { countInvoices } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import type { SessionUser } from '@anticipa/contract/session';
import { describe, expect, it } from 'vitest';
import { aCreditAnswer, anInvoice } from '../lib/test-builders.ts';
import { openListOf } from '../testing/open-list.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { HomePage } from './home-page.tsx';

const BLOCKED = 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.';

const show = async (user: Partial<SessionUser>, invoices = [anInvoice()]) => {
  await signInAs(aUser(user));
  answer(getCreditInformation).with(() => aCreditAnswer());
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
});
