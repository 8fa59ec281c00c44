import { getCreditInformation } from '@anticipa/contract/credit';
import { dispersions } from '@anticipa/contract/statements';
import { dateOf } from '@anticipa/domain/calendar';
import { monthOf } from '@anticipa/domain/month';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aCreditAnswer, aCreditLine } from '../../../lib/test-builders.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { answer, Refusal } from '../../../testing/server.ts';
import { DispersionsDialog } from './dispersions-dialog.tsx';

it('[MOV-05] saves the dispersions of a credit line and month, from January 2024 to this month', async () => {
  const saved: string[] = [];
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    clicking.mockRestore();
    logged.mockRestore();
  });
  answer(getCreditInformation).with(() => aCreditAnswer());
  const screen = await renderScreen(
    <DispersionsDialog initial={monthOf(dateOf('2026-02-01'))} today={dateOf('2026-03-02')} onClose={vi.fn()} />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Estado de dispersiones' });
  const previous = dialog.getByRole('button', { name: 'Mes anterior' });
  const choice = dialog.getByRole('button', { name: /^(enero|febrero|marzo) 20\d\d$/ });
  await expect.element(choice).toHaveTextContent('febrero 2026');
  await dialog.getByRole('button', { name: 'Mes siguiente' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Mes siguiente' })).not.toBeInTheDocument();
  await choice.click();
  const panel = screen.getByRole('dialog', { name: 'Elegir mes' });
  await panel.getByRole('button', { name: 'Año anterior' }).click();
  await panel.getByRole('button', { name: 'Año anterior' }).click();
  await expect.element(panel.getByRole('button', { name: 'Año anterior' })).not.toBeInTheDocument();
  await panel.getByRole('button', { name: 'febrero' }).click();
  await previous.click();
  await expect.element(previous).not.toBeInTheDocument();
  await expect.element(choice).toHaveFocus();
  const asked = answer(dispersions).with(() => ({
    base64: btoa('%PDF-1.7'),
    fileName: 'Anticipo_Índice_2024_01.pdf',
  }));
  const download = dialog.getByRole('button', { name: 'Descargar las dispersiones de Anticipo Índice · MXN' });
  await download.click();
  await expect.poll(() => saved).toEqual(['Anticipo_Índice_2024_01.pdf']);
  const [line] = aCreditAnswer().lines;
  expect(asked).toMatchObject([{ params: { creditLineId: line?.creditLineId }, body: { dateSelected: '2024-01' } }]);
  answer(dispersions).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
  await download.click();
  const failed = '¡Error! No se pudo generar el documento, contacta al administrador';
  await expect.element(screen.getByText(failed).first()).toBeVisible();
});

it('lists the lines by product, then by currency', async () => {
  const lines = [
    { displayName: 'Factoraje', moneda: 'USD' },
    { displayName: 'Anticipo Índice', moneda: 'USD' },
    { displayName: 'Factoraje', moneda: 'MXN' },
  ] as const;
  answer(getCreditInformation).with(() =>
    aCreditAnswer({
      lines: lines.map((line, index) =>
        aCreditLine({ ...line, creditLineId: `00000000-0000-4000-8000-00000000000${index}` }),
      ),
    }),
  );
  const month = monthOf(dateOf('2026-02-01'));
  const screen = await renderScreen(
    <DispersionsDialog initial={month} today={dateOf('2026-03-02')} onClose={vi.fn()} />,
  );
  const items = screen.getByRole('list', { name: 'Líneas de crédito' }).getByRole('listitem');
  await expect.element(items.first()).toBeVisible();
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    'Anticipo Índice · USDDescargar',
    'Factoraje · MXNDescargar',
    'Factoraje · USDDescargar',
  ]);
});
