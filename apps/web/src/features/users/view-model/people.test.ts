import type { ClientUser } from '@anticipa/contract/users';
import { errorTexts } from '@anticipa/texts/texts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiRefusal, ServerUnreachable } from '../../../lib/api-client.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { newValues, refusedFields, switchPermission, type UserValues, updateBody, userForm, valuesOf } from './form.ts';
import {
  activeAdministrators,
  edited,
  inOrder,
  isDirty,
  matching,
  NEW,
  placeholder,
  stateOf,
  storedDraft,
  usableDraft,
} from './people.ts';

const person = (changes: Partial<ClientUser> = {}): ClientUser => ({
  userId: 'u1',
  clientId: 'c1',
  email: 'elena@norte.demo',
  firstName: 'Elena',
  lastName: 'Robledo',
  motherSurname: 'Sáenz',
  phone: '5512345678',
  mobile: '',
  active: true,
  isAdmin: true,
  saleRight: 'accept',
  acceptUpTo: null,
  syncAllowed: false,
  addedBy: null,
  mustChangePassword: false,
  hasSecondFactor: false,
  hasDeclined: false,
  notifications: { initialDeposit: true, desyncSAT: true, sales: true },
  ...changes,
});
const refusal = (code: ApiRefusal['code'], details: ApiRefusal['details'] = []): ApiRefusal =>
  new ApiRefusal(422, { code, message: 'Texto del servidor', details, requestId: 'r' });

describe('the list of people', () => {
  it.each([
    [{ active: true, isAdmin: true }, 'admin'],
    [{ active: true, isAdmin: false }, 'active'],
    [{ active: false, isAdmin: false }, 'disabled'],
  ])('[PER-02] shows %o as %s', (access, state) => {
    expect(stateOf(access)).toBe(state);
  });

  it('puts the own user first and the others by name', () => {
    const people = [
      person({ userId: 'b', firstName: 'Óscar' }),
      person({ userId: 'me', firstName: 'Zoe' }),
      person({ userId: 'a', firstName: 'Nadia' }),
    ];
    expect(inOrder(people, 'me').map(({ userId }) => userId)).toEqual(['me', 'a', 'b']);
  });

  it('is searched by name and e-mail, ignoring case and accents', () => {
    const people = [person(), person({ userId: 'u2', firstName: 'Tomás', lastName: 'Peña', email: 'tp@norte.demo' })];
    expect(matching(people, 'PENA').map(({ userId }) => userId)).toEqual(['u2']);
    expect(matching(people, 'elena@').map(({ userId }) => userId)).toEqual(['u1']);
    expect(matching(people, ' ')).toHaveLength(2);
  });

  it('counts only active administrators', () => {
    expect(activeAdministrators([person(), person({ active: false }), person({ isAdmin: false })])).toBe(1);
  });
});

/** The first error of each field. */
const userErrors = (values: UserValues, isNew: boolean): Record<string, string> => {
  const { error } = userForm(isNew).safeParse(values);
  const texts = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);
  return Object.fromEntries(texts.toReversed());
};

describe('the form of a user', () => {
  it('[PER-09] requires first and last name', () => {
    expect(userErrors({ ...valuesOf(person()), firstName: ' ', lastName: '' }, false)).toEqual({
      firstName: 'El nombre es requerido',
      lastName: 'El nombre es requerido',
    });
    expect(userErrors({ ...valuesOf(person()), motherSurname: '' }, false)).toEqual({});
  });

  it('[PER-09] checks the e-mail of a new person only', () => {
    const values = { ...newValues, firstName: 'Ana', lastName: 'Ruiz' };
    expect(userErrors(values, true)).toEqual({ email: 'El email es requerido' });
    expect(userErrors({ ...values, email: 'a b@c.mx' }, true)).toEqual({ email: 'Los espacios no están permitidos' });
    expect(userErrors({ ...values, email: 'ana' }, true)).toEqual({
      email: 'Ingresa un email válido (Ejemplo: nombre@empresa.com)',
    });
    expect(userErrors(values, false)).toEqual({});
  });

  it('[PER-09] refuses phones that are not whole, names too long and bidirectional control characters', () => {
    expect(
      userErrors(
        { ...valuesOf(person()), phone: '(551)-2', firstName: 'x'.repeat(121), lastName: 'Ruiz\u202e' },
        false,
      ),
    ).toEqual({
      phone: errorTexts.PHONE_INVALID,
      firstName: 'Escribe como máximo 120 caracteres',
      lastName: 'Contiene caracteres que no se pueden guardar. Escríbelo de nuevo.',
    });
  });

  it('[PER-05] sends permissions only from administrators, and only those that changed', () => {
    const before = valuesOf(person());
    const values = { ...before, firstName: ' Elena María ', isAdmin: false };
    const own = {
      firstName: 'Elena María',
      lastName: 'Robledo',
      motherSurname: 'Sáenz',
      phone: '5512345678',
      mobile: '',
      notifications: { initialDeposit: true, desyncSAT: true, sales: true },
    };
    const body = userForm(false).parse(values);
    expect(updateBody(body, before, true)).toEqual({ ...own, isAdmin: false });
    expect(updateBody(body, before, false)).toEqual(own);
  });

  it('sends everything of a new person', () => {
    const values = {
      ...newValues,
      email: ' ana@norte.demo ',
      firstName: 'Ana',
      lastName: 'Ruiz',
      mobile: '(551)-234-56-78',
    };
    expect(userForm(true).parse(values)).toMatchObject({
      email: 'ana@norte.demo',
      mobile: '5512345678',
      active: true,
      isAdmin: false,
    });
  });

  it('[PER-13] shows the server’s refusal at its field', () => {
    expect(refusedFields(refusal('EMAIL_ALREADY_REGISTERED'))).toEqual({ email: 'Texto del servidor' });
    expect(refusedFields(refusal('PHONE_INVALID', [{ path: 'mobile', code: 'X', message: 'Mal' }]))).toEqual({
      mobile: 'Mal',
    });
    expect(refusedFields(refusal('CANT_UPDATE_USER'))).toEqual({});
  });

  it('[PER-14] shows the server’s text of a failure, or that there was no answer', () => {
    expect(failureText(refusal('CANT_UPDATE_USER'))).toBe('Texto del servidor');
    expect(failureText(new ServerUnreachable(''))).toContain('No hay conexión con el servidor');
  });
});

describe('access and administration', () => {
  const company = { before: null, activeAdministrators: 1 };

  it('[PER-10] takes administration away with access', () => {
    const { values } = switchPermission({ ...newValues, isAdmin: true }, { active: false }, company);
    expect([values.active, values.isAdmin]).toEqual([false, false]);
  });

  it('[PER-10] gives access with administration', () => {
    const { values } = switchPermission({ ...newValues, active: false }, { isAdmin: true }, company);
    expect([values.active, values.isAdmin]).toEqual([true, true]);
  });

  it.each([{ isAdmin: false }, { active: false }])('[PER-11] keeps the last administrator (%o)', (change) => {
    const before = valuesOf(person());
    expect(switchPermission(before, change, { before, activeAdministrators: 1 })).toEqual({
      values: before,
      refused: 'No olvides que debe existir al menos un administrador',
    });
    expect(switchPermission(before, change, { before, activeAdministrators: 2 }).refused).toBeNull();
  });

  it('[PER-11] lets an administration that was never saved be taken back', () => {
    const before = valuesOf(person({ isAdmin: false }));
    const values = { ...before, isAdmin: true };
    expect(switchPermission(values, { isAdmin: false }, { before, activeAdministrators: 1 }).refused).toBeNull();
  });
});

describe('the user being edited', () => {
  const people = [person()];

  it('[PER-07] a user is edited after a change and no longer after undoing it', () => {
    const changed = { ...valuesOf(person()), firstName: 'Helena' };
    const draft = edited('u1', changed, people);
    expect(draft).toEqual({ id: 'u1', values: changed });
    expect(isDirty(draft, people)).toBe(true);
    expect(edited('u1', valuesOf(person()), people)).toBeNull();
  });

  it('[PER-08] a new user stays while it is a placeholder, which may be dropped as long as it is empty', () => {
    expect(edited(NEW, newValues, people)).toEqual(placeholder);
    expect(isDirty(placeholder, people)).toBe(false);
    expect(isDirty({ id: NEW, values: { ...newValues, firstName: 'A' } }, people)).toBe(true);
  });

  it('survives a reload; any other stored value is ignored', () => {
    const draft = { id: 'u1', values: { ...newValues, firstName: 'Ñ' } };
    expect(z.decode(storedDraft, z.encode(storedDraft, draft))).toEqual(draft);
    for (const other of [null, '', [], { id: 'u1' }]) expect(storedDraft.safeParse(other).success).toBe(false);
  });

  it('is dropped when its user is gone or users may no longer be added', () => {
    expect(usableDraft({ id: 'gone', values: newValues }, people, true)).toBeNull();
    expect(usableDraft(placeholder, people, false)).toBeNull();
    expect(usableDraft(placeholder, people, true)).toEqual(placeholder);
  });
});
