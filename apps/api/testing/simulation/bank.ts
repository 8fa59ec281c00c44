/** The lender's accounts as its banks have them: STP's stand-in for pesos, and what people move at a bank by hand. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { StpServer } from '@anticipa/sandbox/stp-server';

interface Movement {
  readonly currency: FinancedCurrency;
  /** Received, or below zero paid. */
  readonly cents: bigint;
}

/** Amounts in cents. */
export interface Bank {
  readonly stp: StpServer;
  /** Received, or below zero paid, outside STP. */
  move(currency: FinancedCurrency, cents: bigint): void;
  /** Received less paid. */
  balance(currency: FinancedCurrency): bigint;
  /** Movements since the last call. */
  takeMovements(): readonly Movement[];
}

/** Cents that a transfer has moved: none if it was given back. */
const movedBy = ({ direction, estado, monto }: StpServer['records']['transfers'][number]): bigint => {
  if (estado !== 'LQ') return 0n;
  const cents = BigInt(Math.round(monto * 100));
  return direction === 'R' ? cents : -cents;
};

export function bankWith(stp: StpServer): Bank {
  const sums = { MXN: 0n, USD: 0n };
  const known = new Map<object, bigint>();
  let movements: Movement[] = [];
  const move = (currency: FinancedCurrency, cents: bigint): void => {
    sums[currency] += cents;
    movements.push({ currency, cents });
  };
  const readStp = (): void => {
    for (const transfer of stp.records.transfers) {
      const moved = movedBy(transfer) - (known.get(transfer) ?? 0n);
      if (moved === 0n) continue;
      known.set(transfer, movedBy(transfer));
      move('MXN', moved);
    }
  };
  return {
    stp,
    move,
    balance: (currency) => {
      readStp();
      return sums[currency];
    },
    takeMovements: () => {
      readStp();
      const taken = movements;
      movements = [];
      return taken;
    },
  };
}
