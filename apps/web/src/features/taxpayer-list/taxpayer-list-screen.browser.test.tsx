import { retrySystem } from '@anticipa/contract/systems';
import { getTaxpayerList, type TaxpayerListCut, uploadTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { TaxpayerListScreen } from './taxpayer-list-screen.tsx';

const cut: TaxpayerListCut = {
  cutOn: '2026-02-28',
  rows: 14_207,
  situations: { definitivo: 11_502, presunto: 341, desvirtuado: 512, 'sentencia-favorable': 1_801 },
  importedAt: '2026-03-02T08:00:04.000Z',
  importedBy: null,
};
const client = '00000000-0000-4000-8000-000000000001';
const met = [
  { rfc: 'MNO150401AB9', name: 'MANUFACTURAS DEL NORTE', situation: 'presunto', clientId: client, invoices: 4 },
  { rfc: 'FAC990101AA1', name: 'FACTURAS DE AIRE, S.A.', situation: 'definitivo', clientId: null, invoices: 1 },
] as const;

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(() => signInWith(['riesgo']));

it('[SIS-03] shows the list in use, how many are in each situation, and who of ours is on it', async () => {
  answer(getTaxpayerList).with(() => ({ data: { cut, met: [...met] } }));
  const screen = await renderScreen(<TaxpayerListScreen />);
  await expect
    .poll(() => screen.getByRole('region', { name: 'Lista en uso' }).element().textContent)
    .toContain(
      'Corte del SAT28/02/2026Renglones14,207Recibida02-mar-2026 2:00 am por descargaDefinitivo11,502Presunto341Desvirtuado512Sentencia favorable1,801',
    );
  const rows = screen.getByRole('grid', { name: 'Clientes y receptores en la lista' }).getByRole('row');
  await expect
    .poll(() =>
      rows
        .elements()
        .map(({ textContent }) => textContent)
        .slice(1),
    )
    .toEqual([
      'MANUFACTURAS DEL NORTEMNO150401AB9ClientePresunto4',
      'FACTURAS DE AIRE, S.A.FAC990101AA1ReceptorDefinitivo1',
    ]);
  const link = screen.getByRole('link', { name: 'MANUFACTURAS DEL NORTE' });
  await expect.element(link).toHaveAttribute('href', `/lender/clients/${client}`);
});

it('[SIS-03] takes the uploaded file, byte for byte, and explains a short one and a row that cannot be read', async () => {
  answer(getTaxpayerList).with(() => ({ data: { cut: null, met: [] } }));
  const refused = answer(uploadTaxpayerList).with(
    () => new Refusal(422, 'LIST_INCOMPLETE', 'La lista está incompleta.'),
  );
  const screen = await renderScreen(<TaxpayerListScreen />);
  await expect.element(screen.getByText('Todavía no hay lista')).toBeVisible();
  const input = screen.getByLabelText('Subir lista');
  // windows-1252
  const bytes = new Uint8Array([0x53, 0x69, 0x74, 0xf3]);
  const file = new File([bytes], 'Listado_completo_69-B.csv', { type: 'text/csv' });
  await userEvent.upload(input, file);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('La lista no cambióLa lista está incompleta.');
  expect(await refused[0]?.file?.bytes()).toEqual(bytes);

  const row = { path: 'rows.1204', code: 'LIST_UNREADABLE', message: '' };
  answer(uploadTaxpayerList).with(() => new Refusal(422, 'LIST_UNREADABLE', 'No es la lista.', [row]));
  await userEvent.upload(input, file);
  const explained = 'El renglón 1204 está incompleto o tiene una situación desconocida.';
  await expect.element(screen.getByText(explained)).toBeVisible();

  answer(uploadTaxpayerList).with(() => ({ data: { ...cut, importedBy: 'riesgo@anticipa.test' } }));
  answer(getTaxpayerList).with(() => ({ data: { cut: { ...cut, importedBy: 'riesgo@anticipa.test' }, met: [] } }));
  await userEvent.upload(input, file);
  await expect.element(screen.getByText('Ya se usa la lista con corte al 28/02/2026.').first()).toBeVisible();
  await expect.element(screen.getByText('02-mar-2026 2:00 am por riesgo@anticipa.test')).toBeVisible();
  await expect.element(screen.getByText('Nadie de los nuestros está en la lista')).toBeVisible();
  await expect.element(screen.getByText('La lista no cambió')).not.toBeInTheDocument();
});

it('[SIS-03] downloads the first list', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await signInWith(['soporte']);
  let isThere = false;
  answer(getTaxpayerList).with(() => ({ data: { cut: isThere ? cut : null, met: [] } }));
  const asked = answer(retrySystem).with(() => {
    isThere = true;
    return { status: 'success' };
  });
  const screen = await renderScreen(<TaxpayerListScreen />);
  await expect.element(screen.getByText(/También puedes subir/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Descargar del SAT' }).click();
  await expect.poll(() => asked.length).toBe(1);
  vi.advanceTimersByTime(5_000);
  await expect.element(screen.getByText('14,207')).toBeVisible();
  expect(asked.map(({ params }) => params)).toEqual([{ system: 'taxpayer-list' }]);
});

it('offers no upload to operators who may not, and explains that the list could not be read', async () => {
  await signInWith(['auditor']);
  answer(getTaxpayerList).with(() => ({ data: { cut, met: [] } }));
  const screen = await renderScreen(<TaxpayerListScreen />);
  await expect.element(screen.getByText('14,207')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Subir lista' })).not.toBeInTheDocument();
});

it('explains that the list could not be read', async () => {
  answer(getTaxpayerList).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const screen = await renderScreen(<TaxpayerListScreen />);
  await expect.element(screen.getByText('No se pudo leer la lista')).toBeVisible();
});
