import { answerConfirmation, openConfirmation } from '@anticipa/contract/confirmations';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { ConfirmScreen } from './confirm-screen.tsx';

const shown = 'Proveedor: Aceros\nFactura: A 1\nUUID: U-1\nTotal: MXN 116,000.00\nVence: Sin fecha acordada';
const days = { today: '2026-03-10', earliest: '2026-03-10', latest: '2026-08-28' };
const show = (key: string) => {
  window.location.hash = `k=${key}`;
  return renderScreen(<ConfirmScreen />);
};
afterEach(() => {
  window.history.replaceState(null, '', window.location.pathname);
  window.sessionStorage.clear();
});

it('[EFE-25] a receiver sees one invoice, and answers by a button with its name and what its answer needs', async () => {
  const opened = answer(openConfirmation).with(() => ({ shown, answered: null, ...days }));
  const answered = answer(answerConfirmation).with(({ body }) => ({ answered: body.verdict }));
  const screen = await show('llave');
  await expect.element(screen.getByText('MXN 116,000.00')).toBeVisible();
  expect(opened[0]?.body).toEqual({ key: 'llave' });
  expect(window.location.hash).toBe('');
  const send = screen.getByRole('button', { name: 'Enviar respuesta' });
  await send.click();
  await expect.element(screen.getByText('Elige una respuesta.')).toBeVisible();
  await expect.element(screen.getByRole('radio').first()).toHaveFocus();
  await screen.getByRole('radio', { name: 'La objeto' }).click();
  await screen.getByRole('textbox', { name: 'Tu nombre' }).fill('Zoe Pagos');
  await screen.getByRole('textbox', { name: 'Tu puesto' }).fill('Tesorera');
  await send.click();
  await expect.element(screen.getByText('Escribe el motivo, con 5 letras o más.')).toBeVisible();
  expect(answered).toHaveLength(0);
  await screen.getByRole('textbox', { name: 'Motivo' }).fill('No se entregó');
  await send.click();
  await expect.element(screen.getByText('Gracias, quedó registrado')).toBeVisible();
  await expect.element(send).not.toBeInTheDocument();
  expect(answered[0]?.body).toEqual({
    key: 'llave',
    verdict: 'objected',
    person: 'Zoe Pagos',
    position: 'Tesorera',
    reason: 'No se entregó',
    dueOn: null,
  });
});

it.each([
  ['past', '09/03/2026'],
  ['distant', '29/08/2026'],
])('[EFE-25] a %s day of payment is refused with the days that can be chosen', async (_, typed) => {
  answer(openConfirmation).with(() => ({ shown, answered: null, ...days }));
  const answered = answer(answerConfirmation).with(({ body }) => ({ answered: body.verdict }));
  const screen = await show('llave');
  await screen.getByRole('radio', { name: 'La confirmo, pero se paga otro día' }).click();
  await screen.getByRole('textbox', { name: 'Tu nombre' }).fill('Zoe Pagos');
  await screen.getByRole('textbox', { name: 'Tu puesto' }).fill('Tesorera');
  const day = screen.getByRole('textbox', { name: 'Día en que se paga' });
  const send = screen.getByRole('button', { name: 'Enviar respuesta' });
  await day.fill(typed);
  await send.click();
  await expect.element(screen.getByText('Elige un día del 10/03/2026 al 28/08/2026.')).toBeVisible();
  expect(answered).toHaveLength(0);
  await day.fill('28/08/2026');
  await send.click();
  await expect.element(screen.getByText('Gracias, quedó registrado')).toBeVisible();
  expect(answered[0]?.body).toMatchObject({ dueOn: '2026-08-28' });
});

it('[EFE-25] a reload opens the same invoice, and nothing of it once it is answered', async () => {
  const opened = answer(openConfirmation).with(() => ({ shown, answered: null, ...days }));
  const first = await show('llave');
  await expect.element(first.getByText('MXN 116,000.00')).toBeVisible();
  await first.unmount();
  const again = await renderScreen(<ConfirmScreen />);
  await expect.element(again.getByText('MXN 116,000.00')).toBeVisible();
  expect(opened.map(({ body }) => body)).toEqual([{ key: 'llave' }, { key: 'llave' }]);
  await again.unmount();
  answer(openConfirmation).with(() => ({ shown: null, answered: 'confirmed', ...days }));
  const later = await renderScreen(<ConfirmScreen />);
  await expect.element(later.getByText(/Confirmaste la factura\./)).toBeVisible();
  expect(later.container.textContent).not.toContain('Proveedor');
});

it('[EFE-25] a link that is no longer valid shows nothing of an invoice', async () => {
  answer(openConfirmation).with(() => new Refusal(422, 'CONFIRMATION_LINK_INVALID', 'Esta liga venció'));
  const screen = await show('otra');
  await expect.element(screen.getByText('Esta liga ya no sirve')).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
