import { login, logout } from '@anticipa/contract/session';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { TextField } from '../../ui/field/field.tsx';
import { Lock } from './lock.tsx';

const MINUTE_MS = 60_000;
const operator = aUser({ kind: 'operator', client: null, clientId: null, email: 'mesa@anticipa.test' });

beforeEach(async () => {
  localStorage.clear();
  await signInAs(operator);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const desk = () =>
  renderScreen(
    <>
      <TextField label="Nota" />
      <Lock />
    </>,
  );

it('[OPE-01] hides the desk after 15 minutes without use and ends the session; the same operator goes on', async () => {
  const ended = answer(logout).with(() => ({ status: 'success' }));
  const screen = await desk();
  const note = screen.getByLabelText('Nota');
  await note.fill('falta la orden');
  vi.advanceTimersByTime(14 * MINUTE_MS);
  await userEvent.keyboard('.');
  vi.advanceTimersByTime(14 * MINUTE_MS);
  await expect.element(note).toBeVisible();
  expect(ended.length).toBe(0);
  vi.advanceTimersByTime(MINUTE_MS + 5_000);
  const lock = screen.getByRole('dialog', { name: 'Mesa bloqueada' });
  await expect.element(lock).toBeVisible();
  expect(getComputedStyle(note.element()).visibility).toBe('hidden');
  await expect.poll(() => ended.length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(lock).toBeVisible();

  answer(login).with(() => ({ user: operator, token: 'second', recoverKey: null }));
  await lock.getByLabelText('Contraseña', { exact: true }).fill('secreto-de-mesa');
  await lock.getByRole('button', { name: 'Entrar' }).click();
  await expect.element(lock).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('falta la orden.');
});

it('stays open while another tab of the desk is used', async () => {
  const ended = answer(logout).with(() => ({ status: 'success' }));
  const screen = await desk();
  vi.advanceTimersByTime(14 * MINUTE_MS);
  localStorage.setItem('anticipa.last-use', String(Date.now()));
  vi.advanceTimersByTime(14 * MINUTE_MS);
  await expect.element(screen.getByLabelText('Nota')).toBeVisible();
  expect(ended.length).toBe(0);
});
