/** The lender's chart of accounts: every account of the clients' journals and of the lender's own. */
import { accounts } from './ledger.ts';
import type { Money } from './money.ts';

/** Accounts of both journals; the last ones are only in the lender's own. */
export const bookAccounts = [
  ...accounts,
  'COBROS_POR_IDENTIFICAR',
  'QUEBRANTOS',
  'GASTOS_BANCARIOS',
  'IVA_ACREDITABLE',
  'ACREEDORES',
  'OTROS_INGRESOS',
  'GASTOS_GENERALES',
  'RESULTADO',
] as const;
export type BookAccount = (typeof bookAccounts)[number];

/** Events of the lender's own journal. */
export const lenderEvents = [
  'unidentified',
  'identification',
  'send-back',
  'return',
  'refund',
  'wrong-account',
  'wrong-account-loss',
  'wrong-account-recovery',
  'short-payment',
  'short-payment-rest',
  'bank-fee',
  'bank-fee-iva',
  'manual',
  'year-end',
] as const;
export type LenderEvent = (typeof lenderEvents)[number];

/** The side on which the balance of an account stands. */
export type Nature = 'deudora' | 'acreedora';

interface ChartRow {
  /** Number suggested for the lender's own chart. Its parts are the levels; the first one is the SAT's first level. */
  readonly number: string;
  readonly nature: Nature;
  /** Código agrupador of Anexo 24; null for an account between journals, which the books eliminate. */
  readonly group: string | null;
}

/** The one table of accounts: the trial balance, the files and the numbers that are suggested to the lender are in its order. */
export const chart: Readonly<Record<BookAccount, ChartRow>> = {
  BANCOS: { number: '102-01', nature: 'deudora', group: '102.01' },
  CARTERA: { number: '106-01', nature: 'deudora', group: '106.01' },
  RECOMPRA: { number: '106-02', nature: 'deudora', group: '106.01' },
  CLIENTE: { number: '106-09', nature: 'deudora', group: '106.09' },
  DEUDORES: { number: '107-05', nature: 'deudora', group: '107.05' },
  ESTIMACION: { number: '108-01', nature: 'acreedora', group: '108.01' },
  IVA_ACREDITABLE: { number: '118-01', nature: 'deudora', group: '118.01' },
  INTERES_POR_DEVENGAR: { number: '203-09', nature: 'acreedora', group: '203.09' },
  // Charged late charges of what is past due, until they are collected.
  RECARGOS_POR_DEVENGAR: { number: '203-10', nature: 'acreedora', group: '203.09' },
  COMISIONES_POR_DEVENGAR: { number: '203-11', nature: 'acreedora', group: '203.09' },
  POR_DEPOSITAR: { number: '205-01', nature: 'acreedora', group: '205.02' },
  AFORO_POR_DEVOLVER: { number: '205-02', nature: 'acreedora', group: '205.02' },
  COBROS_POR_IDENTIFICAR: { number: '205-06', nature: 'acreedora', group: '205.06' },
  IVA_POR_FACTURAR: { number: '205-07', nature: 'acreedora', group: '205.06' },
  ACREEDORES: { number: '205-08', nature: 'acreedora', group: '205.02' },
  IVA_COBRADO: { number: '208-01', nature: 'acreedora', group: '208.01' },
  IVA_NO_COBRADO: { number: '209-01', nature: 'acreedora', group: '209.01' },
  // The portfolio that a lender had before it moved here came from its earlier years.
  APERTURA: { number: '304-01', nature: 'acreedora', group: '304.01' },
  RESULTADO: { number: '305-01', nature: 'acreedora', group: '305.01' },
  COMISIONES: { number: '401-01', nature: 'acreedora', group: '401.01' },
  RECARGOS: { number: '401-32', nature: 'acreedora', group: '401.32' },
  // Takes those charges out of RECARGOS, which stay what the client was charged.
  RECARGOS_SUSPENDIDOS: { number: '401-33', nature: 'deudora', group: '401.32' },
  INGRESO_INTERES: { number: '401-35', nature: 'acreedora', group: '401.35' },
  RECUPERACIONES: { number: '403-01', nature: 'acreedora', group: '403.01' },
  OTROS_INGRESOS: { number: '403-02', nature: 'acreedora', group: '403.01' },
  GASTOS_GENERALES: { number: '601-84', nature: 'deudora', group: '601.84' },
  GASTOS_BANCARIOS: { number: '701-10', nature: 'deudora', group: '701.10' },
  QUEBRANTOS: { number: '703-21', nature: 'deudora', group: '703.21' },
  GASTO_ESTIMACION: { number: '703-22', nature: 'deudora', group: '703.21' },
  ENTRE_DIARIOS: { number: '999-01', nature: 'deudora', group: null },
};

/** The level of an account in the chart, from its number. */
export const levelOf = (number: string): number => number.split('-').length;

/** The number of the sub-account of BANCOS for a bank account: its last four characters, or zeros if it is not known. */
export const bankNumber = (account: string | null, banks: string = chart.BANCOS.number): string =>
  `${banks}-${account === null ? '0000' : account.slice(-4)}`;

type ChartAccountName = Exclude<BookAccount, 'ENTRE_DIARIOS'>;

/** Accounts with a number in the lender's own chart, in the order of the table. That between the journals has none: the books eliminate it. */
export const ownAccounts: readonly ChartAccountName[] = bookAccounts
  .filter((account) => account !== 'ENTRE_DIARIOS')
  .toSorted((one, other) => chart[one].number.localeCompare(chart[other].number));

/** A part of BANCOS: the bank account with this number, or `none` for movements whose bank account is not known. */
export type BankPart = `BANCOS:${string}`;
export const BANK_PART = /^BANCOS:(none|[0-9A-Z]{4,34})$/;
export type OwnAccount = ChartAccountName | BankPart;

/** The part of BANCOS that a bank account is; null for one that is not known. */
export const bankPart = (number: string | null): BankPart => `BANCOS:${number ?? 'none'}`;
/** The number of a bank account that a part is; null for what is not known. */
export const bankOfPart = (part: string): string | null => {
  const [, number = 'none'] = part.split(':');
  return number === 'none' ? null : number;
};
export const isBankPart = (account: string): account is BankPart => account.startsWith('BANCOS:');
/** The account of the table that an account is or is a part of. */
export const wholeOf = (account: OwnAccount): ChartAccountName => (isBankPart(account) ? 'BANCOS' : account);

/** A balance of debits less credits as it stands by the nature of its account: above zero on the usual side. */
export const balanceByNature = <M extends Money>(account: BookAccount, balance: M): M =>
  chart[account].nature === 'deudora' ? balance : { ...balance, cents: -balance.cents };
