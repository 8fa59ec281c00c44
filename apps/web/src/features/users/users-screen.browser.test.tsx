import { type ClientUser, createUser, getClient, updateUser } from '@anticipa/contract/users';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { UsersScreen } from './users-screen.tsx';

const RFC = 'CNA010101AAA';
const me = aUser({ isAdmin: false });
const ana: ClientUser = {
  userId: me.userId,
  clientId: me.userId,
  email: me.email,
  firstName: 'Ana',
  lastName: 'Ruiz',
  motherSurname: 'Peña',
  phone: '',
  mobile: '',
  active: true,
  isAdmin: false,
  syncAllowed: false,
  addedBy: null,
  mustChangePassword: false,
  notifications: { initialDeposit: true, desyncSAT: true },
};

describe('the profile of a person without administrator rights', () => {
  it('[PER-03] [PER-05] sends what was edited and offers no permissions', async () => {
    let saved = ana;
    await signInAs(me);
    answer(getClient).with(() => ({
      data: { clientId: me.userId, rfc: RFC, entityName: 'Comercial Ñandú', taxRegime: 'PM', ClientUsers: [saved] },
    }));
    const calls = answer(updateUser).with(({ body }) => {
      saved = { ...saved, firstName: body.firstName };
      return { message: 'USER_UPDATED', user: saved };
    });
    const screen = await renderScreen(<UsersScreen rfc={RFC} companyAction={null} />);
    await expect.element(screen.getByText('Persona Moral')).toBeVisible();
    await userEvent.fill(screen.getByRole('textbox', { name: 'Nombre', exact: true }), 'Anabel');
    await expect.element(screen.getByRole('switch', { name: 'Depósito de facturas' })).toBeChecked();
    await expect.element(screen.getByRole('switch', { name: 'Es administrador' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Actualizar datos' }).click();
    await expect.element(screen.getByRole('alertdialog', { name: '¡Éxito!' })).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({ firstName: 'Anabel', lastName: 'Ruiz' });
    expect(calls[0]?.body).not.toHaveProperty('isAdmin');
  });
});

it('[PER-16] whether a lost sync is notified is chosen beside the deposits, by those who may sync', async () => {
  const switchOf = async (syncAllowed: boolean) => {
    await signInAs(me);
    answer(getClient).with(() => ({
      data: {
        clientId: me.userId,
        rfc: RFC,
        entityName: 'Comercial Ñandú',
        taxRegime: 'PM',
        ClientUsers: [{ ...ana, syncAllowed }],
      },
    }));
    const screen = await renderScreen(<UsersScreen rfc={RFC} companyAction={null} />);
    const notifications = screen.getByRole('group', { name: 'Notificaciones por correo' });
    await expect.element(notifications.getByRole('switch', { name: 'Depósito de facturas' })).toBeChecked();
    return { screen, desync: notifications.getByRole('switch', { name: 'Desconexión de la autoridad fiscal' }) };
  };
  const without = await switchOf(false);
  await expect.element(without.desync).not.toBeInTheDocument();
  await without.screen.unmount();
  const calls = answer(updateUser).with(() => ({ message: 'USER_UPDATED', user: ana }));
  const { screen, desync } = await switchOf(true);
  await expect.element(desync).toBeChecked();
  await desync.click();
  await screen.getByRole('button', { name: 'Actualizar datos' }).click();
  await expect
    .poll(() => calls.map(({ body }) => body.notifications))
    .toEqual([{ initialDeposit: true, desyncSAT: false }]);
});

describe('the people of a company, for an administrator', () => {
  const admin = aUser();
  const elena: ClientUser = { ...ana, userId: admin.userId, email: admin.email, firstName: 'Elena', isAdmin: true };
  const tomas: ClientUser = { ...ana, userId: '00000000-0000-4000-8000-000000000002', firstName: 'Tomás' };
  const show = async () => {
    answer(getClient).with(() => ({
      data: {
        clientId: me.userId,
        rfc: RFC,
        entityName: 'Comercial Ñandú',
        taxRegime: 'PM',
        ClientUsers: [elena, tomas],
      },
    }));
    const screen = await renderScreen(<UsersScreen rfc={RFC} companyAction={null} />);
    await expect.element(screen.getByText('Persona Moral')).toBeVisible();
    return {
      ...screen,
      field: (name: string) => screen.getByRole('textbox', { name, exact: true }),
      button: (name: string | RegExp) => screen.getByRole('button', { name }),
    };
  };

  it('[PER-09] [PER-13] checks a field when it is left, all on submitting, and shows refusals at their field', async () => {
    await signInAs(admin);
    const calls = answer(createUser).with(
      () => new Refusal(409, 'EMAIL_ALREADY_REGISTERED', 'El correo ya se encuentra registrado'),
    );
    const { field, button, getByRole } = await show();
    await button('Agregar Usuario').click();
    await expect.element(field('Email')).toHaveFocus();
    await userEvent.keyboard('ana{Tab}{Tab}');
    await expect.element(field('Email')).toHaveAccessibleDescription(/Ingresa un email válido/);
    await expect.element(field('Nombre')).not.toHaveAttribute('aria-invalid');
    await button('Guardar nuevo usuario').click();
    await expect.element(field('Nombre')).toHaveAccessibleDescription('El nombre es requerido');
    await expect.element(field('Apellido Paterno')).toHaveAccessibleDescription('El nombre es requerido');
    await expect.element(field('Email')).toHaveFocus();
    await userEvent.keyboard('@norte.demo');
    await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
    await userEvent.fill(field('Nombre'), 'Ana');
    await userEvent.fill(field('Apellido Paterno'), 'Ruiz');
    await button('Guardar nuevo usuario').click();
    await getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
    await expect.element(field('Email')).toHaveAccessibleDescription('El correo ya se encuentra registrado');
    await expect.element(field('Email')).toHaveFocus();
    expect(calls).toHaveLength(1);
  });

  it('[PER-07] keeps edits over a reload, until they equal the saved values', async () => {
    await signInAs(admin);
    const before = await show();
    await before.button(/Tomás Ruiz/).click();
    await userEvent.fill(before.field('Nombre'), 'Tom');
    await before.unmount();
    const { field, button, getByText } = await show();
    await expect.element(field('Nombre')).toHaveValue('Tom');
    await expect.element(getByText(/^Recuperamos lo que habías escrito/)).toBeVisible();
    await userEvent.fill(field('Nombre'), 'Tomás');
    await expect.element(getByText('No hay cambios por guardar.')).toBeVisible();
    await button(/Elena Ruiz/).click();
    await expect.element(field('Nombre')).toHaveValue('Elena');
  });

  it('[PER-04] keeps the caret in place while a phone is corrected', async () => {
    await signInAs(admin);
    const { field, button } = await show();
    await button(/Tomás Ruiz/).click();
    await field('Celular').click();
    await userEvent.keyboard('5512345678{Home}{ArrowRight}{ArrowRight}{Backspace}6');
    await expect.element(field('Celular')).toHaveValue('(651)-234-56-78');
  });
});
