import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLoaded } from '../../lib/use-loaded.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ActionBar, ActionFigure } from '../action-bar.tsx';
import { Button } from '../button.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';
import { keepFocus } from './kept-focus.ts';
import { Popover } from './popover.tsx';
import { showToast } from './toast.tsx';

/** A page with stacked dialog, popover and alert, and removable parts. */
function Page() {
  useEffect(keepFocus, []);
  const [open, setOpen] = useState({ dialog: false, alert: false, opener: true, filter: true });
  return (
    <main>
      <h1>Facturas</h1>
      {open.opener ? <Button onClick={() => setOpen({ ...open, dialog: true })}>Abrir</Button> : null}
      <section aria-label="Filtros">
        {open.filter ? <Button onClick={() => setOpen({ ...open, filter: false })}>Quitar el filtro</Button> : null}
        <Button>Otro filtro</Button>
      </section>
      {open.dialog ? (
        <Dialog title="Venta" onClose={() => setOpen({ ...open, dialog: false })}>
          <Button onClick={() => setOpen({ ...open, alert: true })}>Avisar</Button>
          <Button onClick={() => setOpen({ ...open, opener: false })}>Quitar lo que abrió</Button>
          <Popover label="Cálculo" trigger={(button) => <Button {...button}>Ver el cálculo</Button>}>
            Total menos aforo
          </Popover>
          {open.alert ? (
            <AlertDialog title="Error!" onClose={() => setOpen({ ...open, alert: false })}>
              Falta un dato
            </AlertDialog>
          ) : null}
        </Dialog>
      ) : null}
    </main>
  );
}

async function openSale() {
  const screen = await renderScreen(<Page />);
  const button = (name: string) => screen.getByRole('button', { name });
  await userEvent.click(button('Abrir'));
  const sale = screen.getByRole('dialog', { name: 'Venta' });
  await expect.element(sale).toHaveFocus();
  return { screen, button, sale };
}

describe('overlays', () => {
  it('keeps the height of overlays while the close button is hidden', async () => {
    for (const size of ['small', 'medium'] as const) {
      const sale = (closable: boolean) => (
        <Dialog title="Venta" size={size} closable={closable} onClose={() => undefined}>
          Enviando
        </Dialog>
      );
      const screen = await renderScreen(sale(true));
      const height = () => screen.getByRole('dialog', { name: 'Venta' }).element().clientHeight;
      const before = height();
      await screen.rerender(sale(false));
      await expect.element(screen.getByRole('button', { name: 'Cerrar' })).not.toBeInTheDocument();
      expect(height()).toBe(before);
      await screen.unmount();
    }
  });

  it('Escape closes overlays one by one, each returning the focus to its opener', async () => {
    const { screen, button, sale } = await openSale();
    const alert = screen.getByRole('alertdialog', { name: 'Error!' });
    await userEvent.click(button('Avisar'));
    await expect.element(button('Ok')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(button('Avisar')).toHaveFocus();

    const panel = screen.getByRole('dialog', { name: 'Cálculo' });
    await userEvent.click(button('Ver el cálculo'));
    await expect.element(panel).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button('Ver el cálculo')).toHaveFocus();
    await expect.element(sale).toBeVisible();

    await userEvent.keyboard('{Escape}');
    await expect.element(sale).not.toBeInTheDocument();
    await expect.element(button('Abrir')).toHaveFocus();
  });

  it('a popover passes on the click that closes it, and its button closes it too', async () => {
    const { screen, button } = await openSale();
    const panel = screen.getByRole('dialog', { name: 'Cálculo' });
    await userEvent.click(button('Ver el cálculo'));
    await expect.element(panel).toBeVisible();
    await userEvent.click(button('Ver el cálculo'));
    await expect.element(panel).not.toBeInTheDocument();
    await userEvent.click(button('Ver el cálculo'));
    await userEvent.click(button('Avisar'));
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(screen.getByRole('alertdialog', { name: 'Error!' })).toBeVisible();
  });

  it('a toast can be reached over a dialog', async () => {
    const { screen, button, sale } = await openSale();
    let isUndone = false;
    const undo = () => {
      isUndone = true;
    };
    showToast({ text: 'Se quitó la factura', action: { label: 'Deshacer', run: undo } });
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Se quitó la factura');
    await userEvent.click(button('Deshacer'));
    expect(isUndone).toBe(true);
    await expect.element(screen.getByRole('region', { name: 'Avisos' })).not.toBeInTheDocument();
    await expect.element(sale).toBeVisible();
  });
});

function Later({ load }: { load: () => Promise<string> }) {
  const [isNeeded, setNeeded] = useState(false);
  return <Button onClick={() => setNeeded(!isNeeded)}>{useLoaded(load, isNeeded) ?? 'Vacío'}</Button>;
}

it('code that could not be loaded is tried again when it is next needed', async () => {
  const answers = [null, 'Cargado'];
  const load = async (): Promise<string> => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  };
  const screen = await renderScreen(<Later load={load} />);
  await userEvent.click(screen.getByText('Vacío'));
  expect(answers).toHaveLength(1);
  await userEvent.click(screen.getByText('Vacío'));
  expect(answers).toHaveLength(1);
  await userEvent.click(screen.getByText('Vacío'));
  await expect.element(screen.getByText('Cargado')).toBeVisible();
});

describe('the focus of a removed control', () => {
  it('moves to the enclosing named part', async () => {
    const screen = await renderScreen(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Quitar el filtro' }));
    await expect.element(screen.getByRole('region', { name: 'Filtros' })).toHaveFocus();
  });

  it('moves to the heading when a dialog closes after its opener is gone', async () => {
    const { screen, button } = await openSale();
    await userEvent.click(button('Quitar lo que abrió'));
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('heading', { name: 'Facturas' })).toHaveFocus();
  });
});

it('shows two toasts at most, above the figures of a selection', async () => {
  await page.viewport(1100, 700);
  const labels = ['Seleccionadas', 'Recibes', 'Costo', 'BI en MXN', 'FB en MXN', 'BI en USD', 'FB en USD', 'Aforo'];
  const screen = await renderScreen(
    <div style={{ paddingBlockStart: '90dvh' }}>
      <ActionBar
        label="Selección"
        figures={labels.map((label) => (
          <ActionFigure key={label} label={label}>
            MXN 891,002.68
          </ActionFigure>
        ))}
      >
        <Button>Vender</Button>
      </ActionBar>
    </div>,
  );
  for (const text of ['Uno', 'Dos', 'Tres']) showToast({ text });
  const toasts = screen.getByRole('alertdialog');
  await expect.poll(() => toasts.elements().length).toBe(2);
  const bar = screen.getByRole('region', { name: 'Selección' }).element().getBoundingClientRect();
  for (const toast of toasts.elements()) expect(toast.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top);
  await page.viewport(1280, 800);
});

it.each([
  ['a sale on a phone', 390, 'workspace'],
  ['a question on a phone', 390, 'small'],
  ['a sale', 1440, 'workspace'],
  ['a form', 1440, 'medium'],
  ['a question', 1440, 'small'],
] as const)('toasts cover neither title nor buttons of %s', async (_, width, size) => {
  await page.viewport(width, 800);
  const footer = [<p key="money">Recibes MXN 891,002.68</p>, <Button key="sell">Vender mis facturas</Button>];
  const screen = await renderScreen(
    <Dialog title="VENDER FACTURAS" size={size} footer={footer} onClose={() => {}}>
      <p style={{ height: size === 'small' ? 80 : 440 }}>Facturas</p>
    </Dialog>,
  );
  for (const folio of ['A-1', 'A-2'])
    showToast({ text: `Se quitó la factura ${folio} de la venta. Sigue en tu lista.`, timeout: 60_000 });
  const toasts = () => screen.getByRole('alertdialog').elements();
  await expect.poll(() => toasts().length).toBe(2);
  const kept = ['VENDER FACTURAS', 'Recibes MXN 891,002.68', 'Vender mis facturas'].map((text) =>
    screen.getByText(text, { exact: true }).first().element(),
  );
  const closing = screen.getByRole('button', { name: 'Cerrar', exact: true }).elements();
  const covered = () =>
    [...kept, ...closing].filter((element) => {
      const one = element.getBoundingClientRect();
      return toasts()
        .map((toast) => toast.getBoundingClientRect())
        .some(
          ({ top, bottom, left, right }) =>
            top < one.bottom && bottom > one.top && left < one.right && right > one.left,
        );
    });
  await expect.poll(covered).toEqual([]);
  await page.viewport(1280, 800);
});

it('a dialog leaves its content half of the height at 400 % zoom', async () => {
  await page.viewport(320, 256);
  const screen = await renderScreen(
    <Dialog
      title="Términos y Condiciones"
      header={<p style={{ height: 60 }}>Pasos</p>}
      footer={['Anterior', 'No', 'Sí, acepto'].map((name) => <Button key={name}>{name}</Button>)}
      onClose={() => {}}
    >
      <p style={{ height: 400 }}>Cláusulas</p>
    </Dialog>,
  );
  const text = screen.getByText('Cláusulas').element();
  text.scrollIntoView({ block: 'center' });
  const shown = await new Promise<number>((resolve) => {
    new IntersectionObserver(([entry]) => resolve(entry?.intersectionRect.height ?? 0)).observe(text);
  });
  await page.viewport(1280, 800);
  expect(shown).toBeGreaterThan(128);
});
