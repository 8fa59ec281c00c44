/** Why a typed payment needs a second person, in words. */
import type { DeductionKind } from '@anticipa/domain/deduction';
import { type TypedPaymentDoubt, USUAL_SURPLUS_PERCENT } from '@anticipa/domain/typed-payment';
import { inCurrency } from './approval-values.ts';
import type { KindTexts } from './approvals.ts';
import { formatDate } from './format.ts';

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

/** The deductions of a payer from each invoice, in one line. `folio`: of an invoice, by its id. */
const deductionsText = (
  deductions: readonly {
    readonly documentId: string;
    readonly kind: DeductionKind;
    readonly amount: string;
    readonly cfdiUuid?: string | undefined;
  }[],
  money: (amount: string) => string,
  folio: (documentId: string) => string,
): string =>
  deductions
    .map(({ kind, documentId, amount, cfdiUuid }) =>
      [`${deductionNames[kind]} de ${money(amount)} en ${folio(documentId)}`, ...(cfdiUuid ? [cfdiUuid] : [])].join(
        ' · ',
      ),
    )
    .join('; ');

/** The reason with which a deducted credit note is booked. */
export const deductedIn = (trackingKey: string): string => `Descontada en el pago ${trackingKey}`;

const payerName = (payer: 'debtor' | 'client'): string => ({ debtor: 'El receptor', client: 'El cliente' })[payer];

/** A payment that a second person approves. */
export const typedPaymentKinds: { readonly payment: KindTexts<'payment'> } = {
  payment: {
    mail: 'Un cobro',
    title: ({ about }) => `Cobro con clave ${about.trackingKey}`,
    values: ({ added, changed, ground }, change, { of }) => {
      const money = inCurrency(change.proposed.currency);
      return [
        added(
          'Por qué otra persona',
          (v) => v.doubts,
          (doubts) => doubtsText(doubts, change.proposed.surplusPercent),
        ),
        added('Importe', (v) => v.amount, money),
        added('Moneda', (v) => v.currency),
        ground('Por cobrar hoy', (v) => v.owed, money),
        added('Fecha valor', (v) => v.valueDate, formatDate),
        added(
          'Facturas',
          (v) => v.invoices,
          (ids) => ids.map(of).join(', '),
        ),
        added(
          'Deducciones',
          (v) => v.deductions,
          (kept) => deductionsText(kept, money, of),
        ),
        added('Referencia', (v) => v.reference),
        added('Clave de rastreo', (v) => v.trackingKey),
        added('Fuente', (v) => v.source),
        added('Banco', (v) => v.bank || undefined),
        changed('Quién pagó', (v) => v.payer ?? undefined, payerName),
      ];
    },
  },
};
