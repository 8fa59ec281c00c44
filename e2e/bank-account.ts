/** The lender's accounts at its banks: movements that a test makes, and the files that the banks export of them. */
import type { Bank } from '@anticipa/api/testing/simulation/bank';
import type { IsoDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { StpServer } from '@anticipa/sandbox/stp-server';
import { type PickedFile, written } from './invoices.ts';

export interface Account {
  readonly name: string;
  /** Number or CLABE. */
  readonly number: string;
  readonly currency: FinancedCurrency;
  /** A file with every movement until now. */
  file(): PickedFile;
}

/** An account outside STP. */
export interface BankAccount extends Account {
  /** The movements from one on, by its place, which below zero counts from the end. */
  file(from?: number): PickedFile;
  /** Moves money that comes, or below zero leaves, today; returns the tracking key. */
  move(cents: bigint, text: string): string;
  /** Makes the transfers of a file of ours, whose lines are account, amount and reference; returns the accounts. */
  transfer(file: string): readonly string[];
}

interface Movement {
  /** DD/MM/YYYY. */
  readonly on: string;
  readonly text: string;
  readonly cents: bigint;
  readonly key: string;
}

const HEADING = 'Fecha,Concepto,Cargo,Abono,Saldo,Clave de rastreo';
/** Balance of an account before its first movement. */
const OPENING = 1_000_000_000n;

const decimal = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

function csv(name: string, movements: readonly Movement[], from = 0): PickedFile {
  let balance = OPENING;
  const rows = movements.map(({ on, text, cents, key }) => {
    balance += cents;
    const sides = cents < 0n ? [decimal(-cents), ''] : ['', decimal(cents)];
    return [on, text, ...sides, decimal(balance), key].join(',');
  });
  const content = [HEADING, ...rows.slice(from), ''].join('\r\n');
  return { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) };
}

/** An account outside STP. Its movements also move the balance that `bank` keeps. */
export function bankAccount(
  bank: Bank,
  { name, number, currency }: Omit<Account, 'file'>,
  today: () => IsoDate,
): BankAccount {
  const movements: Movement[] = [];
  const move: BankAccount['move'] = (cents, text) => {
    bank.move(currency, cents);
    const key = `BANCO${currency}${movements.length + 1}`;
    movements.push({ on: written(today()), text, cents, key });
    return key;
  };
  return {
    ...{ name, number, currency },
    move,
    transfer: (file) =>
      file.split(/\r?\n/).flatMap((line) => {
        const [account, amount = '', reference = ''] = line.split(',');
        if (account === undefined || account === '') return [];
        move(-BigInt(amount.replace('.', '')), `PAGO ${reference}`);
        return [account];
      }),
    file: (from) => csv(name, movements, from),
  };
}

/** The account at STP. Its file has two movements for a transfer that came back. */
export const stpAccount = ({ records }: StpServer, number: string): Account => ({
  ...{ name: 'Pesos en STP', number, currency: 'MXN' },
  file: () => {
    const movements = records.transfers.flatMap(({ direction, estado, monto, claveRastreo, fechaOperacion }) => {
      const cents = BigInt(Math.round(monto * 100)) * (direction === 'R' ? 1n : -1n);
      const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(String(fechaOperacion)) ?? [];
      const movement = { on: `${day}/${month}/${year}`, text: 'SPEI', cents, key: claveRastreo };
      if (estado === 'D') return [movement, { ...movement, text: 'SPEI DEVUELTO', cents: -cents }];
      return estado === 'LQ' ? [movement] : [];
    });
    return csv('stp', movements);
  },
});
