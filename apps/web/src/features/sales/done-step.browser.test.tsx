import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { figures, item, sale, terms } from '../../testing/sale-server.ts';
import { DoneStep } from './done-step.tsx';
import { TermsStep } from './terms-step.tsx';
import { aMarket } from './view-model/test-builders.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'requestAnimationFrame'] });
  // The confetti skips frames that come before its last one, which another file may have drawn.
  vi.advanceTimersByTime(performance.now());
});
afterEach(() => void vi.useRealTimers());

const isPainted = (canvas: HTMLCanvasElement): boolean => {
  const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  return picture?.data.some((byte) => byte > 0) ?? false;
};

it('[RES-05] a completed sale shows ten seconds of confetti and when the deposit arrives', async () => {
  const screen = await renderScreen(
    <DoneStep sales={[]} promise="24-to-72-hours" mailedTo="ana@example.com" market={aMarket()} />,
  );
  await expect.element(screen.getByText('El depósito llegará a tu cuenta en 24 a 72 horas.')).toBeVisible();
  const canvas = screen.container.querySelector('canvas');
  if (!canvas) throw new Error('no canvas');
  await vi.dynamicImportSettled();
  vi.advanceTimersByTime(9_900);
  expect(isPainted(canvas)).toBe(true);
  // The last pieces take a few seconds more to fall.
  vi.advanceTimersByTime(6_000);
  expect(isPainted(canvas)).toBe(false);
});

describe('[RES-02] [RES-05] what accepting does', () => {
  const other = { ...item, documentId: '00000000-0000-4000-8000-000000000002' };
  const sales = [
    sale('quoted', { items: [item, other] }),
    sale('quoted', { numberOfSale: 13, product: 'BI', totals: { ...figures, initialDeposit: '0.05' } }),
    sale('quoted', { numberOfSale: 14, currency: 'USD', totals: { ...figures, initialDeposit: '2.00' } }),
  ];

  it('counts the invoices of all sales, and adds up their deposits per currency', async () => {
    const screen = await renderScreen(<TermsStep sales={sales} terms={terms} market={aMarket()} onRead={() => {}} />);
    await expect
      .element(screen.getByText('Al aceptar vendes 4 facturas y recibes MXN 100,920.05 y USD 2.00.'))
      .toBeVisible();
  });

  it('is dated by the time that has passed on the clock of the server', async () => {
    const [, onlyBi] = sales;
    const market = aMarket({ readAt: performance.now() - 5 * 3_600_000 });
    const screen = await renderScreen(
      <TermsStep sales={onlyBi ? [onlyBi] : []} terms={terms} market={market} onRead={() => {}} />,
    );
    await expect.element(screen.getByText('Llega en menos de 24 horas')).toBeVisible();
  });

  it('names each sale with its own number and account when it is done', async () => {
    const until = new Date('2026-03-11T18:00:00Z');
    const obstacles = [{ product: 'BI', currency: 'MXN', why: 'ACCOUNT_HELD', until }] as const;
    const screen = await renderScreen(
      <DoneStep sales={sales} promise="24-to-72-hours" mailedTo={null} market={aMarket({ obstacles })} />,
    );
    // The account of one of the sales is new.
    await expect
      .element(screen.getByText('El depósito llegará a tu cuenta después del 11-mar-2026 12:00 pm.'))
      .toBeVisible();
    const list = screen.getByRole('listitem').filter({ hasText: 'Venta' });
    await expect.element(list.first()).toBeVisible();
    expect(list.elements().map(({ textContent }) => textContent)).toEqual([
      'Factoraje en MXNVenta 12 · 2 facturas · BBVA ••4821MXN 100,920.00',
      'Anticipo Índice en MXNVenta 13 · 1 factura · BBVA ••4821MXN 0.05',
      'Factoraje en USDVenta 14 · 1 factura · HSBC ••1357USD 2.00',
    ]);
  });
});
