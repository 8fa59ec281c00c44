import { listMessages, type Message, repeatMessage } from '@anticipa/contract/outbox';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { MessagesScreen } from './messages-screen.tsx';

const aMessage = (over: Partial<Message>): Message => ({
  id: '00000000-0000-4000-8000-000000000001',
  clientId: '00000000-0000-4000-8000-00000000000c',
  entityName: 'Aceros Ñandú',
  kind: 'sale-deposit',
  state: 'bounced',
  createdAt: '2026-03-10T18:00:00.000Z',
  deliveredAt: null,
  attempts: 1,
  sentTo: 'ana@aceros.test',
  lastError: '550 5.1.1 <ana@aceros.test>: user unknown',
  isMailed: false,
  isRepeated: false,
  ...over,
});

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(() => signInWith(['soporte']));

const button = { name: 'Reenviar: Depósito de venta, Aceros Ñandú' };

it('shows why a message bounced, and sends it again after a question', async () => {
  let isRepeated = false;
  answer(listMessages).with(() => ({ data: [aMessage({ isRepeated })] }));
  const repeated = answer(repeatMessage).with(() => {
    isRepeated = true;
    return { message: aMessage({ state: 'waiting' }) };
  });
  const screen = await renderScreen(<MessagesScreen />);
  await expect.element(screen.getByText('El servidor no acepta la dirección del destinatario')).toBeVisible();
  await screen.getByRole('button', button).click();
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog.getByText(/El servidor no aceptó ana@aceros.test/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Reenviar' }).click();
  await expect.element(screen.getByText('Reenviado', { exact: true }).first()).toBeVisible();
  expect(repeated).toHaveLength(1);
});

it('keeps the question open when the table turns into cards', async () => {
  answer(listMessages).with(() => ({ data: [aMessage({})] }));
  const screen = await renderScreen(<MessagesScreen />);
  await screen.getByRole('button', button).click();
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(390, 844);
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
});

it('explains a refusal in the question', async () => {
  answer(listMessages).with(() => ({ data: [aMessage({})] }));
  answer(repeatMessage).with(() => new Refusal(409, 'MESSAGE_REPEATED', 'Este correo ya se envió otra vez.'));
  const screen = await renderScreen(<MessagesScreen />);
  await screen.getByRole('button', button).click();
  const dialog = screen.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Reenviar' }).click();
  await expect.element(dialog.getByText(/Este correo ya se envió otra vez/)).toBeVisible();
});

it('[AVI-24] says of a message to a phone how far it came, why not, and that it went by mail', async () => {
  const ids = ['1', '2', '3', '4'].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
  const [read = '', refused = '', late = '', gone = ''] = ids;
  const toPhone = { kind: 'whatsapp', sentTo: '5218187654321', lastError: null } as const;
  answer(listMessages).with(() => ({
    data: [
      aMessage({ id: read, ...toPhone, state: 'read' }),
      aMessage({ id: refused, ...toPhone, state: 'refused', lastError: 'error 131026', isMailed: true }),
      aMessage({ id: late, ...toPhone, state: 'arrived', isMailed: true }),
      aMessage({ id: gone, kind: 'push', sentTo: null, state: 'refused', lastError: 'every browser is gone' }),
    ],
  }));
  const screen = await renderScreen(<MessagesScreen />);
  const rows = screen.getByRole('row');
  await expect.element(rows.filter({ hasText: 'Leído' }).filter({ hasText: 'Aviso por WhatsApp' })).toBeVisible();
  const unknown = 'El número no recibe mensajes de WhatsApp. El aviso se mandó por correo';
  await expect.element(rows.filter({ hasText: 'Rechazado' }).filter({ hasText: unknown })).toBeVisible();
  await expect.element(rows.filter({ hasText: 'Entregado' }).filter({ hasText: 'por correo' })).toBeVisible();
  await expect.element(rows.filter({ hasText: 'El navegador ya no recibe avisos' })).toBeVisible();
});

it('[AVI-23] offers nothing for links, for phones, for messages still tried, or to auditors', async () => {
  const ids = ['1', '2', '3', '4', '5'].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
  const [link = '', tried = '', sent = '', phone = '', browser = ''] = ids;
  answer(listMessages).with(() => ({
    data: [
      aMessage({ id: link, kind: 'recovery-link' }),
      aMessage({ id: tried, state: 'retrying' }),
      aMessage({ id: sent, state: 'sent', lastError: null }),
      aMessage({ id: phone, kind: 'whatsapp', state: 'sent', lastError: null }),
      aMessage({ id: browser, kind: 'push', state: 'given-up' }),
    ],
  }));
  const screen = await renderScreen(<MessagesScreen />);
  await expect.poll(() => screen.getByRole('button', { name: /^Reenviar/ }).elements()).toHaveLength(1);
  await screen.unmount();
  signInWith(['auditor']);
  const again = await renderScreen(<MessagesScreen />);
  await expect.element(again.getByText('Enviado', { exact: true }).first()).toBeVisible();
  expect(again.getByRole('button', { name: /^Reenviar/ }).elements()).toEqual([]);
  await again.unmount();
  answer(listMessages).with(() => ({ data: [] }));
  const none = await renderScreen(<MessagesScreen />);
  await expect.element(none.getByText('Todavía no hay mensajes')).toBeVisible();
  await none.getByRole('button', { name: 'Rebotado' }).click();
  await expect.element(none.getByText('No hay mensajes así')).toBeVisible();
});
