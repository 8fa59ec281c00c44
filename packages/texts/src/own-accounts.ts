/** Numbers of accounts in the lender's own chart, for the lender's people. */
import type { AccountingProgram } from '@anticipa/domain/accounting-programs';
import { bankOfPart, isBankPart, ownAccounts } from '@anticipa/domain/chart';
import { NONE } from './approval-values.ts';
import type { KindTexts } from './approvals.ts';
import { accountNames, unknownBank } from './ledger-texts.ts';

/** The tax authority's names of the grouping codes that stand above accounts. */
const groupNames: Readonly<Record<string, string>> = {
  100: 'Activo',
  102: 'Bancos',
  106: 'Cuentas y documentos por cobrar a corto plazo',
  107: 'Deudores diversos',
  108: 'Estimación de cuentas incobrables',
  118: 'Impuestos acreditables pagados',
  200: 'Pasivo',
  203: 'Cobros anticipados a corto plazo',
  205: 'Acreedores diversos a corto plazo',
  208: 'Impuestos trasladados cobrados',
  209: 'Impuestos trasladados no cobrados',
  300: 'Capital contable',
  304: 'Resultado de ejercicios anteriores',
  305: 'Resultado del ejercicio',
  400: 'Ingresos',
  401: 'Ingresos',
  403: 'Otros ingresos',
  600: 'Gastos',
  601: 'Gastos generales',
  700: 'Resultado integral de financiamiento',
  701: 'Gastos financieros',
  703: 'Otros gastos',
};
export const groupName = (code: string): string => groupNames[code] ?? code;

const orNone = (text: string): string => text || NONE;
export const programNames: Readonly<Record<AccountingProgram, string>> = { contpaqi: 'CONTPAQi', coi: 'Aspel COI' };
/** "Cartera por cobrar", "Bancos: Sin asignar", or "Bancos: cuenta 0023" of a bank account. */
export const ownAccountName = (account: string): string => {
  if (!isBankPart(account))
    return ownAccounts.filter((one) => one === account).map((one) => accountNames[one])[0] ?? account;
  const number = bankOfPart(account);
  return `${accountNames.BANCOS}: ${number === null ? unknownBank : `cuenta ${number.slice(-4)}`}`;
};

/** Changes of the accounts, in words. */
export const accountKinds: {
  readonly [K in 'own-account' | 'account-format']: KindTexts<K>;
} = {
  'own-account': {
    mail: 'Un número de una cuenta contable',
    title: ({ about }) => `Cuenta contable ${ownAccountName(about.account)}`,
    values: ({ changed }) => [changed('Número', (v) => v.number)],
  },
  'account-format': {
    mail: 'Un formato de cuentas contables',
    title: ({ about }) => `Formato de cuentas, ${programNames[about.program]}`,
    values: ({ changed }) => [
      changed('Dígitos por nivel', (v) => v.levels, orNone),
      changed('Entre niveles', (v) => v.separator, orNone),
    ],
  },
};
