import { listSystems, retrySystem, type SystemState } from '@anticipa/contract/systems';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SystemsScreen } from './systems-screen.tsx';

const aState = (over: Partial<SystemState>): SystemState => ({
  system: 'mail',
  program: 'api',
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
  circuit: 'closed',
  queue: null,
  credentials: null,
  ...over,
});
const at = (minute: number): string => `2026-03-10T18:${minute}:00.000Z`;
const queue = { waiting: 3, oldestAt: at(10), lastError: 'status 500' };

const portal = { version: '1.2.3', migratedAt: at(55) };

const states: readonly SystemState[] = [
  aState({ system: 'storage', lastSuccessAt: at(30), lastFailureAt: at(20), lastFailure: 'no answer' }),
  aState({ system: 'risk' }),
  aState({ system: 'conservation', program: 'worker', lastFailureAt: at(40), circuit: 'open', queue }),
  aState({ system: 'mail', lastSuccessAt: at(50) }),
  aState({
    system: 'mail',
    program: 'worker',
    lastSuccessAt: at(51),
    lastFailureAt: at(52),
    lastFailure: 'not accepted',
  }),
];

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(() => signInWith(['soporte']));

it('[SIS-08] shows each system once, those in need of attention first', async () => {
  answer(listSystems).with(() => ({ data: [...states], portal }));
  const screen = await renderScreen(<SystemsScreen />);
  const rows = screen.getByRole('grid', { name: 'Sistemas externos' }).getByRole('row');
  await expect
    .poll(() =>
      rows
        .elements()
        .map(({ textContent }) => textContent)
        .slice(1),
    )
    .toEqual([
      'Constancias NOM-151Suspendido—10-mar-2026 12:40 pmFalla del otro sistema3desde 10-mar-2026 12:10 pmReintentar',
      'CorreoCon fallas10-mar-2026 12:51 pm10-mar-2026 12:52 pmEl otro sistema no aceptó la solicitud—Reintentar',
      'Archivos (S3)Funciona10-mar-2026 12:30 pm10-mar-2026 12:20 pmEl servidor no contestó a tiempo——',
      'Riesgo de la financieraSin uso————',
    ]);
  await expect
    .element(screen.getByText('Versión 1.2.3 · base de datos actualizada el 10-mar-2026 12:55 pm'))
    .toBeVisible();
});

it('[SIS-08] waiting work is tried again, and a refusal is explained', async () => {
  answer(listSystems).with(() => ({ data: [...states], portal }));
  const retried = answer(retrySystem).with(() => ({ status: 'success' }));
  const screen = await renderScreen(<SystemsScreen />);
  await screen.getByRole('button', { name: 'Reintentar Constancias NOM-151' }).click();
  await expect.element(screen.getByText('Se reintenta lo pendiente de Constancias NOM-151.').first()).toBeVisible();
  expect(retried.map(({ params }) => params)).toEqual([{ system: 'conservation' }]);
  answer(retrySystem).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  await screen.getByRole('button', { name: 'Reintentar Correo' }).click();
  await expect.element(screen.getByText('No se pudo reintentar. Espera unos minutos.').first()).toBeVisible();
});

it('[SIS-08] shows when certificates expire, and clients that must connect again', async () => {
  answer(listSystems).with(() => ({
    portal,
    data: [
      aState({ system: 'invoicing', credentials: { expiry: { on: '2029-05-12', daysLeft: 1000 }, refused: 0 } }),
      aState({ system: 'invoice-sync', credentials: { expiry: { on: '2026-05-12', daysLeft: 60 }, refused: 1 } }),
      aState({ system: 'payouts', credentials: { expiry: { on: '2026-03-09', daysLeft: -1 }, refused: 0 } }),
      aState({ system: 'mail' }),
    ],
  }));
  const screen = await renderScreen(<SystemsScreen />);
  const cell = (system: string) =>
    screen
      .getByRole('row', { name: new RegExp(`^${system}`) })
      .getByRole('gridcell')
      .first();
  await expect
    .element(cell('Proveedor de certificación'))
    .toHaveTextContent('Proveedor de certificación (CFDI)Certificado vence el 12/05/2029');
  await expect
    .element(cell('Descarga de facturas'))
    .toHaveTextContent('Descarga de facturas del SATCertificado vence el 12/05/20261 cliente por reconectar');
  await expect
    .element(cell('Transferencias'))
    .toHaveTextContent('Transferencias (STP)Certificado venció el 09/03/2026');
  await expect.element(cell('Correo')).toHaveTextContent('Correo');
});

it('offers no retry to operators who may not', async () => {
  await signInWith(['riesgo', 'auditor']);
  answer(listSystems).with(() => ({ data: [...states], portal }));
  const screen = await renderScreen(<SystemsScreen />);
  await expect.element(screen.getByText('Suspendido')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Reintentar/ })).not.toBeInTheDocument();
});

it('explains that the systems could not be read', async () => {
  answer(listSystems).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const screen = await renderScreen(<SystemsScreen />);
  await expect.element(screen.getByText('No se pudieron leer los sistemas')).toBeVisible();
});
