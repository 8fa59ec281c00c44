/** Why a typed payment needs a second person, in words. */
import type { DeductionKind } from '@anticipa/domain/deduction';
import { type TypedPaymentDoubt, USUAL_SURPLUS_PERCENT } from '@anticipa/domain/typed-payment';

const doubtNames: Readonly<Record<Exclude<TypedPaymentDoubt, 'amount'>, string>> = {
  deduction: 'La nota de crédito rebasa 1 % de su factura.',
  slip: 'El importe es 10 veces lo que se debe, o más: revisa el punto decimal.',
  again: 'El mismo pagador acaba de pagar este importe: puede ser el mismo pago.',
  valueDate: 'La fecha valor tiene más de tres días.',
  beforeDeposit: 'La fecha valor es anterior al depósito de la factura.',
};

/** A percentage such as "0.50" for a sentence. */
export const percentText = (percent: string): string => `${Number(percent)} %`;

/** Doubts as sentences. Those of earlier versions have no `surplusPercent`. */
export const doubtsText = (
  doubts: readonly TypedPaymentDoubt[],
  surplusPercent: string = USUAL_SURPLUS_PERCENT,
): string =>
  doubts
    .map((doubt) => {
      if (doubt !== 'amount') return doubtNames[doubt];
      return Number(surplusPercent) === 0
        ? 'El importe rebasa lo que se debe.'
        : `El importe rebasa lo que se debe en más de ${percentText(surplusPercent)}.`;
    })
    .join(' ');

/** Kinds of amounts that a payer kept back. */
export const deductionNames: Readonly<Record<DeductionKind, string>> = {
  'credit-note': 'Nota de crédito',
  fee: 'Comisión del banco',
  withholding: 'Retención',
};

/** The reason with which a deducted credit note is booked. */
export const deductedIn = (trackingKey: string): string => `Descontada en el pago ${trackingKey}`;
