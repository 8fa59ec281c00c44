import { getSetup } from '@anticipa/contract/settings';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SetupAbove, SetupBelow, SetupList } from './setup-list.tsx';

it('[OPE-30] names who does what is missing, and leads there those who may', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['administrador'] }));
  answer(getSetup).with(() => ({ data: ['tax-authority', 'terms', 'taxpayer-list'] }));
  const screen = await renderScreen(<SetupList />);
  const list = screen.getByRole('region', { name: 'Falta por configurar' });
  await expect.element(list).toBeVisible();
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Certificados del SATSin ellos no se verifica ninguna factura. Los instala quien opera el servidor.',
    'Términos y condicionesEl cliente los acepta en cada venta.Rol: riesgo o administración',
    'Lista 69-BCon ella se revisa a emisores y receptores.Rol: riesgo',
  ]);
  const links = list.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/lender/settings#terms']);
});

it.each([
  { role: 'riesgo', shown: ['list', 'work'] },
  { role: 'contabilidad', shown: ['work', 'list'] },
] as const)('[OPE-30] shows the list on the right side of the work of $role', async ({ role, shown }) => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [role] }));
  answer(getSetup).with(() => ({ data: ['terms', 'payment-limits'] }));
  const screen = await renderScreen(
    <>
      <SetupAbove />
      <h2>work</h2>
      <SetupBelow />
    </>,
  );
  await expect.element(screen.getByRole('region', { name: 'Falta por configurar' })).toBeVisible();
  const headings = screen
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
  expect(headings.map((text) => (text === 'work' ? 'work' : 'list'))).toEqual(shown);
});
