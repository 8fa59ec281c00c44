/** Why a typed payment needs a second person, in words. */
import type { TypedPaymentDoubt } from '@anticipa/domain/typed-payment';

export const doubtNames: Readonly<Record<TypedPaymentDoubt, string>> = {
  amount: 'El importe rebasa lo que se debe en más de 1 %.',
  slip: 'El importe es 10 veces lo que se debe, o más: revisa el punto decimal.',
  valueDate: 'La fecha valor tiene más de tres días.',
  beforeDeposit: 'La fecha valor es anterior al depósito de la factura.',
};
