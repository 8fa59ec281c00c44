import { getCreditInformation } from '@anticipa/contract/credit';
import { listInterest } from '@anticipa/contract/interest';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { aCreditAnswer } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { InterestScreen } from './interest-screen.tsx';

it.each([1440, 1280, 390])(
  '[INT-01] shows a folio of 66 characters in full in a window of %i pixels',
  async (width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
    const folioInvoice = `${'SERIE'.repeat(5)}-${'1234567890'.repeat(4)}`;
    const row = {
      documentId: '11111111-1111-4111-8111-111111111111',
      periodo: '2026-02',
      folioInvoice,
      interest: '1234567.88',
      iva: '197530.86',
      currency: 'MXN',
      productName: 'Anticipo Índice',
      invoiceFolio: 'INT-8',
    } as const;
    answer(getCreditInformation).with(() => aCreditAnswer());
    answer(listInterest).with(() => ({ data: { credits: [row] } }));
    const screen = await renderScreen(<InterestScreen />);
    const statement = screen.getByRole('link', { name: 'Estado de cuenta' });
    await expect.element(statement).toHaveAttribute('href', '/statement');
    const folio = screen.getByText(folioInvoice, { exact: true });
    await expect.element(folio).toBeVisible();
    await document.fonts.ready;
    for (const each of [folio.element(), folio.element().closest('td, header') ?? document.body])
      expect([each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]).toEqual([0, 0]);
  },
);
