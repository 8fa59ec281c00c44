import {
  checkPortfolioLoad,
  listPortfolioLoads,
  type PortfolioLoad,
  proposePortfolioLoad,
  takeInCfdi,
} from '@anticipa/contract/portfolio-load';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { PortfolioLoadScreen } from './portfolio-load-screen.tsx';

const total = {
  currency: 'MXN',
  count: 2,
  owed: '232000.00',
  aforo: '23200.00',
  unearned: '3712.00',
  clientOwes: '519.68',
  opening: '205607.68',
} as const;
const load: PortfolioLoad = {
  loadId: '00000000-0000-4000-8000-000000000001',
  fileName: 'cartera-marzo.xlsx',
  cutOn: '2026-03-31',
  state: 'checked',
  checkedBy: 'Ana Riesgo',
  checkedAt: '2026-04-01T16:00:00.000Z',
  totals: [total],
  clients: [{ ...total, clientId: '00000000-0000-4000-8000-000000000002', entityName: 'MANUFACTURAS DEL NORTE' }],
  canWithdraw: false,
};
const booked: PortfolioLoad = { ...load, state: 'booked', canWithdraw: true };

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(() => signInWith(['riesgo']));

const file = new File(['UUID'], 'cartera-marzo.csv', { type: 'text/csv' });

it('[DIN-93] shows what is wrong with a file, row by row, and why', async () => {
  answer(listPortfolioLoads).with(() => ({ data: [] }));
  answer(checkPortfolioLoad).with(() => ({
    load: null,
    problems: [
      { row: 2, column: null, problem: 'ADVANCE_AND_AFORO' },
      { row: 7, column: 'UUID', problem: 'INVOICE_MISSING' },
    ],
  }));
  const screen = await renderScreen(<PortfolioLoadScreen />);
  await expect.element(screen.getByText('Todavía no se carga ninguna cartera')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('Revisar archivo'), file);
  await expect.element(screen.getByText('Hay 2 errores. No se registró nada.')).toBeVisible();
  const rows = screen.getByRole('grid', { name: 'Por corregir' }).getByRole('row');
  await expect
    .poll(() =>
      rows
        .elements()
        .map(({ textContent }) => textContent)
        .slice(1),
    )
    .toEqual([
      '2El anticipo y el aforo no suman el total.',
      '7UUIDEl portal no tiene el XML de esta factura. Súbelo aquí.',
    ]);
});

it('[DIN-93] takes in the XML of invoices, one after the other, and says which were refused', async () => {
  answer(listPortfolioLoads).with(() => ({ data: [] }));
  let count = 0;
  const sent = answer(takeInCfdi).with(() => {
    count += 1;
    return count === 2
      ? { uuid: null, refused: 'El sello no corresponde' }
      : { uuid: 'AAAAAAAA-0000-4000-8000-000000000001', refused: null };
  });
  const screen = await renderScreen(<PortfolioLoadScreen />);
  const xml = (name: string) => new File(['<x/>'], name, { type: 'text/xml' });
  await userEvent.upload(screen.getByLabelText('Subir XML'), [xml('a.xml'), xml('b.xml'), xml('c.xml')]);
  await expect.element(screen.getByText('1 XML no se recibió')).toBeVisible();
  await expect.element(screen.getByText('b.xml: El sello no corresponde')).toBeVisible();
  await expect.element(screen.getByText('Se recibieron 2 XML.')).toBeVisible();
  expect(sent.map(({ query }) => query)).toEqual([{ fileName: 'a.xml' }, { fileName: 'b.xml' }, { fileName: 'c.xml' }]);
});

it('[DIN-93] shows clients and accounts before it proposes them, against typed control totals', async () => {
  answer(listPortfolioLoads).with(() => ({ data: [] }));
  answer(checkPortfolioLoad).with(() => ({ load, problems: [] }));
  const details = [
    { path: 'MXN-aforo', code: 'LOAD_TOTALS_DIFFER', message: 'No es el del archivo.', expected: '23200.00' },
  ];
  const sent = answer(proposePortfolioLoad).with(
    () => new Refusal(422, 'LOAD_TOTALS_DIFFER', 'Los totales de control no son los del archivo.', details),
  );
  const screen = await renderScreen(<PortfolioLoadScreen />);
  await userEvent.upload(screen.getByLabelText('Revisar archivo'), file);
  await expect.element(screen.getByText('MANUFACTURAS DEL NORTE')).toBeVisible();
  await expect.element(screen.getByText('Apertura de cartera anterior, abono')).toBeVisible();
  await screen.getByRole('button', { name: 'Proponer la carga' }).click();
  for (const [label, value] of [
    ['Número de facturas, MXN', '2'],
    ['Deben los receptores, MXN', '232,000'],
    ['Aforo, MXN', '23,200.01'],
    ['Interés por devengar, MXN', '3712'],
    ['Motivo', 'Cartera anterior'],
  ] as const)
    await screen.getByLabelText(label).fill(value);
  await screen.getByRole('dialog').getByRole('button', { name: 'Proponer la carga' }).click();
  await expect.element(screen.getByText('No es el del archivo.')).toBeVisible();
  expect(await sent[0]?.body).toEqual({
    state: 'booked',
    totals: [{ currency: 'MXN', count: 2, owed: '232000.00', aforo: '23200.01', unearned: '3712.00' }],
    reason: 'Cartera anterior',
  });
});

it('[DIN-93] withdraws a loaded file with a reason, for those who may', async () => {
  answer(listPortfolioLoads).with(() => ({ data: [booked] }));
  const refused = answer(proposePortfolioLoad).with(
    () => new Refusal(409, 'LOAD_IN_USE', 'Ya hay cobros de estas facturas.'),
  );
  const screen = await renderScreen(<PortfolioLoadScreen />);
  await screen.getByRole('button', { name: 'Retirar cartera-marzo.xlsx' }).click();
  await screen.getByLabelText('Motivo').fill('Se cargó por error');
  await screen.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await expect.element(screen.getByText('Ya hay cobros de estas facturas.')).toBeVisible();
  expect(await refused[0]?.body).toMatchObject({ state: 'withdrawn', totals: [] });
});

it('[DIN-93] offers nothing to an auditor', async () => {
  await signInWith(['auditor']);
  answer(listPortfolioLoads).with(() => ({ data: [booked] }));
  const screen = await renderScreen(<PortfolioLoadScreen />);
  await expect.element(screen.getByText('cartera-marzo.xlsx')).toBeVisible();
  expect(screen.getByRole('button', { name: /Retirar|Revisar/ }).elements()).toEqual([]);
});
