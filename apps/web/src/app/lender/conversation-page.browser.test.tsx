import { askLenderConfirmation, listLenderConfirmations } from '@anticipa/contract/confirmations';
import {
  handleLenderMessages,
  type LenderMessages,
  listLenderMessages,
  readLenderMessages,
  writeLenderMessage,
} from '@anticipa/contract/invoice-messages';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Conversation } from './conversation-page.tsx';

const documentId = '0198aaaa-0000-4000-8000-000000000001';
const message = {
  messageId: '0198aaaa-0000-4000-8000-000000000002',
  by: 'client',
  person: 'Ana Ruiz',
  at: '2026-03-10T18:00:00.000Z',
  text: 'Va la evidencia',
  files: [{ place: 1, name: 'entrega.pdf', type: 'application/pdf', size: 16 }],
  isHandled: false,
} as const;
const invoice = {
  folio: 'A-1',
  clientId: '0198aaaa-0000-4000-8000-000000000003',
  entityName: 'Aceros Ñandú',
  receiverName: 'Liverpool',
  isBought: false,
};

beforeEach(() => signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['riesgo'] })));

it('[EFE-29] an operator reads what a client wrote, which marks it, and answers with a document', async () => {
  let thread: LenderMessages = {
    data: [{ ...message, files: [...message.files] }],
    unread: 1,
    invoice,
    isWaiting: true,
  };
  answer(listLenderMessages).with(() => thread);
  answer(listLenderConfirmations).with(() => ({ data: [], obstacle: 'CONFIRMATION_ASKED' as const }));
  const read = answer(readLenderMessages).with(() => ({}));
  answer(handleLenderMessages).with(() => ({}));
  const sent = answer(writeLenderMessage).with(() => {
    thread = { ...thread, unread: 0, isWaiting: false };
    return { messageId: message.messageId };
  });
  const screen = await renderScreen(<Conversation documentId={documentId} />);
  await expect.element(screen.getByRole('heading', { name: 'Conversación sobre la factura A-1' })).toBeVisible();
  await expect.element(screen.getByText('Va la evidencia')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Descargar entrega.pdf' })).toBeVisible();
  await expect.element(screen.getByText('El cliente espera respuesta')).toBeVisible();
  await expect.poll(() => read.length).toBe(1);
  await screen.getByRole('textbox', { name: 'Mensaje' }).fill('Completo');
  await userEvent.upload(screen.getByLabelText('Adjuntar'), [
    new File(['%PDF-1.7'], 'acuse.pdf'),
    new File([new Uint8Array(1_999_999)], 'enorme.pdf'),
  ]);
  await expect.element(screen.getByText('Con enorme.pdf se pasa de 2 MB')).toBeVisible();
  await screen.getByRole('button', { name: 'Enviar' }).click();
  await expect.element(screen.getByText('El cliente espera respuesta')).not.toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ text: 'Completo', files: [{ fileName: 'acuse.pdf', data: btoa('%PDF-1.7') }] });
  await expect.element(screen.getByRole('textbox', { name: 'Mensaje' })).toHaveValue('');
});

it('[EFE-26] the answers of the receiver have their evidence, and another one can be asked for', async () => {
  const said = {
    verdict: 'objected',
    person: 'Zoe Pagos',
    position: 'Tesorera',
    reason: 'No se entregó',
    dueOn: null,
    at: '2026-03-11T18:00:00.000Z',
    address: '203.0.113.7',
    evidence: 'Proveedor: Aceros\n\nRespuesta: Objeta la factura',
    sha256: 'a'.repeat(64),
  } as const;
  const asked = {
    confirmationId: '0198aaaa-0000-4000-8000-000000000004',
    askedAt: '2026-03-10T18:00:00.000Z',
    askedBy: 'client',
    asked: 'Ana Pagos (a***@cliente.example)',
    state: 'answered',
    expiresAt: '2026-03-24T18:00:00.000Z',
    answer: said,
  } as const;
  answer(listLenderMessages).with(() => ({ data: [], unread: 0, invoice, isWaiting: false }));
  answer(listLenderConfirmations).with(() => ({ data: [asked], obstacle: null }));
  const asking = answer(askLenderConfirmation).with(() => ({ confirmationId: asked.confirmationId }));
  const screen = await renderScreen(<Conversation documentId={documentId} />);
  const card = screen.getByRole('region', { name: 'Confirmación del deudor' });
  for (const text of ['Objeta la factura', 'Zoe Pagos, Tesorera', 'No se entregó', '203.0.113.7', said.sha256])
    await expect.element(card.getByText(text)).toBeVisible();
  await expect.element(card).toMatchTextContent('Pedida por el proveedor');
  await expect.element(card.getByRole('button', { name: 'Descargar evidencia' })).toBeVisible();
  await card.getByRole('button', { name: 'Pedir otra vez' }).click();
  await expect.element(card.getByText('Se envió el correo. La liga vence en 14 días.')).toBeVisible();
  expect(asking).toHaveLength(1);
  await screen.unmount();
  // The client's text asks it to write to the lender.
  answer(listLenderConfirmations).with(() => ({ data: [], obstacle: 'CONFIRMATION_NO_CONTACT' }));
  const nobody = await renderScreen(<Conversation documentId={documentId} />);
  await expect.element(nobody.getByText(/^El deudor no tiene un contacto con correo/)).toBeVisible();
});

it('[EFE-29] does not mark a message as read while its page is in the background', async () => {
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  answer(listLenderMessages).with(() => ({
    data: [{ ...message, files: [...message.files] }],
    unread: 1,
    invoice,
    isWaiting: true,
  }));
  answer(listLenderConfirmations).with(() => ({ data: [], obstacle: 'CONFIRMATION_ASKED' as const }));
  const read = answer(readLenderMessages).with(() => ({}));
  const screen = await renderScreen(<Conversation documentId={documentId} />);
  await expect.element(screen.getByText('1 sin leer')).toBeVisible();
  expect(read).toHaveLength(0);
  seen.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => read.length).toBe(1);
});
