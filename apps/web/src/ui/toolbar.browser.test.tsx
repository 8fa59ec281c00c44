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

it('keeps beside the search box of a phone what is not to be scrolled for', async () => {
  const screen = await renderScreen(
    <Toolbar label="Buscar" value="" onChange={() => {}} beside={<Button>Descargar</Button>}>
      <Button>Últimos 7 días</Button>
    </Toolbar>,
  );
  const middleOf = (element: Element) => {
    const { top, bottom, right } = element.getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(window.innerWidth);
    return (top + bottom) / 2;
  };
  await expect.element(screen.getByRole('button', { name: 'Descargar' })).toBeVisible();
  const besides = middleOf(screen.getByRole('button', { name: 'Descargar' }).element());
  expect(besides).toBeCloseTo(middleOf(screen.getByRole('searchbox').element()), -1);
  expect(middleOf(screen.getByRole('button', { name: 'Últimos 7 días' }).element())).toBeGreaterThan(besides + 20);
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
