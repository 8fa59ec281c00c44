/** Why a typed payment needs a second person, in words. */
import type { DeductionKind } from '@anticipa/domain/deduction';
import type { TypedPaymentDoubt } from '@anticipa/domain/typed-payment';

export const doubtNames: Readonly<Record<TypedPaymentDoubt, string>> = {
  deduction: 'La nota de crédito rebasa 1 % de su factura.',
  amount: 'El importe rebasa lo que se debe en más de 1 %.',
  slip: 'El importe es 10 veces lo que se debe, o más: revisa el punto decimal.',
  valueDate: 'La fecha valor tiene más de tres días.',
  beforeDeposit: 'La fecha valor es anterior al depósito de la factura.',
};

/** Kinds of amounts that a payer kept back. */
export const deductionNames: Readonly<Record<DeductionKind, string>> = {
  'credit-note': 'Nota de crédito',
  fee: 'Comisión del banco',
  withholding: 'Retención',
};

/** The reason with which a deducted credit note is booked. */
export const deductedIn = (trackingKey: string): string => `Descontada en el pago ${trackingKey}`;
