import { useLocation } from '@tanstack/react-router';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { screens } from '../lib/screens.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { SearchField } from '../ui/field/field.tsx';
import { shortcutsTo } from './shortcut-keys.ts';
import { Shortcuts } from './shortcuts.tsx';

const Path = () => <output aria-label="Dirección">{useLocation().pathname}</output>;

async function show(onSearch?: () => void) {
  const screen = await renderScreen(
    <main>
      <h1 tabIndex={-1}>Tablero</h1>
      <SearchField label="Buscar" />
      <Shortcuts shortcuts={shortcutsTo(Object.values(screens))} onSearch={onSearch} />
      <Path />
    </main>,
  );
  const start = screen.getByRole('heading', { name: 'Tablero' });
  await expect.element(start).toBeVisible();
  start.element().focus();
  return { screen, start, path: screen.getByLabelText('Dirección'), search: screen.getByRole('searchbox') };
}
const pressed = (key: string, held: KeyboardEventInit = {}): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event;
};
/** The switch outlives the test. */
afterEach(() => localStorage.clear());

it('[RUT-03] single keys find the search box and the screens, unless a text is typed or another key is held', async () => {
  const { start, path, search } = await show();
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(pressed('/', held).defaultPrevented).toBe(false);
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('gr?/');
  await expect.element(search).toHaveValue('gr?/');
  await expect.element(path).toHaveTextContent('/');
  start.element().focus();
  await userEvent.keyboard('gr');
  await expect.element(path).toHaveTextContent('/paymentReferences');
});

it("[BUS-02] '/', and Ctrl or ⌘ with K even while a text is typed, open the search where there is one", async () => {
  let opened = 0;
  const { start, search } = await show(() => {
    opened += 1;
  });
  await userEvent.keyboard('/');
  expect(opened).toBe(1);
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) expect(pressed('k', held).defaultPrevented).toBe(true);
  await search.click();
  await userEvent.keyboard('/{Control>}k{/Control}');
  await expect.element(search).toHaveValue('/');
  expect(opened).toBe(4);
  start.element().focus();
  expect(pressed('k', { ctrlKey: true, shiftKey: true }).defaultPrevented).toBe(false);
});

it('single keys are listed, can be switched off, and rest while a dialog is open', async () => {
  const { screen, start, path } = await show();
  await userEvent.keyboard('?');
  const sheet = screen.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect.element(sheet.getByText('Ir a Referencias de pago')).toBeVisible();
  await userEvent.keyboard('gr');
  await expect.element(path).toHaveTextContent('/');
  const off = sheet.getByRole('switch', { name: 'Usar los atajos de una sola tecla' });
  await off.click();
  expect(localStorage.getItem('anticipa.single-keys')).toBe('off');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  start.element().focus();
  expect(pressed('?').defaultPrevented).toBe(false);
  await screen.getByRole('button', { name: 'Atajos de teclado' }).click();
  await off.click();
  expect(localStorage.getItem('anticipa.single-keys')).toBe('on');
});
