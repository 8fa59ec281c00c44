import { type ClientUser, clearPersonFactor, createUser, getClient, updateUser } from '@anticipa/contract/users';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { es } from './es.ts';
import { UsersScreen } from './users-screen.tsx';

// Calls are repeated at once.
skipWaits('retries');

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
  saleRight: 'accept',
  acceptUpTo: null,
  syncAllowed: false,
  addedBy: null,
  mustChangePassword: false,
  hasSecondFactor: false,
  hasDeclined: false,
  notifications: { initialDeposit: true, desyncSAT: true, sales: true },
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
    return { screen, desync: notifications.getByRole('switch', { name: 'Desconexión del SAT' }) };
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
    .toEqual([{ initialDeposit: true, desyncSAT: false, sales: true }]);
});

describe('the people of a company, for an administrator', () => {
  const admin = aUser();
  const elena: ClientUser = { ...ana, userId: admin.userId, email: admin.email, firstName: 'Elena', isAdmin: true };
  const tomas: ClientUser = { ...ana, userId: '00000000-0000-4000-8000-000000000002', firstName: 'Tomás' };
  const show = async (people = [elena, tomas]) => {
    answer(getClient).with(() => ({
      data: {
        clientId: me.userId,
        rfc: RFC,
        entityName: 'Comercial Ñandú',
        taxRegime: 'PM',
        ClientUsers: people,
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

  it('[DIN-113] on a phone the people are behind their title, until someone is added', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    await signInAs(admin);
    const screen = await show();
    const person = screen.getByText('Tomás', { exact: false });
    await expect.element(screen.getByRole('button', { name: 'Lista de Usuarios' })).toBeVisible();
    expect(person.elements()).toEqual([]);
    await screen.button('Agregar Usuario').click();
    await expect.element(person.first()).toBeVisible();
  });

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

  it('[PER-04] [PER-05] sends every field to its own place, and permissions that changed', async () => {
    await signInAs(admin);
    const calls = answer(updateUser).with(() => ({ message: 'USER_UPDATED', user: tomas }));
    const { field, button, getByRole } = await show();
    await button(/Tomás Ruiz/).click();
    await userEvent.fill(field('Nombre'), 'Tom');
    await userEvent.fill(field('Apellido Paterno'), 'Ríos');
    await userEvent.fill(field('Apellido Materno'), 'Paz');
    await userEvent.fill(field('Teléfono Fijo'), '6141234567');
    await userEvent.fill(field('Celular'), '5512345678');
    for (const name of ['Depósito de facturas', 'Es administrador']) await getByRole('switch', { name }).click();
    await button('Actualizar datos').click();
    await expect
      .poll(() => calls.map(({ params, body }) => ({ ...params, ...body })))
      .toEqual([
        {
          userId: tomas.userId,
          firstName: 'Tom',
          lastName: 'Ríos',
          motherSurname: 'Paz',
          phone: '6141234567',
          mobile: '5512345678',
          notifications: { initialDeposit: false, desyncSAT: true, sales: true },
          isAdmin: true,
        },
      ]);
  });

  it('[DER-02] [DER-04] sets what a person may do about sales, but leaves somebody who sells any amount', async () => {
    await signInAs(admin);
    const calls = answer(updateUser).with(() => ({ message: 'USER_UPDATED', user: tomas }));
    const { field, button, getByLabelText, getByText, getByRole } = await show();
    await button(/Tomás Ruiz/).click();
    await userEvent.fill(field('Acepta hasta (MXN)'), 'mucho');
    await button('Actualizar datos').click();
    await expect.element(field('Acepta hasta (MXN)')).toHaveAccessibleDescription(/Escribe un monto mayor que cero/);
    await userEvent.fill(field('Acepta hasta (MXN)'), '500,000');
    await button('Actualizar datos').click();
    await expect.poll(() => calls.map(({ body }) => body.acceptUpTo)).toEqual(['500000.00']);
    await getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
    await userEvent.selectOptions(getByLabelText('Ventas y cambios'), 'prepare');
    await expect.element(field('Acepta hasta (MXN)')).not.toBeInTheDocument();
    expect(getByText('Al menos un usuario debe poder aceptar ventas de cualquier monto').elements()).toEqual([]);
  });

  it('[DER-04] says that the last person who sells any amount must stay one', async () => {
    await signInAs(admin);
    const { button, getByLabelText, getByText } = await show([elena, { ...tomas, saleRight: 'prepare' }]);
    await expect.element(getByText('Prepara', { exact: true })).toBeVisible();
    await button(/Elena Ruiz/).click();
    await userEvent.selectOptions(getByLabelText('Ventas y cambios'), 'consult');
    await expect.element(getByText('Al menos un usuario debe poder aceptar ventas de cualquier monto')).toBeVisible();
  });

  it('[RES-07] [PER-12] adds one person, however often the answer is lost', async () => {
    await signInAs(admin);
    const { field, button, getByRole } = await show();
    await button('Agregar Usuario').click();
    await userEvent.fill(field('Email'), 'ana@norte.demo');
    await userEvent.fill(field('Nombre'), 'Ana');
    await userEvent.fill(field('Apellido Paterno'), 'Ruiz');
    const lost = answer(createUser).with(() => Promise.reject(new TypeError('Failed to fetch')));
    await button('Guardar nuevo usuario').click();
    await expect.element(getByRole('alertdialog').getByText(/^No hay conexión con el servidor/)).toBeVisible();
    await getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
    await expect.element(field('Email')).toHaveValue('ana@norte.demo');
    const repeated = answer(createUser).with(() => ({
      message: 'USER_CREATED_AND_NOTIFIED_BY_EMAIL',
      user: { ...tomas, firstName: 'Ana' },
    }));
    await button('Guardar nuevo usuario').click();
    await expect.element(getByRole('alertdialog', { name: '¡Éxito!' })).toBeVisible();
    expect(new Set([...lost, ...repeated].map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(repeated[0]?.body).toMatchObject({ email: 'ana@norte.demo', active: true, isAdmin: false });
  });

  it('[PER-11] warns administrators who are about to take their own rights away', async () => {
    await signInAs(admin);
    const boss: ClientUser = { ...tomas, isAdmin: true };
    const { button, getByRole, getByText } = await show([elena, boss]);
    await button(/Tomás Ruiz/).click();
    await getByRole('switch', { name: 'Es administrador' }).click();
    await button('DESCARTAR CAMBIOS').click();
    await expect.element(getByRole('switch', { name: 'Es administrador' })).toBeChecked();
    await button(/Elena Ruiz/).click();
    await getByRole('switch', { name: 'Es administrador' }).click();
    await expect.element(getByText(es.warning.ownRights)).toBeVisible();
    await getByRole('switch', { name: 'Acceso al portal' }).click();
    await expect.element(getByText(es.warning.ownAccess)).toBeVisible();
  });

  it('[PER-02] people can be searched from nine on', async () => {
    await signInAs(admin);
    const many = Array.from({ length: 8 }, (_, index) => ({
      ...tomas,
      userId: `00000000-0000-4000-8000-0000000000${index + 10}`,
      firstName: `Persona ${index}`,
    }));
    const { button, getByRole, getByText } = await show([elena, ...many]);
    await userEvent.fill(getByRole('searchbox'), 'persona 3');
    await expect.element(button(/Persona 3 Ruiz/)).toBeVisible();
    await expect.element(getByText('Persona 4 Ruiz Peña')).not.toBeInTheDocument();
  });
});

it('[FAC-07] an administrator takes the lost second factor of a colleague away, with a reason', async () => {
  await signInAs({ ...me, isAdmin: true });
  const lost: ClientUser = { ...ana, userId: crypto.randomUUID(), firstName: 'Luz', hasSecondFactor: true };
  let people = [{ ...ana, isAdmin: true }, lost];
  answer(getClient).with(() => ({
    data: { clientId: me.userId, rfc: RFC, entityName: 'Comercial Ñandú', taxRegime: 'PM', ClientUsers: people },
  }));
  const cleared = answer(clearPersonFactor).with(() => {
    const user = { ...lost, hasSecondFactor: false };
    people = [{ ...ana, isAdmin: true }, user];
    return { user };
  });
  const screen = await renderScreen(<UsersScreen rfc={RFC} companyAction={null} />);
  await screen.getByRole('button', { name: /Luz Ruiz/ }).click();
  const name = 'Quitar el segundo factor de Luz Ruiz Peña';
  await screen.getByRole('button', { name }).click();
  const dialog = screen.getByRole('dialog', { name });
  await dialog.getByLabelText('Motivo').fill('Perdió su teléfono');
  await dialog.getByRole('button', { name: 'Quitar segundo factor' }).click();
  await expect.element(screen.getByText('No tiene: entra solo con su contraseña.')).toBeVisible();
  expect(cleared.map(({ body }) => body)).toEqual([{ reason: 'Perdió su teléfono' }]);
});
