/** The lender's accounts as its banks have them: STP's stand-in for pesos, and what people move at a bank by hand. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { StpServer } from '@anticipa/sandbox/stp-server';

/** Amounts in cents. */
export interface Bank {
  readonly stp: StpServer;
  /** Received, or below zero paid, outside STP. */
  move(currency: FinancedCurrency, cents: bigint): void;
  /** Received less paid. */
  balance(currency: FinancedCurrency): bigint;
}

/** Cents that a transfer has moved: none if it was given back. */
const movedBy = ({ direction, estado, monto }: StpServer['records']['transfers'][number]): bigint => {
  if (estado !== 'LQ') return 0n;
  const cents = BigInt(Math.round(monto * 100));
  return direction === 'R' ? cents : -cents;
};

export function bankWith(stp: StpServer): Bank {
  const byHand = { MXN: 0n, USD: 0n };
  return {
    stp,
    move: (currency, cents) => {
      byHand[currency] += cents;
    },
    balance: (currency) => {
      const atStp = currency === 'MXN' ? stp.records.transfers : [];
      return atStp.reduce((sum, transfer) => sum + movedBy(transfer), byHand[currency]);
    },
  };
}
