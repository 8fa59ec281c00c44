import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DoneStep } from './done-step.tsx';
import { aMarket } from './view-model/test-builders.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'requestAnimationFrame'] }));
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
