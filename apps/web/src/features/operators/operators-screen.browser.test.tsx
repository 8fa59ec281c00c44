import { changeOperator, endOperatorSessions, listOperators, type Operator } from '@anticipa/contract/operators';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { OperatorsScreen } from './operators-screen.tsx';

const administrator = aUser({ kind: 'operator', client: null, clientId: null, roles: ['administrador'] });
const ana: Operator = {
  operatorId: administrator.userId,
  email: administrator.email,
  name: 'Ana Ruiz',
  roles: ['administrador'],
  active: true,
  hasPassword: true,
  hasSecondFactor: true,
  recoveryCodes: 10,
  openSessions: 1,
  lastUsedAt: '2026-03-10T15:00:00.000Z',
};
const luz: Operator = {
  ...ana,
  operatorId: '00000000-0000-4000-8000-000000000002',
  email: 'luz@lender.test',
  name: 'Luz Ñandú',
  roles: ['riesgo', 'tesoreria'],
  recoveryCodes: 1,
  openSessions: 2,
};
const gone = '00000000-0000-4000-8000-000000000004';
const invited: Operator = {
  ...ana,
  operatorId: '00000000-0000-4000-8000-000000000003',
  email: 'leo@lender.test',
  name: 'Leo Pérez',
  roles: ['soporte'],
  hasPassword: false,
  hasSecondFactor: false,
  openSessions: 0,
  lastUsedAt: null,
};

it('[OPE-01] shows roles and state, and offers what applies to each operator', async () => {
  await signInAs(administrator);
  answer(listOperators).with(() => ({
    data: [ana, luz, { ...invited, operatorId: gone, active: false }, invited],
    needsSecond: true,
  }));
  const screen = await renderScreen(<OperatorsScreen />);
  const list = screen.getByRole('list', { name: 'Operadores' });
  const row = (at: number) => list.getByRole('listitem').nth(at);
  await expect.element(row(0)).toMatchTextContent(/Tu usuario/);
  await expect.element(row(1)).toMatchTextContent(/riesgo, tesorería/);
  await expect.element(row(1)).toMatchTextContent(/Segundo factor registrado · 1 código de recuperación/);
  const buttons = (at: number) =>
    row(at)
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);
  expect(buttons(1)).toEqual(['Cerrar 2 sesiones', 'Cambiar roles', 'Reparar segundo factor', 'Quitar acceso']);
  expect(buttons(2)).toEqual(['Dar acceso otra vez']);
  expect(buttons(3)).toEqual(['Invitar otra vez', 'Cambiar roles', 'Quitar acceso']);
  const ended = answer(endOperatorSessions).with(() => ({ operator: { ...luz, openSessions: 0 } }));
  await screen.getByRole('button', { name: 'Cerrar 2 sesiones: Luz Ñandú' }).click();
  await expect.element(screen.getByText('Se cerraron las sesiones de Luz Ñandú.')).toBeVisible();
  expect(ended.map(({ params }) => params.operatorId)).toEqual([luz.operatorId]);
});

it('[OPE-01] sends new roles with a reason to another administrator', async () => {
  await signInAs(administrator);
  answer(listOperators).with(() => ({ data: [ana, luz], needsSecond: true }));
  const calls = answer(changeOperator).with(() => new Refusal(409, 'PROPOSAL_PENDING', 'Ya espera otro cambio.'));
  const screen = await renderScreen(<OperatorsScreen />);
  await screen.getByRole('button', { name: 'Cambiar roles: Luz Ñandú' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Cambiar roles: Luz Ñandú' });
  await expect.element(dialog.getByLabelText('Motivo')).toHaveFocus();
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await dialog.getByRole('button', { name: 'tesorería' }).click();
  await dialog.getByLabelText('Motivo').fill('Cambió de puesto');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Ya espera otro cambio.')).toBeVisible();
  expect(calls[0]?.body).toEqual({
    reason: 'Cambió de puesto',
    change: { kind: 'roles', operatorId: luz.operatorId, roles: ['riesgo'] },
  });
});

it('[OPE-01] shows the refusal of an invitation at the field that it names, until it is corrected', async () => {
  await signInAs(administrator);
  answer(listOperators).with(() => ({ data: [ana], needsSecond: false }));
  const text = 'Ese correo ya tiene acceso.';
  const details = [{ path: 'change.email', code: 'EMAIL_ALREADY_REGISTERED', message: text }];
  answer(changeOperator).with(() => new Refusal(409, 'EMAIL_ALREADY_REGISTERED', text, details));
  const screen = await renderScreen(<OperatorsScreen />);
  await screen.getByRole('button', { name: 'Invitar operador' }).click();
  const dialog = screen.getByRole('dialog');
  const email = dialog.getByLabelText('Correo');
  await dialog.getByLabelText('Nombre').fill('Luz Ñandú');
  await email.fill('ana@lender.test');
  await dialog.getByRole('button', { name: 'riesgo' }).click();
  await dialog.getByLabelText('Motivo').fill('Nueva en el equipo');
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect.element(email).toHaveAccessibleDescription(text);
  await expect.element(email).toHaveFocus();
  expect(dialog.getByText(text).elements()).toHaveLength(1);
  await email.fill('luz@lender.test');
  await expect.element(dialog.getByText(text)).not.toBeInTheDocument();
});

it('[DIN-86] names who has both sides of a duty, and which second person is missing', async () => {
  await signInAs(administrator);
  const second: Operator = { ...ana, operatorId: gone, name: 'Eva Díaz', roles: ['administrador', 'soporte'] };
  const away: Operator = { ...luz, operatorId: invited.operatorId, name: 'Ya No Está', active: false };
  answer(listOperators).with(() => ({ data: [ana, second, luz, away], needsSecond: true }));
  const screen = await renderScreen(<OperatorsScreen />);
  await expect.element(screen.getByText('Luz Ñandú: autoriza ventas y las paga.')).toBeVisible();
  await expect.element(screen.getByText(/Falta una segunda persona con el rol riesgo: /)).toBeVisible();
  expect(screen.getByText(/Ya No Está: /).elements()).toEqual([]);
  expect(screen.getByText(/con el rol administración: /).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Cambiar roles: Luz Ñandú' }).click();
  const warning = screen.getByRole('dialog').getByText('Una sola persona con estos roles: autoriza ventas y las paga.');
  await expect.element(warning).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: 'tesorería' }).click();
  await expect.element(warning).not.toBeInTheDocument();
});

it('[OPE-01] an auditor sees the operators and changes nothing', async () => {
  await signInAs({ ...administrator, roles: ['auditor'] });
  answer(listOperators).with(() => ({ data: [ana, luz], needsSecond: false }));
  const screen = await renderScreen(<OperatorsScreen />);
  await expect.element(screen.getByText('Luz Ñandú')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});
