import { confirmPayout, confirmReturn } from '@anticipa/contract/collections';
import { disburseSale } from '@anticipa/contract/lender';
import type { Payables } from '@anticipa/contract/payables';
import {
  listPaymentFiles,
  makePaymentFile,
  type PaymentFile,
  type PaymentFiles,
  savePaymentLayout,
  withdrawFiledPayments,
} from '@anticipa/contract/payment-files';
import { clabeOf } from '@anticipa/domain/clabe';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Files } from './files.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const account = { bank: 'BBVA MEXICO', clabe: clabeOf('01218000123456789'), coolingUntil: null, warnings: [] };
const other = { ...account, clabe: clabeOf('07218000123456789') };
const now = '2026-03-10T18:00:00.000Z';
const sale = {
  clientId: idOf(9),
  entityName: 'Aceros Ñandú',
  product: 'BI' as const,
  count: 1,
  promisedAt: now,
  obstacle: null,
};
const payables: Payables = {
  now,
  totals: [],
  deposits: [
    { ...sale, saleId: idOf(1), numberOfSale: 1, currency: 'MXN', amount: '100920.00', account: other, way: 'hand' },
    { ...sale, saleId: idOf(2), numberOfSale: 2, currency: 'MXN', amount: '50.00', account, way: 'hand' },
    { ...sale, saleId: idOf(3), numberOfSale: 3, currency: 'USD', amount: '8700.00', account, way: 'hand' },
    { ...sale, saleId: idOf(4), numberOfSale: 4, currency: 'MXN', amount: '1.00', account: other, way: 'filed' },
  ],
  payouts: [
    {
      clientId: idOf(9),
      clientRFC: 'CNA010101AAA',
      entityName: 'Textiles Sur',
      currency: 'MXN',
      amount: '11043.20',
      forwarded: '0.00',
      count: 1,
      account: other,
      obstacle: null,
      way: 'hand',
    },
  ],
  returns: [
    {
      paymentId: idOf(8),
      currency: 'MXN',
      amount: '500.00',
      valueDate: '2026-03-09',
      bank: 'BANORTE',
      trackingKey: 'UNKNOWN1',
      reference: '0',
      account: null,
      obstacle: null,
      way: 'hand',
    },
  ],
};
const payment = (reference: number, over: Partial<PaymentFile['payments'][number]> = {}) => ({
  reference,
  kind: 'deposit' as const,
  subject: idOf(reference),
  amount: '10.00',
  clabe: other.clabe,
  beneficiary: 'Aceros Ñandú',
  concept: `Anticipo venta ${reference}`,
  state: 'filed' as const,
  trackingKey: null,
  reason: null,
  ...over,
});
const file: PaymentFile = {
  fileId: idOf(7),
  number: 12,
  layout: 'BBVA · otros bancos',
  currency: 'MXN',
  madeBy: 'tesoreria@anticipa.demo',
  madeAt: now,
  payments: [payment(4), payment(5, { state: 'paid', trackingKey: 'BANK42' })],
};
const files: PaymentFiles = {
  layouts: [
    {
      layoutId: idOf(6),
      name: 'BBVA',
      currency: 'MXN',
      reach: 'other',
      separator: 'none',
      columns: 'cuenta 18\nimporte 16',
    },
  ],
  files: [file],
  filed: [{ kind: 'deposit', subject: idOf(4), currency: 'MXN' }],
  payers: [
    {
      currency: 'MXN',
      bank: 'BBVA',
      clabe: account.clabe,
      account: '0123456789',
      rfc: 'AFI180517AB3',
      name: 'ANTICIPA FINANCIERA',
    },
  ],
};

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(async () => {
  await signInWith(['tesoreria']);
  answer(listPaymentFiles).with(() => files);
});

it('[DIN-30] puts chosen payments into a file after showing their total; money that goes back needs its account', async () => {
  const made = answer(makePaymentFile).with(() => ({ file, proposalId: null }));
  const screen = await renderScreen(<Files payables={payables} />);
  await expect.element(screen.getByText('1 por confirmar', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Nuevo archivo' }).click();
  const dialog = screen.getByRole('dialog');
  // One in dollars, one that is filed already: neither is offered. One within the bank does not fit the layout.
  await expect.element(dialog.getByText('3 pagos')).not.toBeInTheDocument();
  const boxes = dialog.getByRole('grid').getByRole('checkbox');
  await expect.element(boxes.nth(4)).toBeVisible();
  await boxes.nth(0).click();
  await expect.element(dialog.getByText('MXN 112,463.20').last()).toBeVisible();
  await dialog.getByRole('button', { name: 'Generar archivo' }).click();
  expect(made).toHaveLength(0);
  await dialog.getByRole('textbox', { name: /^CLABE que recibe el regreso de UNKNOWN1/ }).fill(other.clabe);
  await dialog.getByRole('textbox', { name: /^Titular de esa cuenta/ }).fill('Quien pagó');
  await dialog.getByRole('button', { name: 'Generar archivo' }).click();
  await expect.element(screen.getByText('Se generó el archivo 12.')).toBeVisible();
  expect(made[0]?.body).toEqual({
    layoutId: idOf(6),
    payments: [
      { kind: 'deposit', subject: idOf(1), amount: '100920.00' },
      { kind: 'payout', subject: idOf(9), amount: '11043.20' },
      { kind: 'return', subject: idOf(8), amount: '500.00', clabe: other.clabe, beneficiary: 'Quien pagó' },
    ],
  });
});

it('[DIN-31] withdraws payments that the bank does not make, with a reason; those that were booked stay', async () => {
  const withdrawn = answer(withdrawFiledPayments).with(() => ({ file }));
  const screen = await renderScreen(<Files payables={payables} />);
  await screen.getByRole('button', { name: 'Ver pagos del archivo 12' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('BANK42')).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Archivo 12' })).toHaveFocus();
  await dialog.getByRole('checkbox').nth(1).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('el banco lo rechazó');
  await dialog.getByRole('button', { name: 'Retirar 1 pago' }).click();
  await expect.element(screen.getByText('Se retiró 1 pago.')).toBeVisible();
  expect(withdrawn[0]?.body).toEqual({ references: [4], reason: 'el banco lo rechazó' });
});

it('[DIN-33] books each payment of a file by its tracking key: deposit, devolución and money sent back', async () => {
  const refusal = new Refusal(409, 'TRACKING_KEY_REUSED', 'La clave de rastreo ya se usó.');
  const deposited = answer(disburseSale).with(() => refusal);
  const paid = answer(confirmPayout).with(() => refusal);
  const returned = answer(confirmReturn).with(() => refusal);
  const names = { deposit: 'Aceros', payout: 'Textiles', return: 'Quien pagó' } as const;
  const payments = (['deposit', 'payout', 'return'] as const).map((kind, place) =>
    payment(place + 1, { kind, beneficiary: names[kind] }),
  );
  answer(listPaymentFiles).with(() => ({ ...files, files: [{ ...file, payments }] }));
  const screen = await renderScreen(<Files payables={payables} />);
  for (const [place, { beneficiary }] of payments.entries()) {
    await screen.getByRole('button', { name: 'Ver pagos del archivo 12' }).click();
    await screen.getByRole('button', { name: `Registrar el pago a ${beneficiary}` }).click();
    const dialog = screen.getByRole('dialog');
    await expect
      .element(dialog)
      .toMatchTextContent(new RegExp(`referencia 000000${place + 1} .*MXN 10.00.*${beneficiary}`));
    await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('BANK43');
    await dialog.getByRole('button', { name: 'Registrar pago' }).click();
    await expect.element(dialog.getByText('La clave de rastreo ya se usó.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  }
  const [paidOn, trackingKey] = ['2026-03-10', 'BANK43'];
  expect([deposited[0]?.params, deposited[0]?.body]).toEqual([{ saleId: idOf(1) }, { paidOn, trackingKey }]);
  expect(paid[0]?.body).toEqual({ clientId: idOf(2), currency: 'MXN', amount: '10.00', paidOn, trackingKey });
  expect([returned[0]?.params, returned[0]?.body]).toEqual([{ paymentId: idOf(3) }, { paidOn, trackingKey }]);
});

it('[DIN-32] edits the layout of a bank beside a sample line, and says which line is wrong', async () => {
  const refusal = new Refusal(409, 'LAYOUT_NAME_TAKEN', 'Ya hay un formato con este nombre.');
  const saved = answer(savePaymentLayout).with(() => refusal);
  const screen = await renderScreen(<Files payables={payables} />);
  await screen.getByRole('button', { name: 'Formatos' }).click();
  await screen.getByRole('button', { name: 'Banorte · otros bancos' }).click();
  const dialog = screen.getByRole('dialog');
  const columns = dialog.getByRole('textbox', { name: 'Columnas' });
  const sample = dialog.getByRole('textbox', { name: 'Así se ve un pago inventado' });
  await expect.poll(() => (sample.element() as HTMLTextAreaElement).value).toContain('100920.00');
  await columns.fill('cuenta 18\nimportes 16');
  await dialog.getByRole('button', { name: 'Guardar formato' }).click();
  await expect.element(dialog.getByText('No se entiende el renglón 2.')).toBeVisible();
  await columns.fill('cuenta\nimporte');
  await dialog.getByRole('button', { name: 'Guardar formato' }).click();
  await expect.element(dialog.getByText('Ya hay un formato con este nombre.')).toBeVisible();
  expect(saved[0]?.body).toEqual({
    name: 'Banorte · otros bancos',
    currency: 'MXN',
    reach: 'other',
    separator: 'tab',
    columns: 'cuenta\nimporte',
  });
});

it('[DIN-30] shows contabilidad the files without buttons, and says when there is none', async () => {
  await signInWith(['contabilidad']);
  answer(listPaymentFiles).with(() => ({ ...files, files: [] }));
  const screen = await renderScreen(<Files payables={payables} />);
  await expect.element(screen.getByText('Ningún archivo todavía')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Nuevo archivo' })).not.toBeInTheDocument();
  await screen.unmount();
  answer(listPaymentFiles).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<Files payables={payables} />);
  await expect.element(failed.getByText('No se pudieron leer los archivos')).toBeVisible();
});
