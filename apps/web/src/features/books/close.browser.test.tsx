import {
  type CheckOfClose,
  closeBooks,
  getBookClose,
  getClosedMonth,
  printClosedMonth,
} from '@anticipa/contract/book-close';
import {
  listManualEntries,
  type ManualEntries,
  previewManualEntry,
  proposeManualEntry,
  proposeManualReversal,
} from '@anticipa/contract/manual-entries';
import { ALWAYS_OPEN } from '@anticipa/domain/book-close';
import type { OperatorRole } from '@anticipa/domain/operator';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
import { proposal } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { BooksScreen } from './books-screen.tsx';

const clientId = '0198aaaa-0000-4000-8000-000000000008';
const aCheck = (over: Partial<CheckOfClose> & Pick<CheckOfClose, 'check'>): CheckOfClose => ({
  id: over.check,
  name: null,
  isDone: true,
  count: 0,
  amount: null,
  currency: null,
  through: null,
  ...over,
});
const bank = aCheck({
  ...{
    check: 'bank',
    id: 'bank stp MXN',
    name: 'STP MXN',
    isDone: false,
    count: 2,
    amount: '15080.00',
    currency: 'MXN',
  },
  through: '2026-11-27',
});
const checks = [
  aCheck({ check: 'accrued' }),
  bank,
  aCheck({ check: 'unidentified', id: 'unidentified MXN', name: 'MXN', amount: '0.00', currency: 'MXN' }),
];
const yearEnd = [{ debit: 'INGRESO_INTERES', credit: 'RESULTADO', currency: 'MXN', amount: '3480.00' }] as const;
const closed = [{ month: '2026-11', closedAt: '2026-12-05T16:00:00.000Z', closedBy: 'Ana Contadora', reasons: 1 }];
const december = { month: '2026-12', isOver: true, checks, yearEnd: [...yearEnd], ground: 'abc' };

const signIn = (roles: readonly OperatorRole[]) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...roles] }));
beforeEach(() => signIn(['contabilidad']));

it('[LIB-66] the checklist shows each figure and where it is put right, and closes with a reason for what is not so', async () => {
  answer(getBookClose).with(() => ({ next: december, closed }));
  const screen = await renderScreen(<BooksScreen />, '/?cola=close');
  const table = screen.getByRole('grid', { name: 'Lista de revisión' });
  await expect
    .element(table.getByRole('row').nth(1))
    .toMatchTextContent(
      /Banco conciliado: STP MXN.*Falta, o se explica.*MXN 15,080\.00.*hasta el 27\/11\/2026.*2 movimientos por registrar/,
    );
  await expect
    .element(table.getByRole('link', { name: 'Banco: Banco conciliado: STP MXN' }))
    .toHaveAttribute('href', '/lender/bank');
  await expect
    .element(screen.getByRole('grid', { name: 'Cierre del ejercicio' }).getByText('MXN 3,480.00'))
    .toBeVisible();
  const sent = answer(closeBooks).with(() => ({ month: '2026-12' }));
  await screen.getByRole('button', { name: 'Cerrar el mes' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Cerrar diciembre 2026' });
  await dialog.getByRole('button', { name: 'Cerrar el mes' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo: Banco conciliado: STP MXN' }).fill('el banco entrega el lunes');
  // By the keyboard alone.
  await press(dialog.getByRole('button', { name: 'Cerrar el mes' }), '{Enter}');
  await expect.element(screen.getByText('Se cerró diciembre 2026.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { month: '2026-12', ground: 'abc', reasons: [{ id: 'bank stp MXN', reason: 'el banco entrega el lunes' }] },
  ]);
});

it('[LIB-66] says why a month cannot be closed, and offers it to accountants alone', async () => {
  const blocked = { ...december, checks: [aCheck({ check: 'accrued', isDone: false, count: 1 })], yearEnd: [] };
  answer(getBookClose).with(() => ({ next: blocked, closed: [] }));
  const screen = await renderScreen(<BooksScreen />, '/?cola=close');
  await expect.element(screen.getByText('Antes de cerrar corrige lo que falta.')).toBeVisible();
  await expect.element(screen.getByText('1 factura incompleta')).toBeVisible();
  await expect.element(screen.getByText('Ningún mes está cerrado.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cerrar el mes' })).not.toBeInTheDocument();
  await screen.unmount();
  answer(getBookClose).with(() => ({ next: { ...december, isOver: false }, closed: [] }));
  const early = await renderScreen(<BooksScreen />, '/?cola=close');
  await expect.element(early.getByText('El mes se puede cerrar cuando termine, desde el 01/01/2027.')).toBeVisible();
  await early.unmount();
  await signIn(['auditor']);
  answer(getBookClose).with(() => ({ next: december, closed: [] }));
  const read = await renderScreen(<BooksScreen />, '/?cola=close');
  await expect.element(read.getByText(/2 movimientos por registrar/)).toBeVisible();
  await expect.element(read.getByRole('button', { name: 'Cerrar el mes' })).not.toBeInTheDocument();
  await read.unmount();
  answer(getBookClose).with(() => ({ next: null, closed: [] }));
  const none = await renderScreen(<BooksScreen />, '/?cola=close');
  await expect.element(none.getByText('Todavía no hay asientos')).toBeVisible();
  await none.unmount();
  answer(getBookClose).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible.'));
  const failed = await renderScreen(<BooksScreen />, '/?cola=close');
  await expect.element(failed.getByText('No se pudo leer la lista de revisión')).toBeVisible();
});

it('[LIB-66] a closed month shows who closed it, its reasons and the end of each chain, and is printed', async () => {
  answer(getBookClose).with(() => ({ next: null, closed }));
  answer(getClosedMonth).with(({ params: { month } }) => ({
    ...{ month, closedAt: '2026-12-05T16:00:00.000Z', closedBy: 'Ana Contadora', yearEnd: [] },
    checks: [{ ...bank, reason: 'el banco entrega el lunes' }],
    heads: [
      { clientId: null, entityName: null, entryNumber: 7, hash: 'a'.repeat(64) },
      { clientId, entityName: 'Aceros Ñandú', entryNumber: 25, hash: 'b'.repeat(64) },
    ],
  }));
  const screen = await renderScreen(<BooksScreen />, '/?cola=close');
  await screen.getByRole('button', { name: 'Ver el cierre de noviembre 2026' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Cierre de noviembre 2026' });
  await expect.element(dialog.getByText('el banco entrega el lunes')).toBeVisible();
  await expect.element(dialog.getByText('Aceros Ñandú')).toBeVisible();
  await expect.element(dialog.getByText('b'.repeat(64))).toBeVisible();
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  // A cell that scrolls sideways cannot be reached with the keyboard.
  await expect
    .poll(() => [...dialog.element().querySelectorAll('dd, td')].filter((each) => each.scrollWidth > each.clientWidth))
    .toEqual([]);
  const files = answer(printClosedMonth).with(() => new Response('%PDF-'));
  await dialog.getByRole('button', { name: 'PDF' }).click();
  await expect.poll(() => files.map(({ params }) => params)).toEqual([{ month: '2026-11' }]);
});

const lines = [{ debit: 'GASTOS_GENERALES', credit: 'ACREEDORES', amount: '1000.00' }] as const;
const anEntry: ManualEntries['data'][number] = {
  manualId: clientId,
  ...{ valueDate: '2026-03-05', currency: 'MXN', lines: [...lines], evidence: 'factura A-77', entries: [4] },
  ...{ reason: 'renta de marzo', proposedBy: 'Ana Contadora', approvedBy: 'Beto Contador', reversedOn: null },
};
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());

it('[LIB-67] an entry of an accountant is proposed after its balances were shown, and reversed by another proposal', async () => {
  answer(listManualEntries).with(() => ({
    openDay: '2026-03-01',
    waiting: 1,
    data: [anEntry, { ...anEntry, manualId: '0198aaaa-0000-4000-8000-000000000009', reversedOn: '2026-03-06' }],
  }));
  const screen = await renderScreen(<BooksScreen />, '/?cola=manual');
  await expect.element(screen.getByText(/1 espera aprobación\./)).toBeVisible();
  const table = screen.getByRole('grid', { name: 'Asientos manuales' });
  await expect
    .element(table.getByRole('row').nth(1))
    .toMatchTextContent(
      /05\/03\/2026.*renta de marzo.*factura A-77 · Ana Contadora, aprobó Beto Contador.*601-84 Gastos generales a 205-08 Acreedores diversos: MXN 1,000\.00/,
    );
  await expect.element(screen.getByText('Revertido el 06/03/2026')).toBeVisible();
  const asked = answer(previewManualEntry).with(({ body }) => ({
    accounts: body.lines.flatMap(({ debit, credit, amount }) => [
      { account: debit, debit: amount, credit: '0.00', before: '0.00', after: amount },
      { account: credit, debit: '0.00', credit: amount, before: '0.00', after: `-${amount}` },
    ]),
  }));
  const sent = answer(proposeManualEntry).with(() => ({ proposal }));
  await screen.getByRole('button', { name: 'Proponer asiento' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Proponer asiento' });
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect
    .element(dialog.getByText('Cada movimiento va de una cuenta a otra, con un importe mayor que cero.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Agregar movimiento' }).click();
  await dialog.getByRole('button', { name: 'Quitar el movimiento 2' }).click();
  await dialog.getByRole('textbox', { name: 'Importe' }).fill('1,000');
  await dialog.getByRole('textbox', { name: 'Evidencia' }).fill('factura A-78');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('renta de abril');
  await expect
    .element(dialog.getByRole('grid', { name: 'Lo que se registra' }).getByText('205-08 Acreedores diversos'))
    .toBeVisible();
  expect(asked.at(-1)?.body.lines).toEqual(lines.map((line) => ({ ...line, amount: '1000.00' })));
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toMatchObject([{ valueDate: today(), currency: 'MXN', evidence: 'factura A-78', reason: 'renta de abril' }]);
  const undone = answer(proposeManualReversal).with(() => ({ proposal }));
  await screen.getByRole('button', { name: 'Revertir el asiento del 05/03/2026: renta de marzo' }).click();
  const reversal = screen.getByRole('dialog', { name: 'Revertir un asiento manual' });
  await expect
    .element(reversal.getByText('205-08 Acreedores diversos a 601-84 Gastos generales: MXN 1,000.00'))
    .toBeVisible();
  await reversal.getByRole('textbox', { name: 'Motivo' }).fill('era de otra empresa');
  await reversal.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.poll(() => undone.map(({ params }) => params)).toEqual([{ manualId: clientId }]);
});

it('[LIB-67] without entries says what they are for; auditors propose none; a failure has its text', async () => {
  answer(listManualEntries).with(() => ({ openDay: '2026-03-01', waiting: 0, data: [] }));
  await signIn(['auditor']);
  const screen = await renderScreen(<BooksScreen />, '/?cola=manual');
  await expect.element(screen.getByText('No hay asientos manuales')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Proponer asiento' })).not.toBeInTheDocument();
  await screen.unmount();
  answer(listManualEntries).with(() => ({ openDay: ALWAYS_OPEN, waiting: 0, data: [] }));
  await signIn(['contabilidad']);
  const first = await renderScreen(<BooksScreen />, '/?cola=manual');
  await first.getByRole('button', { name: 'Proponer asiento' }).click();
  await expect.element(first.getByRole('dialog').getByText('Ningún mes está cerrado.')).toBeVisible();
  await first.unmount();
  answer(listManualEntries).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible.'));
  const failed = await renderScreen(<BooksScreen />, '/?cola=manual');
  await expect.element(failed.getByText('No se pudieron leer los asientos manuales')).toBeVisible();
});

it('[LIB-66] [LIB-67] both fit a phone', async () => {
  await page.viewport(390, 844);
  answer(getBookClose).with(() => ({ next: december, closed }));
  answer(listManualEntries).with(() => ({ openDay: '2026-03-01', waiting: 0, data: [anEntry] }));
  const screen = await renderScreen(<BooksScreen />, '/?cola=close');
  await expect.element(screen.getByText(/2 movimientos por registrar/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByRole('tab', { name: 'Asientos manuales' }).click();
  await expect.element(screen.getByText('renta de marzo')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
