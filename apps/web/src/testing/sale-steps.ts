/** The steps of a sale from the list of invoices to its acceptance, as its user takes them. */
import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { setChosen } from '../features/sales/use-draft.ts';
import { renderTiles } from './render-tiles.tsx';

type Options = Parameters<typeof renderTiles>[0];
type Shown = Awaited<ReturnType<typeof toList>>;

export async function toList(options: Options = {}) {
  setChosen(new Set());
  const screen = await renderTiles(options);
  return { ...screen, button: (name: string) => screen.getByRole('button', { name, exact: true }) };
}

/** Chooses all invoices. */
export async function toForm(options?: Options): Promise<Shown> {
  const screen = await toList(options);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Seleccionar todo/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
  return screen;
}

export async function toSummary(options?: Options): Promise<Shown> {
  const screen = await toForm(options);
  await expect.element(screen.getByText('Precio confirmado')).toBeVisible();
  await userEvent.click(screen.button('Vender mis facturas'));
  return screen;
}

export async function toTerms(options?: Options): Promise<Shown> {
  const screen = await toSummary(options);
  await userEvent.click(screen.button('Confirmar los datos'));
  await expect.element(screen.getByRole('region', { name: 'Términos y Condiciones' })).toHaveFocus();
  return screen;
}

/** Reads the terms and accepts them. */
export async function accept(screen: Shown): Promise<void> {
  await expect.element(screen.getByRole('dialog', { name: 'Términos y Condiciones' })).toBeVisible();
  screen.getByRole('region', { name: 'Términos y Condiciones' }).element().scrollTo(0, 100_000);
  await userEvent.click(screen.button('Sí, acepto'));
}
