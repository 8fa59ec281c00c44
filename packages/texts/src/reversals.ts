/** Reversals in words. */
import type { Consequence } from '@anticipa/contract/consequence';
import type { MoneyFate, ReversibleKind } from '@anticipa/domain/reversal';
import { formatAmount, formatDate } from './format.ts';

export const reversibleNames: Readonly<Record<ReversibleKind, string>> = {
  collection: 'cobro',
  shortfall: 'cierre de un faltante',
  payout: 'pago de una devolución',
};

export const moneyFateNames: Readonly<Record<MoneyFate, string>> = {
  gone: 'No llegó, o el banco se lo llevó',
  waits: 'Está en el banco: queda por identificar',
};

/** An effect of a reversal as a sentence. */
export function consequenceText({ kind, folio, amount, date }: Consequence, currency: string): string {
  const money = formatAmount(amount ?? '0.00', currency);
  const invoice = folio ?? '—';
  switch (kind) {
    case 'booked-on':
      return `El mes ya cerró: se registra con fecha ${formatDate(date ?? '')}.`;
    case 'money-gone':
      return `Se deshace el cobro de ${money}: el dinero no está en el banco.`;
    case 'money-waits':
      return `Se deshace el cobro de ${money}: el dinero queda por identificar.`;
    case 'money-moved':
      return `El dinero paga ${money} de la factura ${invoice}.`;
    case 'owed-again':
      return `La factura ${invoice} vuelve a deber ${money}.`;
    case 'balance-owed':
      return `El cliente vuelve a deber ${money} de la factura ${invoice}.`;
    case 'lost-again':
      return `Se deshace la recuperación de ${money} de la factura ${invoice}, que sigue castigada.`;
    case 'aforo-back':
      return `El aforo de la factura ${invoice} recupera ${money}.`;
    case 'interest-unearned':
      return `Intereses por ${money} de la factura ${invoice} se devengan otra vez día por día.`;
    case 'rebate-undone':
      return `Se quita la bonificación de ${money} de la factura ${invoice}.`;
    case 'late-charges-undone':
      return `Se quitan recargos por ${money}, con IVA, de la factura ${invoice}.`;
    case 'devolucion-undone':
      return `La devolución de ${money} de la factura ${invoice} ya no se paga.`;
    case 'devolucion-owed':
      return `La devolución de ${money} de la factura ${invoice} ya se pagó: queda como saldo a cargo del cliente.`;
    case 'devolucion-due':
      return `La devolución de ${money} de la factura ${invoice} queda otra vez por pagar.`;
    case 'complement-cancelled':
      return `Se cancela el complemento ${invoice}.`;
    case 'invoice-cancelled':
      return `Se cancela el CFDI ${invoice}.`;
    case 'cut-again':
      return 'El interés del mes se factura de nuevo, con los datos fiscales de entonces, en el siguiente corte.';
  }
}

/** All consequences in one text. */
export const consequencesText = (all: readonly Consequence[], currency: string): string =>
  all.map((one) => consequenceText(one, currency)).join(' ');
