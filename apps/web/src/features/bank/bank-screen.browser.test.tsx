import {
  BANK_FILES_LIMIT,
  type Bank,
  type BankFile,
  type BankLine,
  bookBankLines,
  bringBankFile,
  decideBankLine,
  getBank,
  getBankFile,
  getBankReconciliation,
  previewBankFile,
  saveStatementAccount,
} from '@anticipa/contract/bank-files';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { BankScreen } from './bank-screen.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const account: Bank['accounts'][number] = {
  accountId: idOf(1),
  name: 'BBVA pesos',
  currency: 'MXN',
  number: '0123456789',
  mapping: {
    separator: 'comma',
    decimal: 'point',
    dateOrder: 'dmy',
    headerRows: 1,
    columns: { date: 1, amount: 0, charge: 3, credit: 4, trackingKey: 0, reference: 0, text: 2, balance: 5 },
  },
};
const line = (place: number, over: Partial<BankLine> = {}): BankLine => ({
  lineId: idOf(place),
  accountId: account.accountId,
  currency: 'MXN',
  date: '2026-03-02',
  amount: '116000.00',
  trackingKey: '',
  reference: '0012',
  text: 'SPEI RECIBIDO PEÑA',
  balance: null,
  state: 'due',
  cause: null,
  refusal: null,
  resembles: null,
  plan: { as: 'unidentified', of: '0012', likely: [] },
  bookedAs: null,
  wasBooked: null,
  bookKey: null,
  reason: null,
  endedBy: null,
  ...over,
});
const alike = line(3, {
  text: 'SPEI DEVUELTO',
  state: 'waiting',
  cause: 'resembles',
  resembles: '0012 · SPEI RECIBIDO PEÑA',
  plan: null,
});
const totals = {
  counts: { new: 2, known: 1, resembles: 1, unread: 1 },
  credits: '232000.00',
  charges: '-5.80',
  opening: '1000.00',
  closing: '232994.20',
  adds: true,
  firstDay: '2026-03-02',
  lastDay: '2026-03-03',
};
const file: BankFile = {
  fileId: idOf(7),
  accountId: account.accountId,
  name: 'marzo.csv',
  broughtBy: 'tesoreria@anticipa.test',
  broughtAt: '2026-03-03T18:00:00.000Z',
  unreadReason: 'es el título',
  ...totals,
};
const bank: Bank = { accounts: [account], files: [file], open: [line(2), alike] };

beforeEach(() => signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] })));

it('[DIN-35] a person says whether a movement that resembles another one is another one, or leaves it out', async () => {
  answer(getBank).with(() => bank);
  const decided = answer(decideBankLine).with(() => ({ line: alike, isProposed: false }));
  const screen = await renderScreen(<BankScreen />);
  const why = 'Puede ser uno que ya está, y que este archivo no trae igual: 0012 · SPEI RECIBIDO PEÑA';
  await expect.element(screen.getByText(why)).toBeVisible();
  const review = screen.getByRole('button', { name: 'Revisar SPEI DEVUELTO' });
  await review.click();
  await screen.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(screen.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await screen.getByLabelText('Motivo').fill('son dos facturas');
  await screen.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => decided.length).toBe(1);
  await review.click();
  await screen.getByLabelText('Qué es').selectOptions('No va en los libros');
  await screen.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(screen.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await screen.getByLabelText('Motivo').fill('es el mismo');
  await screen.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => decided.length).toBe(2);
  expect(decided.map(({ body }) => body)).toEqual([
    { decision: { kind: 'other', reason: 'son dos facturas' } },
    { decision: { kind: 'ignore', reason: 'es el mismo' } },
  ]);
});

it('[DIN-37] [DIN-127] books the chosen movements after their sums were shown, and only those of the operator’s role', async () => {
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['cobranza'] }));
  const charge = line(4, {
    amount: '-100920.00',
    text: 'SPEI ENVIADO',
    plan: { as: 'deposit', of: 'Anticipo', likely: [] },
  });
  const known = line(5, { text: 'CONOCIDO', plan: { as: 'look', of: '', likely: ['CLAVE1'] } });
  const inBooks = line(6, { plan: { as: 'match', of: 'CLAVE2', likely: [] } });
  const refused = line(8, { state: 'waiting', cause: 'refused', refusal: 'La clave de rastreo ya se usó.' });
  answer(getBank).with(() => ({ ...bank, open: [line(2), charge, known, inBooks, refused] }));
  const booked = answer(bookBankLines).with(() => ({ lines: [line(2, { state: 'booked', plan: null })] }));
  const decided = answer(decideBankLine).with(() => ({ line: known, isProposed: false }));
  const screen = await renderScreen(<BankScreen />);
  await expect.element(screen.getByText('Cobro sin identificar')).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /No se pudo contabilizar\s*La clave de rastreo ya se usó\./ }))
    .toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Por revisar\s*Puede ser CLAVE1/ })).toBeVisible();
  const matched = screen.getByRole('row', { name: /Ya está en los libros\s*Es el de la clave CLAVE2/ });
  await expect.element(matched).not.toMatchTextContent(/Por contabilizar/);
  await screen.getByRole('checkbox').nth(1).click();
  await screen.getByRole('button', { name: 'Contabilizar 1' }).click();
  await expect.element(screen.getByText(/^1 movimiento · MXN\s116,000.00$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Contabilizar', exact: true }).click();
  await expect.element(screen.getByText('Se contabilizó 1 movimiento.').first()).toBeVisible();
  expect(booked.map(({ body }) => body)).toEqual([{ lineIds: [idOf(2)] }]);
  await screen.getByRole('button', { name: 'Revisar CONOCIDO' }).click();
  await screen.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => decided.map(({ body }) => body)).toEqual([{ decision: { kind: 'match', key: 'CLAVE1' } }]);
});

it('[DIN-107] says what to do with a payment of which the bank moved another amount, and does not book it as it is', async () => {
  const charge = { amount: '-1250.00', text: 'SPEI ENVIADO' };
  const plan = { of: 'PAGO9', amount: '1205.00', likely: [] };
  const open = [
    line(2, { ...charge, plan: { ...plan, as: 'differs' } }),
    line(4, { ...charge, text: 'OTRO', plan: { ...plan, as: 'filed-differs' } }),
  ];
  answer(getBank).with(() => ({ ...bank, open }));
  const screen = await renderScreen(<BankScreen />);
  const text = /Los libros tienen MXN.1,205.00 con la clave PAGO9. Regístralo en Por pagar, Hechos, con Otro importe/;
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByText(/El archivo tiene PAGO9 por MXN.1,205.00/)).toBeVisible();
  await expect.element(screen.getByRole('checkbox').nth(1)).toBeDisabled();
  await expect.element(screen.getByRole('checkbox').nth(2)).toBeDisabled();
});

it('[DIN-34] [DIN-36] shows how a file is read before it is taken in, and asks why rows are left out', async () => {
  answer(getBank).with(() => bank);
  answer(previewBankFile).with(() => ({
    ...totals,
    rows: [
      { row: 1, kind: 'unread', content: 'Movimientos de marzo', movement: null, resembles: null },
      {
        row: 2,
        kind: 'new',
        content: null,
        movement: {
          date: '2026-03-02',
          amount: '116000.00',
          trackingKey: '',
          reference: '0012',
          text: 'PEÑA',
          balance: null,
        },
        resembles: null,
      },
    ],
  }));
  const brought = answer(bringBankFile).with(() => ({ file }));
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('button', { name: 'Subir archivo' }).click();
  const bytes = new Uint8Array([0x50, 0xd1]);
  await userEvent.upload(
    screen.getByLabelText('Archivo del banco'),
    new File([bytes], 'marzo.csv', { type: 'text/csv' }),
  );
  await expect.element(screen.getByText('MXN 1,000.00 a MXN 232,994.20')).toBeVisible();
  await expect.element(screen.getByText('Movimientos de marzo')).toBeVisible();
  const submit = screen.getByRole('button', { name: 'Subir 3 movimientos' });
  await submit.click();
  await expect.element(screen.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await screen.getByLabelText('Motivo').fill('es el título');
  await submit.click();
  await expect.element(screen.getByText('Se agregaron 3 movimientos.').first()).toBeVisible();
  expect(brought.map(({ params, query }) => [params, query])).toEqual([
    [{ accountId: idOf(1) }, { name: 'marzo.csv', unread: 'es el título' }],
  ]);
  expect(await brought[0]?.file?.bytes()).toEqual(bytes);
});

it('[DIN-34] says why a file cannot be read', async () => {
  answer(getBank).with(() => bank);
  answer(previewBankFile).with(() => new Refusal(422, 'BANK_FILE_EMPTY', 'El archivo no tiene movimientos.'));
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('button', { name: 'Subir archivo' }).click();
  await userEvent.upload(screen.getByLabelText('Archivo del banco'), new File(['x'], 'x.csv', { type: 'text/csv' }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('El archivo no tiene movimientos.');
});

it('[DIN-34] each row of a file says what became of it', async () => {
  answer(getBank).with(() => bank);
  answer(getBankFile).with(() => ({
    file,
    rows: [
      { row: 1, kind: 'unread', content: 'Movimientos de marzo', line: null },
      {
        row: 2,
        kind: 'new',
        content: null,
        line: line(2, { state: 'ignored', reason: 'es una comisión', endedBy: 'ana@anticipa.test' }),
      },
    ],
  }));
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('tab', { name: /Archivos/ }).click();
  await expect.element(screen.getByText('2 nuevos · 1 que ya estaba · 1 por revisar · 1 fuera')).toBeVisible();
  await screen.getByRole('button', { name: 'Ver renglones de marzo.csv' }).click();
  await expect.element(screen.getByText('Fuera: es el título')).toBeVisible();
  await expect.element(screen.getByText('es una comisión · ana@anticipa.test')).toBeVisible();
});

it('[DIN-34] says that older files are not listed, and that their movements are', async () => {
  const files = Array.from({ length: BANK_FILES_LIMIT }, (_, place) => ({
    ...file,
    fileId: file.fileId.slice(0, -3) + String(100 + place),
  }));
  answer(getBank).with(() => ({ ...bank, files }));
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('tab', { name: 'Archivos' }).click();
  await expect.element(screen.getByText(/^Se muestran los 100 más recientes/)).toBeVisible();
});

it('[DIN-34] edits the columns of an account beside the first rows of a file', async () => {
  answer(getBank).with(() => ({ accounts: [], files: [], open: [] }));
  const saved = answer(saveStatementAccount).with(() => ({ account }));
  const screen = await renderScreen(<BankScreen />);
  await expect.element(screen.getByText('Ningún archivo todavía')).toBeVisible();
  await screen.getByRole('button', { name: 'Cuentas' }).click();
  await screen.getByRole('button', { name: 'Nueva cuenta' }).click();
  await screen.getByLabelText('Nombre').fill('BBVA pesos');
  await screen.getByLabelText('Número o CLABE').fill('0123456789');
  // windows-1252
  const sample = new Uint8Array(
    [...'Fecha,Concepto,Cargo,Abono,Saldo\n02/03/2026,PE'].map((sign) => sign.charCodeAt(0)),
  );
  const rest = [0xd1, ...[...'A,,"116,000.00","117,000.00"\n'].map((sign) => sign.charCodeAt(0))];
  await userEvent.upload(
    screen.getByLabelText('Archivo de muestra'),
    new File([new Uint8Array([...sample, ...rest])], 'muestra.csv', { type: 'text/csv' }),
  );
  await expect.element(screen.getByLabelText('Así se lee')).toHaveValue('02/03/2026 · 116,000.00 · PEÑA');
  await screen.getByLabelText('Cargo').selectOptions('0');
  await screen.getByRole('button', { name: 'Guardar cuenta' }).click();
  await expect.element(screen.getByText(/Elige una columna de importe con signo/)).toBeVisible();
  await screen.getByLabelText('Cargo').selectOptions('3 · Cargo');
  await screen.getByLabelText('Saldo').selectOptions('5 · Saldo');
  await expect
    .element(screen.getByLabelText('Así se lee'))
    .toHaveValue('02/03/2026 · 116,000.00 · PEÑA · Saldo 117,000.00');
  await screen.getByRole('button', { name: 'Guardar cuenta' }).click();
  await expect.element(screen.getByText('Se guardó BBVA pesos.').first()).toBeVisible();
  const { accountId: _, ...terms } = account;
  expect(saved.map(({ body }) => body)).toEqual([terms]);
});

it('[DIN-96] books a charge as a commission after showing its parts, and reverses it with a reason', async () => {
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] }));
  const look: BankLine['plan'] = { as: 'look', of: '', likely: [] };
  const charge = line(4, { amount: '-5.80', text: 'COMISION SPEI', plan: look });
  answer(getBank).with(() => ({ ...bank, open: [charge] }));
  const decided = answer(decideBankLine).with(() => ({ line: charge, isProposed: false }));
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('button', { name: 'Revisar COMISION SPEI' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Qué es').selectOptions('Es una comisión del banco');
  const effect = dialog.getByRole('status', { name: 'Lo que se registrará' });
  await expect.element(effect).toMatchTextContent(/Gastos bancarios.*MXN 5.80.*Sale de Bancos.*MXN 5.80/);
  await dialog.getByLabelText('IVA de la comisión').selectOptions('Está incluido, al 16 %');
  await expect
    .element(effect)
    .toMatchTextContent(/Gastos bancarios.*MXN 5.00.*IVA acreditable.*MXN 0.80.*Sale de Bancos.*MXN 5.80/);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => decided.length).toBe(1);
  const booked = line(4, {
    ...{ amount: '-5.80', text: 'COMISION SPEI', state: 'booked', bookedAs: 'fee', bookKey: 'BCO1', wasBooked: false },
  });
  answer(getBankFile).with(() => ({
    file: bank.files[0] ?? file,
    rows: [{ row: 1, kind: 'new', content: null, line: booked }],
  }));
  await screen.getByRole('tab', { name: /Archivos/ }).click();
  await screen.getByRole('button', { name: 'Ver renglones de marzo.csv' }).click();
  await screen.getByRole('button', { name: 'Revertir la comisión COMISION SPEI' }).click();
  await expect.element(screen.getByText(/MXN 5.80 dejan de ser gasto e IVA acreditable/)).toBeVisible();
  await screen.getByLabelText('Motivo').fill('era un traspaso');
  await screen.getByRole('button', { name: 'Revertir', exact: true }).click();
  await expect
    .poll(() => decided.map(({ body }) => body.decision))
    .toEqual([
      { kind: 'fee', tax: 'included' },
      { kind: 'reverse', reason: 'era un traspaso' },
    ]);
});

it('[DIN-120] proposes the payment of a file that the bank made more than three days ago, with a reason', async () => {
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] }));
  const plan: BankLine['plan'] = { as: 'deposit', of: 'Anticipo venta 7 R0000012', likely: [] };
  const charge = line(4, { amount: '-100.00', text: 'SPEI', state: 'waiting', cause: 'second-person', plan });
  answer(getBank).with(() => ({ ...bank, open: [charge] }));
  const decided = answer(decideBankLine).with(() => ({ line: charge, isProposed: true }));
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('button', { name: 'Revisar SPEI' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Qué es').selectOptions('Es el pago del archivo: Anticipo venta 7 R0000012');
  await dialog.getByLabelText('Motivo').fill('el banco lo dio tarde');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect
    .poll(() => decided.map(({ body }) => body.decision))
    .toEqual([{ kind: 'book', reason: 'el banco lo dio tarde' }]);
});

it('[DIN-39] compares the bank with the books, and lists what only one of them has', async () => {
  answer(getBank).with(() => bank);
  answer(getBankReconciliation).with(() => ({
    data: [
      {
        currency: 'MXN',
        isStp: false,
        since: '2026-03-02',
        through: '2026-03-10',
        accounts: [
          { accountId: idOf(1), name: 'BBVA pesos', lastDay: '2026-03-10', closing: '500.00', missing: '-20.00' },
          { accountId: idOf(2), name: 'Banorte', lastDay: '2026-03-11', closing: null, missing: null },
        ],
        bankMoved: '116000.00',
        booksMoved: '116700.00',
        booksBalance: '900.00',
        notInBooks: { count: 1, total: '-5.80' },
        notInBank: { count: 1, total: '700.00' },
        otherDays: '5.80',
        lines: [
          line(2, {
            amount: '-5.80',
            text: 'COMISIÓN',
            reference: '',
            state: 'ignored',
            reason: 'es una comisión',
            plan: null,
          }),
        ],
        books: [{ as: 'receipt', key: 'TYPED1', on: '2026-03-09', amount: '700.00' }],
      },
    ],
  }));
  const screen = await renderScreen(<BankScreen />);
  await screen.getByRole('tab', { name: 'Conciliación' }).click();
  await expect.element(screen.getByText(/^MXN..700\.00$/)).toBeVisible();
  await expect.element(screen.getByText('En el banco y no en los libros (1)')).toBeVisible();
  await expect.element(screen.getByText(/faltan movimientos por MXN..20\.00/)).toBeVisible();
  await expect.element(screen.getByText('es una comisión')).toBeVisible();
  await expect.element(screen.getByText('Solo en los libros')).toBeVisible();
});
