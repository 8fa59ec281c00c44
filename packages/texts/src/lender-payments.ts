/** Payments of the lender that need a second person, in words. */
import type { Changes } from '@anticipa/contract/approvals';
import { accountTyped } from '@anticipa/domain/spei-banks';
import { inCurrency } from './approval-values.ts';
import type { KindTexts } from './approvals.ts';
import { formatAmount, formatDate } from './format.ts';

type Proposed = Changes['lender-payments']['proposed'];
type Payment = Proposed['payments'][number];

export const accountWarningNames: Readonly<Record<Payment['warnings'][number], string>> = {
  first: 'Primer pago a esta cuenta',
  changed: 'Cuenta nueva, de menos de 7 días',
};

/** Why payments need a second person: "MXN 500,000.00 por pago". */
function paymentRuleText({ rule, limit }: Proposed, money: (amount: string) => string): string {
  if (rule === 'bank') return 'La CLABE no es del banco que envió el dinero';
  if (rule === 'backdated') return 'La fecha del banco es de hace más de tres días';
  return `Rebasa ${money(limit ?? '0.00')} ${{ payment: 'por pago', day: 'al día' }[rule]}`;
}

const purposeNames = { deposit: 'Depósito de la venta', payout: 'Devolución', return: 'Regreso de' } as const;

/** Title of a proposal of payments. */
function lenderPaymentsTitle({ way, payments }: Proposed): string {
  const count = payments.length === 1 ? '1 pago' : `${payments.length} pagos`;
  const titles = {
    order: `Ordenar ${count} en STP`,
    file: `Poner ${count} en un archivo`,
    hand: 'Registrar un pago hecho en el banco',
  } as const;
  return titles[way];
}

/** Number of payments to accounts that have received nothing, or were changed lately. */
const newAccounts = ({ payments }: Proposed): number => payments.filter(({ warnings }) => warnings.length > 0).length;

/** Name of a payment, such as "Depósito de la venta 12". */
export const paymentName = ({ purpose, label }: Pick<Payment, 'purpose' | 'label'>): string =>
  `${purposeNames[purpose]} ${label}`.trim();

/** Outcomes of a payment, and the effect of recording each. */
export const paymentOutcomeTexts: Readonly<
  Record<Changes['payment-return']['proposed']['outcome'], { readonly title: string; readonly effect: string }>
> = {
  returned: {
    title: 'Registrar que regresó',
    effect:
      'El importe entra a Bancos y se paga otra vez; la cuenta no recibe nada hasta que se corrija o se confirme.',
  },
  elsewhere: {
    title: 'Registrar que llegó a otra cuenta',
    effect:
      'Lo debe quien lo recibió, y se paga otra vez; la cuenta del cliente no recibe nada hasta que se corrija o se confirme.',
  },
  recovered: {
    title: 'Registrar que se recuperó',
    effect:
      'El importe entra a Bancos: ya no lo debe quien lo recibió o, si se había dado por perdido, baja Quebrantos.',
  },
  lost: {
    title: 'Registrar que no se recuperará',
    effect: 'El importe pasa de Deudores a Quebrantos: es una pérdida de la financiera. Si llega después, se registra.',
  },
  claimed: {
    title: 'Volver a cobrar lo que se dio por perdido',
    effect: 'El importe pasa de Quebrantos a Deudores: lo debe otra vez quien lo recibió.',
  },
  differs: {
    title: 'Registrar que el banco movió otro importe',
    effect:
      'Lo que salió de más lo debe quien lo recibió (Deudores); lo que salió de menos regresa a Bancos y queda por depositar. El pago sigue hecho.',
  },
  completed: {
    title: 'Registrar que se transfirió lo que faltaba',
    effect: 'El importe sale de Bancos y ya no queda por depositar.',
  },
  unmade: {
    title: 'Deshacer un pago que no se hizo',
    effect:
      'El importe vuelve a Bancos con la fecha del registro y el pago queda otra vez por hacer; la cuenta no se bloquea y la clave queda libre.',
  },
  exact: {
    title: 'Anular una diferencia de importe',
    effect: 'Un asiento cancela la diferencia: el banco sí movió el importe que tienen los libros.',
  },
};

/** "MXN 100,920.00 · Comercial Ñandú · BBVA 012… · Primer pago a esta cuenta". */
function paymentText(
  { amount, clientId, holder, clabe, warnings }: Payment,
  money: (amount: string) => string,
  nameOf: (id: string) => string,
): string {
  const account = clabe === null ? 'A la cuenta que envió el dinero' : `${accountTyped(clabe).bank} ${clabe}`.trim();
  const parts = [
    money(amount),
    clientId === null ? holder : nameOf(clientId),
    account,
    ...warnings.map((warning) => accountWarningNames[warning]),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Title of a proposal of a commission, of an amount without sign; undefined once its movement is gone. */
export const feeTitle = (amount: string | undefined, currency: string): string =>
  `Registrar una comisión del banco${amount === undefined ? '' : ` de ${formatAmount(amount, currency)}`}`;

export const lenderPaymentKinds: { readonly 'lender-payments': KindTexts<'lender-payments'> } = {
  'lender-payments': {
    mail: 'Un pago de la financiera',
    title: ({ proposed }) => lenderPaymentsTitle(proposed),
    values: ({ added }, { proposed }, { of }) => {
      const money = inCurrency(proposed.currency);
      return [
        added(`Total en ${proposed.currency}`, (v) => v.total, money),
        added('Pagos', (v) => v.payments.length),
        added('A cuentas nuevas', newAccounts),
        added('Por qué otra persona', (v) => paymentRuleText(v, money)),
        added('Clave de rastreo', (v) => v.trackingKey),
        added('Fecha del banco', (v) => v.paidOn, formatDate),
        ...proposed.payments.map((payment) => added(paymentName(payment), () => paymentText(payment, money, of))),
      ];
    },
  },
};
