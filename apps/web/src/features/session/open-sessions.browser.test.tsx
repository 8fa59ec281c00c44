import { endSession, listSessions, type SessionRecord } from '@anticipa/contract/users';
import { useLocation } from '@tanstack/react-router';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { OpenSessions } from './open-sessions.tsx';

beforeEach(() => signInAs(aUser()));

const session = (number: number, over: Partial<SessionRecord> = {}): SessionRecord => ({
  sessionId: `00000000-0000-4000-8000-00000000000${number}`,
  device: 'Firefox en Linux',
  address: '10.0.0.7',
  createdAt: '2026-03-01T16:00:00Z',
  lastUsedAt: '2026-03-03T05:59:00Z',
  current: false,
  ...over,
});
const Path = () => <output aria-label="Dirección">{useLocation().pathname}</output>;

async function show(...sessions: SessionRecord[]) {
  const now = { sessions };
  answer(listSessions).with(() => ({ data: now.sessions }));
  const screen = await renderScreen(
    <>
      <OpenSessions />
      <Path />
    </>,
  );
  const list = screen.getByRole('list', { name: 'Sesiones abiertas' });
  await expect.element(list).toBeVisible();
  return { screen, now, list };
}

it('[SES-06] names device, use, beginning and address of each session, and ends another one', async () => {
  const { screen, now, list } = await show(session(1, { current: true, device: '' }), session(2));
  const items = list.getByRole('listitem').elements();
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Esta sesión.*02-mar-2026 11:59 pm.*01-mar-2026 10:00 am.*10\.0\.0\.7/),
    expect.stringMatching(/^Firefox en Linux.*02-mar-2026 11:59 pm.*01-mar-2026 10:00 am.*10\.0\.0\.7/),
  ]);
  const other = screen.getByRole('button', { name: /^Cerrar sesión en Firefox en Linux, último uso/ });
  answer(endSession).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Espera un momento.'));
  await other.click();
  await expect.element(list.getByText('Espera un momento.')).toBeVisible();
  const ended = answer(endSession).with(() => {
    now.sessions = now.sessions.slice(0, 1);
    return { status: 'success' };
  });
  await other.click();
  await expect.element(other).not.toBeInTheDocument();
  expect(ended.map(({ params }) => params.sessionId)).toEqual([session(2).sessionId]);
  await expect.element(list).toHaveFocus();
});

it('[SES-08] the own session is ended by signing out', async () => {
  const { screen } = await show(session(1, { current: true }));
  await screen.getByRole('button', { name: 'Cerrar sesión en este dispositivo' }).click();
  await expect.element(screen.getByLabelText('Dirección')).toHaveTextContent('/logout');
});
