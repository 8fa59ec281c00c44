/** Deposits of the month: ordered at STP, made by hand or by a file, and those that did not arrive. */
import { expect } from '@playwright/test';
import { addAccount, bookMovements, bringFile } from './bank-steps.ts';
import { press } from './keys.ts';
import { act, comeBack, makeFile, order, proposePayment, saveLayout, transferByHand } from './money-steps.ts';
import { cafe, hules, zapatos } from './month-cast.ts';
import { approved, confirmAccount, type Desk } from './month-desk.ts';
import { toApproval } from './opening-steps.ts';

/** Every deposit is paid: one of them by hand, one with a second person, and one to another holder. The bank then returns one. */
export async function payDeposits(desk: Desk): Promise<void> {
  const { lender, beto, dario } = desk;
  const { stp } = lender.bank;
  const page = await lender.open(dario, '/lender/payables');
  await order(page, /Telas Ávila/);
  await transferByHand(lender, page, /^Registrar el depósito: .*Café de Veracruz/);
  await proposePayment(page, /Zapatos Ñuñoa/, 'Depósito de la primera venta');
  await approved(desk, beto, /^Ordenar 1 pago/);
  await lender.open(dario, '/lender/payables');
  stp.decide('other-name');
  await order(page, /Hules de Toluca/);
  await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('heading', { name: 'Nada por depositar' })).toBeVisible();
  stp.decide('paid');
  const returned = stp.records.transfers.find(({ cuentaBeneficiario }) => cuentaBeneficiario === zapatos.clabe);
  if (returned) stp.records.settle(returned, 'D');
}

/** The deposit that the bank returned is paid again, and the other holder is explained. */
export async function payReturnedAgain(desk: Desk): Promise<void> {
  const { lender, beto, dario } = desk;
  const page = await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('row', { name: /Zapatos Ñuñoa/ })).toContainText('Cuenta bloqueada');
  await confirmAccount(desk, zapatos, 'El banco liberó la cuenta');
  await lender.open(dario, '/lender/payables');
  await proposePayment(page, /Zapatos Ñuñoa/, 'El banco había devuelto el primero');
  await approved(desk, beto, /^Ordenar 1 pago/);
  await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('heading', { name: 'Nada por depositar' })).toBeVisible();
  await lender.open(dario, '/lender/alerts');
  await expect(page.getByRole('row', { name: /Hules de Toluca/ })).toContainText('OTRO TITULAR');
  const fields = { Motivo: 'La titular es la dueña de la empresa' };
  await act(page, /^Cerrar con un motivo/, { fields, send: toApproval });
  await approved(desk, beto, /^Cerrar una alerta de dinero/);
  await confirmAccount(desk, hules, 'La titular es la dueña de la empresa');
}

/** The deposit by hand arrived at another account: it is paid again by a file, which the bank's own file confirms. */
export async function payElsewhereAgain(desk: Desk): Promise<void> {
  const { lender, beto, dario } = desk;
  const { USD } = lender.accounts;
  const page = await lender.open(dario, '/lender/payables?cola=made');
  const fields = { Motivo: 'Se escribió otra cuenta en el banco' };
  await press(page, page.getByRole('button', { name: /^Más: .*Café de Veracruz/ }));
  await act(page, /^Registrar que llegó a otra cuenta: .*Café de Veracruz/, { fields, send: 'Proponer' });
  await approved(desk, beto, /^Registrar que llegó a otra cuenta/);
  await confirmAccount(desk, cafe, 'Su cuenta es la que tenemos');
  await lender.open(dario, '/lender/payables?cola=files');
  const columns = ['cuenta', 'importe', 'referencia'].join('\n');
  await saveLayout(page, { name: 'BBVA en dólares', currency: 'USD', columns });
  expect(USD.transfer(await makeFile(page, /Café de Veracruz/))).toEqual([cafe.clabe]);
  await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('row', { name: /Café de Veracruz/ })).toContainText('En archivo');
  await lender.open(dario, '/lender/bank');
  await addAccount(page, USD);
  await bringFile(page, USD);
  await expect(page.getByRole('row', { name: /Depósito: / })).toHaveCount(1);
  await bookMovements(page);
  await expect(page.getByRole('heading', { name: 'Nada por revisar' })).toBeVisible();
  await lender.open(dario, '/lender/payables');
  await expect(page.getByRole('heading', { name: 'Nada por depositar' })).toBeVisible();
}

/** The holder of the other account gives back the deposit that arrived there. */
export async function recoverElsewhere(desk: Desk): Promise<void> {
  const { lender, beto, dario } = desk;
  const page = await lender.open(dario, '/lender/payables?cola=made');
  await comeBack(lender, page, /^Registrar que se recuperó: .*Café de Veracruz/, 'Lo transfirió quien lo recibió');
  await approved(desk, beto, /^Registrar que se recuperó/);
  await lender.open(dario, '/lender/payables?cola=made');
  await expect(page.getByRole('row', { name: /Recuperado/ })).toHaveCount(1);
}

/** The bank gives a devolución back that a person had transferred, and it is paid again. */
export async function payDevolucionAgain(desk: Desk): Promise<void> {
  const { lender, beto, dario } = desk;
  const page = await lender.open(dario, '/lender/payables?cola=payouts');
  const devolucion = 'Registrar la devolución de Café de Veracruz';
  await transferByHand(lender, page, devolucion);
  await lender.open(dario, '/lender/payables?cola=made');
  const fields = { Motivo: 'El cliente no la ve en su cuenta' };
  await press(page, page.getByRole('button', { name: 'Más: Devolución · Café de Veracruz' }));
  await act(page, 'Reclamar el pago: Devolución · Café de Veracruz', { fields, send: 'Registrar reclamo' });
  await comeBack(lender, page, /^Registrar que regresó: Devolución · Café/, 'La cuenta estaba bloqueada');
  await approved(desk, beto, /^Registrar que regresó/);
  await confirmAccount(desk, cafe, 'Su banco la desbloqueó');
  await lender.open(dario, '/lender/payables?cola=payouts');
  await transferByHand(lender, page, devolucion);
}
