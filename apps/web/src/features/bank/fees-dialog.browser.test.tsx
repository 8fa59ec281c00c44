import { type BankLine, decideBankLine, getBank } from '@anticipa/contract/bank-files';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { BankScreen } from './bank-screen.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const charge = (place: number, text: string, amount: string): BankLine => ({
  ...{ lineId: idOf(place), accountId: idOf(9), currency: 'MXN', date: '2026-03-02', amount, text },
  ...{ trackingKey: '', reference: '', balance: null, state: 'due', cause: null, refusal: null, resembles: null },
  plan: { as: 'look', of: '', likely: [] },
  ...{ bookedAs: null, wasBooked: null, bookKey: null, reason: null, endedBy: null },
});

it('[DIN-109] books many commissions in one act after showing what each and all book, and asks a reason only for the large one', async () => {
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] }));
  const open = [
    charge(1, 'COMISION SPEI', '-5.00'),
    charge(2, 'IVA COMISION SPEI', '-0.80'),
    charge(3, 'ANUALIDAD', '-2320.00'),
    charge(4, 'YA DECIDIDA', '-1.00'),
  ];
  answer(getBank).with(() => ({ accounts: [], files: [], open }));
  const decided = answer(decideBankLine).with(({ params, body: { decision } }) => {
    if (params.lineId === idOf(4)) return new Refusal(409, 'BANK_LINE_DECIDED', 'Otra persona ya lo decidió.');
    const isLarge = params.lineId === idOf(3);
    return isLarge && !('reason' in decision)
      ? new Refusal(409, 'SECOND_PERSON_NEEDED', 'Necesita una segunda persona.')
      : { line: open[0] ?? charge(1, '', '-1.00'), isProposed: isLarge };
  });
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('checkbox').first().click();
  await screen.getByRole('button', { name: '4 son comisiones' }).click();
  const dialog = screen.getByRole('dialog');
  const effect = dialog.getByRole('status', { name: 'Lo que se registrará en total' });
  await expect
    .element(effect)
    .toMatchTextContent(
      /Gastos bancarios · MXN.*2,326.00.*IVA acreditable · MXN.*0.80.*Sale de Bancos · MXN.*2,326.80/,
    );
  await dialog.getByRole('combobox', { name: /ANUALIDAD/ }).selectOptions('Está incluido, al 16 %');
  await expect.element(dialog.getByText(/Gastos bancarios MXN.2,000.00 · IVA acreditable MXN.320.00/)).toBeVisible();
  await expect.element(effect).toMatchTextContent(/2,006.00.*320.80.*2,326.80/);
  await dialog.getByRole('button', { name: 'Registrar 4 comisiones' }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('anualidad de la cuenta');
  await dialog.getByRole('button', { name: 'Registrar 4 comisiones' }).click();
  const done = 'Se registraron 2 comisiones. 1 espera a una segunda persona en Propuestas.';
  await expect.element(screen.getByText(done).first()).toBeVisible();
  const sent = decided.map(({ params, body: { decision } }) => [params.lineId, decision]);
  expect(sent).toEqual([
    [idOf(1), { kind: 'fee', tax: 'apart' }],
    [idOf(2), { kind: 'fee', tax: 'only' }],
    [idOf(3), { kind: 'fee', tax: 'included' }],
    [idOf(4), { kind: 'fee', tax: 'apart' }],
    [idOf(3), { kind: 'fee', tax: 'included', reason: 'anualidad de la cuenta' }],
  ]);
});
