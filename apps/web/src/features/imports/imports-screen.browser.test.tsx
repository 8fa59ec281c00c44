import { checkImport, saveImport } from '@anticipa/contract/imports';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { ImportsScreen } from './imports-screen.tsx';

const none = { order: null, term: null, weekDays: null };
const fingerprint = 'a'.repeat(64);
const row = { row: 2, name: 'A 1', before: none, after: { ...none, order: 'OC7' }, problem: null };

beforeEach(() => signInAs(aUser()));

it('[EFE-22] shows what a pasted table changes and what is wrong with it before anything is saved', async () => {
  const wrong = { ...row, row: 3, name: 'A 9', problem: 'INVOICE_UNKNOWN' as const };
  answer(checkImport).with(() => ({ rows: [row, wrong], changes: 1, fingerprint }));
  const saved = answer(saveImport).with(() => ({ changed: 1 }));
  const screen = await renderScreen(<ImportsScreen />);
  await expect.element(screen.getByRole('button', { name: 'Plantilla en Excel' })).toBeVisible();
  await screen.getByRole('textbox', { name: 'O pégala desde Excel' }).fill('Folio\tOC\n1\toc 7\n9\tOC8');
  await screen.getByRole('button', { name: 'Revisar lo pegado' }).click();
  await expect.element(screen.getByText('1 cambio, 1 renglón con error')).toBeVisible();
  // On a phone it begins below the edge of the screen.
  await expect.element(screen.getByRole('region', { name: 'Revisión' })).toBeInViewport();
  expect(document.activeElement?.textContent).toMatch(/^Revisión/);
  const grid = screen.getByRole('grid', { name: 'Revisión' });
  await expect.element(grid).toMatchTextContent('No tienes una factura abierta con este nombre.');
  expect(saved).toHaveLength(0);
  await screen.getByRole('button', { name: 'Guardar 1 cambio' }).click();
  await expect.element(screen.getByText('Se guardó 1 cambio.')).toBeVisible();
  expect(saved[0]?.query).toEqual({ kind: 'orders', fingerprint });
  await expect.element(grid).toMatchTextContent('Guardado');
  await expect.element(screen.getByRole('textbox', { name: 'O pégala desde Excel' })).toHaveValue('');
  expect(document.activeElement?.textContent).toMatch(/^Revisión/);
  await expect.element(screen.getByRole('button', { name: 'Guardar 1 cambio' })).not.toBeInTheDocument();
});

it('[EFE-22] says of a file that is saved already that it changes nothing', async () => {
  const weekDays = { monday: false, tuesday: true, wednesday: false, thursday: false, friday: true };
  const terms = { ...none, term: 30, weekDays };
  answer(checkImport).with(() => ({
    rows: [{ ...row, name: 'COMERCIAL LUMEN', before: terms, after: terms }],
    changes: 0,
    fingerprint,
  }));
  const screen = await renderScreen(<ImportsScreen />, '/?cola=plazos');
  await userEvent.upload(screen.getByLabelText('Elegir archivo'), new File(['RFC'], 'plazos.csv'));
  await expect.element(screen.getByText('Esta tabla no cambia nada: ya está todo guardado.')).toBeVisible();
  await expect.element(screen.getByText('30 días · martes, viernes').first()).toBeVisible();
});

it('[EFE-22] a table that somebody else was faster with is checked again, and then saved', async () => {
  const seen = answer(checkImport).with(() => ({ rows: [row], changes: 1, fingerprint }));
  answer(saveImport).with(() => new Refusal(409, 'IMPORT_CHANGED', 'Alguien cambió estos datos'));
  const screen = await renderScreen(<ImportsScreen />);
  await userEvent.upload(screen.getByLabelText('Elegir archivo'), new File(['OC'], 'ordenes.csv'));
  await screen.getByRole('button', { name: 'Guardar 1 cambio' }).click();
  await expect.element(screen.getByText('Alguien cambió estos datos')).toBeVisible();
  // Saving the same would be refused again.
  await expect.element(screen.getByRole('button', { name: 'Guardar 1 cambio' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Revisar otra vez' }).click();
  await expect.element(screen.getByRole('button', { name: 'Guardar 1 cambio' })).toBeVisible();
  expect(seen).toHaveLength(2);
});
