import { enterCompany } from '@anticipa/contract/session';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { OtherCompany } from './other-company.tsx';

const other = {
  clientId: '00000000-0000-4000-8000-000000000002',
  rfc: 'TSU010101AAA',
  entityName: 'Textiles del Sur',
  isJoined: true,
};
const user = aUser({ companies: [...aUser().companies, other] });

it('[AVI-18] a link of another company of the person names both companies, and changes by the button only', async () => {
  await signInAs(user);
  const entered = answer(enterCompany).with(
    () => new Refusal(503, 'SERVICE_UNAVAILABLE', 'El portal no está disponible'),
  );
  const screen = await renderScreen(<OtherCompany />, `/?empresa=${other.clientId}&returnTo=/sales/1`);
  await expect.element(screen.getByRole('heading', { name: 'Este aviso es de Textiles del Sur' })).toBeVisible();
  await expect.element(screen.getByText(/^Ahora ves Comercial Ñandú\./)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Seguir en Comercial Ñandú' })).toBeVisible();
  expect(entered).toEqual([]);
  await screen.getByRole('button', { name: 'Cambiar a Textiles del Sur' }).click();
  await expect.element(screen.getByText('No se pudo cambiar de empresa')).toBeVisible();
  expect(entered.map(({ params }) => params.clientId)).toEqual([other.clientId]);
});

it('[AVI-18] a link of a company that the person was invited to says what accepting means', async () => {
  await signInAs(aUser({ companies: [...user.companies.slice(0, 1), { ...other, isJoined: false }] }));
  const screen = await renderScreen(<OtherCompany />, `/?empresa=${other.clientId}`);
  await expect.element(screen.getByText(/Si no la conoces, no aceptes/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Aceptar y entrar' })).toBeVisible();
});

it('[AVI-18] a link of a company of others says nothing of it, and offers no change', async () => {
  await signInAs(user);
  const screen = await renderScreen(
    <OtherCompany />,
    '/?empresa=00000000-0000-4000-8000-000000000009&returnTo=/sales/1',
  );
  await expect
    .element(screen.getByRole('heading', { name: 'Este enlace es de una empresa a la que no perteneces' }))
    .toBeVisible();
  await expect.element(screen.getByText(/^Entraste con ana@example\.com\./)).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});
