import {
  type BookFileKind,
  bookFiles,
  downloadBookFile,
  downloadBookPackage,
  getBookMonth,
} from '@anticipa/contract/accountant';
import type { ResponseOf } from '@anticipa/contract/route';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { BooksScreen } from './books-screen.tsx';

type Month = ResponseOf<typeof getBookMonth>;
type Problems = Month['files'][number]['problems'];

const monthWith = (problems: Partial<Record<BookFileKind, Problems>> = {}, more = 0): Month => ({
  files: bookFiles.map((file) => ({ file, problems: problems[file] ?? [], more: problems[file] ? more : 0 })),
  entries: 12,
  withoutTransfer: 2,
});
const ADDRESS = '/?cola=accountant&mes=2026-03';
let saved: string[];

beforeEach(async () => {
  saved = [];
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => clicking.mockRestore());
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['contabilidad'] }));
  answer(getBookMonth).with(() => monthWith());
});

const fileNamed = (name: string) =>
  new Response('x', { headers: { 'content-disposition': `attachment; filename="${name}"` } });

it('[LIB-50] the accountant saves each file of a month, the balance also corrected, and all of it in one archive', async () => {
  const asked = answer(downloadBookFile).with(({ params }) => fileNamed(`${params.file}.xml`));
  const screen = await renderScreen(<BooksScreen />, ADDRESS);
  await screen.getByRole('button', { name: 'Descargar Catálogo de cuentas: XML' }).click();
  await expect.poll(() => saved).toEqual(['catalogue.xml']);
  await screen.getByRole('combobox', { name: 'Envío de la balanza' }).selectOptions('C');
  const balance = screen.getByRole('button', { name: 'Descargar Balanza de comprobación: XML' });
  await expect.element(screen.getByText('Elige el día de la última modificación.')).toBeVisible();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Última modificación contable' }), '20/04/2026');
  await balance.click();
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ params: { month: { year: 2026, month: 3 }, file: 'balance' }, query: { changed: '2026-04-20' } });
  answer(downloadBookPackage).with(() => fileNamed('paquete-2026-03.zip'));
  await screen.getByRole('button', { name: 'ZIP' }).click();
  await expect.poll(() => saved).toContain('paquete-2026-03.zip');
});

it('[LIB-50] entries go to the authority with the number of its request, by the keyboard alone', async () => {
  const asked = answer(downloadBookFile).with(() => fileNamed('PL.xml'));
  const screen = await renderScreen(<BooksScreen />, ADDRESS);
  await expect
    .element(screen.getByText('12 pólizas del mes, con UUID, RFC y datos de la transferencia.'))
    .toBeVisible();
  await expect.element(screen.getByText(/^2 movimientos de bancos van sin datos/)).toBeVisible();
  await expect.element(screen.getByText('Escribe el número de la solicitud.').first()).toBeVisible();
  const number = screen.getByRole('textbox', { name: 'Número de orden' });
  await userEvent.fill(number, 'abc12');
  await expect.element(screen.getByText('Escríbelo como ABC1234567/26.')).toBeVisible();
  await userEvent.fill(number, 'abc1234567/26');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ params: { file: 'entries' }, query: { request: 'AF', number: 'ABC1234567/26' } });
  await screen.getByRole('combobox', { name: 'Tipo de solicitud' }).selectOptions('DE');
  await expect.element(screen.getByRole('textbox', { name: 'Número de trámite' })).toBeVisible();
});

it('[LIB-50] what is missing is said once before the download, with the screen where it is put right', async () => {
  const unmapped: Problems = [
    { code: 'ACCOUNT_UNMAPPED', at: 'CARTERA' },
    { code: 'ACCOUNT_UNMAPPED', at: 'CLIENTE' },
    { code: 'CHART_EMPTY', at: '' },
    { code: 'ACCOUNT_UNMAPPED', at: 'BANCOS:none' },
  ];
  answer(getBookMonth).with(() =>
    monthWith({ catalogue: unmapped, balance: unmapped, contpaqi: [{ code: 'NOTHING_TO_WRITE', at: '2026-03' }] }),
  );
  const screen = await renderScreen(<BooksScreen />, ADDRESS);
  const notice = screen.getByRole('listitem');
  await expect
    .element(notice.filter({ hasText: 'Sin número en su catálogo: Cartera por cobrar, Saldo del cliente' }))
    .toBeVisible();
  expect(notice.filter({ hasText: 'Cartera por cobrar' }).all()).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Cuentas contables' }).elements()).toHaveLength(1);
  await expect.element(screen.getByText(/‘faltan.txt’ dice por qué/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Cuentas contables' }))
    .toHaveAttribute('href', '/lender/settings#own-accounts');
  await expect.element(screen.getByRole('link', { name: 'Banco' })).toHaveAttribute('href', '/lender/bank');
  await expect.element(screen.getByText('Faltan 4 cosas').first()).toBeVisible();
  await expect.element(screen.getByText('Sin pólizas en el mes')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Descargar Balanza de comprobación: XML' }))
    .toHaveAttribute('aria-disabled', 'true');
});

it('[LIB-50] month 13 offers only its trial balance; a failed reading is explained and can be repeated', async () => {
  const asked = answer(getBookMonth).with(() => monthWith());
  const screen = await renderScreen(<BooksScreen />, '/?cola=accountant&mes=2025-12');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cierre del ejercicio (mes 13)' }));
  await expect.poll(() => asked.at(-1)?.params).toEqual({ month: { year: 2025, month: 13 } });
  await expect.element(screen.getByRole('button', { name: 'Descargar Balanza de comprobación: XML' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Descargar CONTPAQi: TXT' }).query()).toBeNull();
  await screen.unmount();
  answer(getBookMonth).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible.'));
  const failed = await renderScreen(<BooksScreen />, ADDRESS);
  await expect.element(failed.getByText('No se pudo revisar el mes')).toBeVisible();
});

it('[LIB-50] fits a phone', async () => {
  await page.viewport(390, 844);
  const screen = await renderScreen(<BooksScreen />, ADDRESS);
  await expect.element(screen.getByRole('button', { name: 'Descargar Aspel COI: Excel' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
