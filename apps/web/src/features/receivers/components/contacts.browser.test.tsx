import {
  downloadNoticeEvidence,
  getReceiverContacts,
  type ReceiverContacts,
  recordNotice,
  removeReceiverContact,
  saveReceiverContact,
  setReceiverReminders,
} from '@anticipa/contract/receiver-contacts';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { answer, Refusal } from '../../../testing/server.ts';
import { aUser, signInAs } from '../../../testing/signed-in.ts';
import { Contacts } from './contacts.tsx';

const id = (place: number): string => `00000000-0000-4000-8000-00000000000${place}`;
const laura = {
  contactId: id(3),
  name: 'Laura Pérez',
  email: 'pagos@nandu.mx',
  phone: '5512345678',
  area: 'Pagos',
  lastMail: null,
};
const recorded = { by: 'Ana Ruiz', at: '2026-03-09T18:00:00.000Z' };
const kept = (over: Partial<ReceiverContacts> = {}): ReceiverContacts => ({
  today: '2026-03-10',
  isReminded: false,
  contacts: [laura],
  clients: [
    { clientId: id(2), entityName: 'Aceros del Norte', notices: [] },
    {
      clientId: id(4),
      entityName: 'Textiles del Sur',
      notices: [
        {
          number: 2,
          given: { on: '2026-03-08', way: 'in-person', evidence: 'acuse.pdf' },
          reason: 'fue un día antes',
          ...recorded,
        },
        { number: 1, given: { on: '2026-03-09', way: 'notary', evidence: 'acuse.pdf' }, reason: null, ...recorded },
      ],
    },
  ],
  ...over,
});
const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
const show = (data: ReceiverContacts = kept()) => {
  answer(getReceiverContacts).with(() => data);
  return renderScreen(<Contacts companyId={id(1)} />);
};
beforeEach(() => signInWith(['cobranza']));

it('[DIN-75] a contact is added, refused at its field, corrected and deleted', async () => {
  const saved = answer(saveReceiverContact).with(
    () =>
      new Refusal(409, 'CONTACT_KNOWN', 'Ya existe.', [
        { path: 'email', code: 'CONTACT_KNOWN', message: 'Ya existe.' },
      ]),
  );
  const removed = answer(removeReceiverContact).with(() => ({}));
  const screen = await show();
  const card = screen.getByRole('region', { name: 'Contactos' });
  await expect
    .element(card.getByRole('listitem').first())
    .toMatchTextContent(/Laura Pérez.*pagos@nandu.mx · 5512345678.*Pagos/);
  await card.getByRole('button', { name: 'Agregar contacto' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Hugo Luna');
  await dialog.getByRole('textbox', { name: 'Correo' }).fill('hugo');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(dialog.getByText('Escribe un correo, como pagos@empresa.com.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Correo' }).fill('hugo@nandu.mx');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(dialog.getByText('Ya existe.')).toBeVisible();
  answer(saveReceiverContact).with(() => ({ contactId: id(5) }));
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(screen.getByText('Contacto guardado.')).toBeVisible();
  expect(saved[0]?.body).toEqual({
    contactId: null,
    name: 'Hugo Luna',
    email: 'hugo@nandu.mx',
    phone: null,
    area: null,
  });
  await card.getByRole('button', { name: 'Borrar Laura Pérez' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
  await expect.element(screen.getByText('Contacto borrado.')).toBeVisible();
  expect(removed.map(({ params }) => params.contactId)).toEqual([id(3)]);
});

it('[DIN-76] a first notice needs its file, a correction a reason, and the history stays readable', async () => {
  const sent = answer(recordNotice).with(() => ({ number: 1 }));
  const downloads = answer(downloadNoticeEvidence).with(() => ({ fileName: 'acuse.pdf', base64: 'JVBERi0=' }));
  const screen = await show();
  const card = screen.getByRole('region', { name: 'Notificación de la cesión' });
  await card.getByRole('button', { name: 'Registrar notificación de Aceros del Norte' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Día en que la recibió' }).fill('11/03/2026');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(dialog.getByText('Elige hoy o un día anterior.')).toBeVisible();
  await expect.element(dialog.getByText('Agrega el archivo.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Día en que la recibió' }).fill('09/03/2026');
  await dialog.getByRole('combobox', { name: 'Vía' }).selectOptions('Ante notario o corredor');
  const file = new File(['%PDF-'], 'testimonio.pdf', { type: 'application/pdf' });
  await userEvent.upload(dialog.getByLabelText('Acuse o testimonio'), file);
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(screen.getByText('Notificación registrada.')).toBeVisible();
  await card.getByRole('button', { name: 'Retirar notificación de Textiles del Sur' }).click();
  await screen.getByRole('dialog').getByLabelText('Motivo').fill('era de otra factura');
  await screen.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await expect.element(screen.getByText('Notificación retirada.')).toBeVisible();
  expect(sent.map(({ params, body }) => [params.clientId, body])).toEqual([
    [
      id(2),
      {
        given: { on: '2026-03-09', way: 'notary', evidence: { fileName: 'testimonio.pdf', data: 'JVBERi0=' } },
        reason: null,
      },
    ],
    [id(4), { given: null, reason: 'era de otra factura' }],
  ]);
  await card.getByText('Historia (1)').click();
  await card.getByRole('button', { name: 'Descargar acuse.pdf' }).last().click();
  await expect.poll(() => downloads.map(({ params }) => params.number)).toEqual([1]);
});

it('[DIN-75] without the role both are only read', async () => {
  await signInWith(['auditor']);
  const screen = await show(kept({ contacts: [] }));
  await expect.element(screen.getByText(/^Sin contactos/)).toBeVisible();
  expect(screen.getByRole('button', { name: /Agregar|Registrar|Corregir|Retirar/ }).elements()).toEqual([]);
});

it('[DIN-77] reminders are switched on for the receiver, and a mail that its server refused is shown with the reason', async () => {
  const sent = answer(setReceiverReminders).with(() => ({}));
  const lastMail = { state: 'bounced', at: '2026-03-09T15:00:00.000Z', error: '550 no such user' } as const;
  const screen = await show(kept({ contacts: [{ ...laura, lastMail }] }));
  const card = screen.getByRole('region', { name: 'Contactos' });
  await expect.element(card).toMatchTextContent(/Último recordatorio: 09-mar-2026.*rebotado.*550 no such user/);
  await card.getByRole('button', { name: 'Encender recordatorios' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Motivo').fill('ya tiene contactos');
  await dialog.getByRole('button', { name: 'Encender recordatorios' }).click();
  await expect.element(screen.getByText('Recordatorios encendidos.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ isOn: true, reason: 'ya tiene contactos' }]);
});
