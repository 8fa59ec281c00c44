/** Accounts that have a number in the lender's own chart, for the lender's people. */
import { type AccountingProgram, type OwnAccount, ownAccounts } from '@anticipa/domain/accounting-programs';
import { NONE } from './approval-values.ts';
import type { KindTexts } from './approvals.ts';
import { accountNames } from './ledger-texts.ts';

const { ENTRE_DIARIOS: _, ...ofClients } = accountNames;

export const ownAccountNames: Readonly<Record<OwnAccount, string>> = {
  ...ofClients,
  COBROS_POR_IDENTIFICAR: 'Cobros por identificar',
  QUEBRANTOS: 'Quebrantos',
  GASTOS_BANCARIOS: 'Comisiones del banco',
  IVA_ACREDITABLE: 'IVA acreditable',
  ACREEDORES: accountNames.ACREEDORES,
  OTROS_INGRESOS: accountNames.OTROS_INGRESOS,
  GASTOS_GENERALES: accountNames.GASTOS_GENERALES,
  RESULTADO: accountNames.RESULTADO,
};

const orNone = (text: string): string => text || NONE;
export const programNames: Readonly<Record<AccountingProgram, string>> = { contpaqi: 'CONTPAQi', coi: 'Aspel COI' };
/** Name that people use for an account. */
export const ownAccountName = (account: string): string =>
  ownAccounts.filter((one) => one === account).map((one) => ownAccountNames[one])[0] ?? account;

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
