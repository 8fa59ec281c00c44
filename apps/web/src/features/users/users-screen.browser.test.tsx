import { type ClientUser, getClient, updateUser } from '@anticipa/contract/users';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
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
  notifications: { initialDeposit: true },
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
