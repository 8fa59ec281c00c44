/** Steps of a lender's set-up at the desk, with the keyboard. */
import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { expect, type Page } from '@playwright/test';
import { chooseTab, closed, press, typeInto } from './keys.ts';
import { goTo, submit, toApproval, type } from './opening-steps.ts';

const Motivo = 'Alta de la financiera';

/** The least that a brand needs. */
export const firstBrand = {
  Nombre: 'Crédito Aurora',
  'Razón social': 'Crédito Aurora, S.A. de C.V., SOFOM, E.N.R.',
  'Remitente de los correos': 'avisos@aurora.example',
} as const;

/** Types a brand, which a single administrator changes at once. */
export async function proposeBrand(page: Page, brand: Readonly<Record<string, string>>): Promise<void> {
  await goTo(page, 'a', 'Ajustes');
  await submit(page, { open: 'Proponer cambio de marca', send: toApproval }, { ...brand, Motivo });
}

/** Types the brand and the lender's tax data. */
export async function describeLender(page: Page): Promise<void> {
  await goTo(page, 'a', 'Ajustes');
  await submit(
    page,
    { open: 'Cambiar datos fiscales', send: 'Guardar' },
    {
      RFC: 'AFI180517AB3',
      'Razón social, como en el SAT': 'ANTICIPA FINANCIERA',
      'Régimen fiscal, 3 dígitos': '601',
      'Código postal': '06600',
      Motivo,
    },
  );
  await proposeBrand(page, firstBrand);
}

/** Proposes the accounts to which receivers pay, and the range of their CLABEs. */
export async function proposeAccounts(
  page: Page,
  clabes: Readonly<Record<FinancedCurrency, string>>,
  company: string,
): Promise<void> {
  await goTo(page, 'a', 'Ajustes');
  for (const currency of financedCurrencies) {
    const account = { Beneficiario: 'Crédito Aurora', CLABE: clabes[currency], Cuenta: '0123456789', Motivo };
    await submit(page, { open: `Proponer cambio de cuenta en ${currency}`, send: toApproval }, account);
  }
  const range = { 'Empresa de órdenes de pago': company, 'Primeros dígitos, de 6 a 10': '6461801234', Motivo };
  await submit(page, { open: 'Proponer empresa', send: toApproval }, range);
}

/** Proposes the amounts above which a second person confirms a payment; those of sales stay at zero. */
export async function proposeAmounts(page: Page): Promise<void> {
  await goTo(page, 'a', 'Ajustes');
  // Nothing is missing in it, so it is closed.
  await press(page, page.getByRole('button', { name: 'Segunda persona por importe', exact: true }));
  for (const currency of financedCurrencies) {
    const amounts = { 'Por pago': '500000', 'En pagos de un operador en un día': '2000000', Motivo };
    await submit(page, { open: `Proponer cambio de importes en ${currency}`, send: toApproval }, amounts);
  }
}

/** Decides that the lender reminds its clients of nothing. */
export async function leaveRemindersOff(page: Page): Promise<void> {
  await goTo(page, 'a', 'Ajustes');
  await submit(page, { open: 'Dejar apagados', send: 'Dejar apagados' }, { Motivo });
}

/** Invites an operator; a single administrator needs nobody else for it, and one of several sends it to approval. */
export async function inviteOperator(
  page: Page,
  email: string,
  roles: readonly string[],
  send: 'Aplicar' | typeof toApproval = 'Aplicar',
): Promise<void> {
  await goTo(page, 'o', 'Operadores');
  await press(page, page.getByRole('button', { name: 'Invitar operador' }));
  const dialog = page.getByRole('dialog', { name: 'Invitar operador' });
  await type(page, { Nombre: email.split('@')[0] ?? email, Correo: email }, dialog);
  for (const role of roles) await press(page, dialog.getByRole('button', { name: role }));
  await type(page, { Motivo }, dialog);
  await press(page, dialog.getByRole('button', { name: send }));
  await closed(dialog);
}

/** Approves every proposal of the screen that the operator may decide. */
export async function approveAll(page: Page): Promise<void> {
  const approving = page.getByRole('button', { name: 'Aprobar' });
  await expect(approving.first()).toBeVisible();
  for (let left = await approving.count(); left > 0; left -= 1) {
    await press(page, approving.first());
    await expect(approving).toHaveCount(left - 1);
  }
}

/** Gives a client's payers CLABEs of a company. */
export async function choosePaymentOrders(page: Page, company: string): Promise<void> {
  await chooseTab(page, 'Datos y personas');
  await press(page, page.getByRole('button', { name: 'Cambiar empresa de órdenes de pago' }));
  const dialog = page.getByRole('dialog', { name: 'Cambiar empresa de órdenes de pago' });
  await dialog.getByLabel('Empresa').selectOption(company);
  await typeInto(page, dialog.getByLabel('Motivo'), Motivo);
  await press(page, dialog.getByRole('button', { name: 'Guardar' }));
  await closed(dialog);
}
