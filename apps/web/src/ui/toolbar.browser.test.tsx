import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.tsx';
import { Button } from './button.tsx';
import { Toolbar } from './toolbar.tsx';

beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1280, 800));

const show = (controls: readonly string[]) =>
  renderScreen(
    <div style={{ display: 'grid' }}>
      <Toolbar label="Buscar" value="" onChange={() => {}}>
        {controls.map((name) => (
          <Button key={name}>{name}</Button>
        ))}
      </Toolbar>
    </div>,
  );

it('keeps many controls in one row of a phone, as wide as the screen', async () => {
  const names = ['Últimos 7 días', 'Anteriores', 'Eliminadas', 'Exportar'];
  const screen = await show(names);
  await expect.element(screen.getByRole('button', { name: 'Exportar' })).toBeInTheDocument();
  const tops = names.map((name) => screen.getByRole('button', { name }).element().getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  expect(screen.getByRole('searchbox').element().getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth);
});

it('puts a single control beside the search box', async () => {
  const screen = await show(['Exportar']);
  const control = screen.getByRole('button', { name: 'Exportar' });
  await expect.element(control).toBeVisible();
  const { top, bottom } = control.element().getBoundingClientRect();
  const box = screen.getByRole('searchbox').element().getBoundingClientRect();
  expect((box.top + box.bottom) / 2).toBeGreaterThan(top);
  expect((box.top + box.bottom) / 2).toBeLessThan(bottom);
});
