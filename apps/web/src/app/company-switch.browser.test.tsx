import { declineCompany, enterCompany, getSession, listCompanies } from '@anticipa/contract/session';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { CompanySwitch } from './company-switch.tsx';

afterEach(() => page.viewport(1280, 800));
beforeEach(() => void answer(listCompanies).with(() => ({ data: [] })));

const own = aUser().companies;
const other = {
  clientId: '00000000-0000-4000-8000-000000000002',
  rfc: 'TSU010101AAA',
  entityName: 'Textiles del Sur',
  isJoined: true,
};
const invited = {
  clientId: '00000000-0000-4000-8000-000000000003',
  rfc: 'ESA010101AAA',
  entityName: 'Estrada',
  isJoined: false,
};

it('[PER-30] a person of several changes by keyboard, with the company shown marked and targets of 44 px on a phone', async () => {
  await page.viewport(390, 844);
  await signInAs(aUser({ companies: [...own, invited, other] }));
  const entered: string[] = [];
  const refusal = Promise.withResolvers<void>();
  answer(enterCompany).with(async ({ params }) => {
    entered.push(params.clientId);
    await refusal.promise;
    return new Refusal(503, 'SERVICE_UNAVAILABLE', 'El portal no está disponible');
  });
  const screen = await renderScreen(<CompanySwitch />);
  const button = screen.getByRole('button', {
    name: /^Empresa:\s+Comercial Ñandú\s+Cambiar de empresa; una invitación por aceptar$/,
  });
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Tus empresas' });
  const rows = dialog.getByRole('listitem').getByRole('button', { name: /10101AAA/ });
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual(['Comercial ÑandúCNA010101AAA', 'EstradaESA010101AAAAceptar y entrar', 'Textiles del SurTSU010101AAA']);
  for (const row of rows.elements()) expect(row.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  expect(rows.elements().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null]);
  // The invitation has two buttons.
  for (let press = 0; press < 3; press += 1) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.nth(2)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(rows.nth(2)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  refusal.resolve();
  await expect.element(dialog.getByText('No se pudo cambiar de empresa')).toBeVisible();
  expect(entered).toEqual([other.clientId]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('[PER-38] each company says what waits in it, and nothing of what does not', async () => {
  await signInAs(aUser({ companies: [...own, other, invited] }));
  answer(listCompanies).with(() => ({
    data: [
      { clientId: own[0]?.clientId ?? '', unread: 0, toAccept: 0, overdue: 0 },
      { clientId: other.clientId, unread: 1, toAccept: 2, overdue: 0 },
    ],
  }));
  const screen = await renderScreen(<CompanySwitch />);
  await screen.getByRole('button').click();
  const rows = screen.getByRole('listitem').getByRole('button', { name: /10101AAA/ });
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual([
      'Comercial ÑandúCNA010101AAA',
      'Textiles del SurTSU010101AAA2 ventas por aceptar · 1 aviso sin leer',
      'EstradaESA010101AAAAceptar y entrar',
    ]);
});

it('[PER-35] an invitation says what accepting it means', async () => {
  await signInAs(aUser({ companies: [...own, invited] }));
  const screen = await renderScreen(<CompanySwitch />);
  await screen.getByRole('button').click();
  await expect.element(screen.getByText(/Si no la conoces, no aceptes/)).toBeVisible();
});

it('[PER-37] an invitation is declined after a question, and leaves the list', async () => {
  await signInAs(aUser({ companies: [...own, other, invited] }));
  const declined = answer(declineCompany).with(() => ({ status: 'success' }));
  answer(getSession).with(() => ({ isLoggedIn: true, user: aUser({ companies: [...own, other] }), token: null }));
  const screen = await renderScreen(<CompanySwitch />);
  await screen.getByRole('button').click();
  const name = 'Rechazar la invitación de Estrada';
  await screen.getByRole('button', { name }).click();
  await screen.getByRole('dialog', { name }).getByRole('button', { name: 'Rechazar' }).click();
  const list = screen.getByRole('dialog', { name: 'Tus empresas' });
  await expect.element(list.getByRole('button', { name: /^Textiles del Sur/ })).toBeVisible();
  await expect.element(list.getByRole('button', { name: /Estrada/ })).not.toBeInTheDocument();
  expect(declined.map(({ params }) => params.clientId)).toEqual([invited.clientId]);
});
