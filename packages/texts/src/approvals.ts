/** Changes that need a second person, in words: on the desk, in mails and in the log. */
import type { ApprovalKind, ApprovalState, Changes } from '@anticipa/contract/approvals';
import { isAccountBlocked } from '@anticipa/domain/approval';
import type { ClientState } from '@anticipa/domain/client-state';
import type { OperatorRole } from '@anticipa/domain/operator';
import type { ProductCode } from '@anticipa/domain/product';
import type { CompanyStatus } from '@anticipa/domain/receiver';
import { adjustmentAmounts, adjustmentNames } from './adjustments.ts';
import { alertReasons } from './alert-reasons.ts';
import {
  amountOr,
  type ChangedValue,
  comparing,
  inCurrency,
  NONE,
  orNone,
  type Shown,
  yesNo,
} from './approval-values.ts';
import { brandKinds } from './brand.ts';
import { withName } from './catalogue-keys.ts';
import { estimateKinds } from './estimate.ts';
import { formatDate, formatMonth, formatTableDate } from './format.ts';
import { feeTitle, lenderPaymentKinds, paymentName, paymentOutcomeTexts } from './lender-payments.ts';
import { manualKinds } from './manual-entries.ts';
import { accountKinds } from './own-accounts.ts';
import { receiverStatusNames } from './receiver-statuses.ts';
import { consequencesText, moneyFateNames, reversibleNames } from './reversals.ts';
import { roleNames } from './roles.ts';
import { saleTermsKinds } from './sale-terms.ts';
import { doubtsText, percentText } from './typed-payments.ts';

export const approvalStateNames: Readonly<Record<ApprovalState, string>> = {
  open: 'Por aprobar',
  approved: 'Aplicada',
  rejected: 'Rechazada',
  withdrawn: 'Retirada',
  expired: 'Vencida',
  outdated: 'Sin base',
};

/** Names used in titles. */
export interface Names {
  /** Name that people use for a thing, by its id. */
  readonly of: (id: string) => string;
  readonly products: Readonly<Record<ProductCode, string>>;
}

type ValuesOf<K extends ApprovalKind> = NonNullable<Changes[K]['before']>;
type Comparing<K extends ApprovalKind> = ReturnType<typeof comparing<ValuesOf<K>, Changes[K]['proposed']>>;

export interface KindTexts<K extends ApprovalKind> {
  /** Text of the mail to those who may decide: "… espera aprobación". */
  readonly mail: string;
  title(change: Changes[K], names: Names): string;
  values(rows: Comparing<K>, change: Changes[K], names: Names): readonly Shown[];
}

type Place = Changes['credit-line']['about'];
const placeOf = ({ clientId, product, currency }: Place, { of, products }: Names): string =>
  `${products[product]} ${currency}, ${of(clientId)}`;

const dayOrNone = (day: string | null): string => (day ? formatDate(day) : 'Sin fecha de fin');
const orAtOnce = (from: string | null): string => {
  if (isAccountBlocked(from)) return 'Bloqueada: el último pago regresó';
  return from ? formatTableDate(from) : 'De inmediato';
};
const regime = (key: string | null): string => (key ? withName(key) : NONE);
const namesOfRoles = (roles: readonly OperatorRole[]): string => roles.map((role) => roleNames[role]).join(', ');
const factor = (isKept: boolean): string => (isKept ? 'Registrado' : 'Se registra otra vez');
const clientStateNames: Readonly<Record<ClientState, string>> = { open: 'Abierto', closed: 'Cerrado' };
const statusName = (status: CompanyStatus): string => receiverStatusNames[status];
const alertText = (reason: string): string => alertReasons[reason] ?? reason;
const payerName = (payer: 'debtor' | 'client'): string => ({ debtor: 'El receptor', client: 'El cliente' })[payer];
const listed =
  (of: Names['of']) =>
  (ids: readonly string[]): string =>
    ids.map(of).join(', ');

const kinds: { readonly [K in ApprovalKind]: KindTexts<K> } = {
  'credit-line': {
    mail: 'Un cambio de una línea de crédito',
    title: ({ about }, names) => `Línea ${placeOf(about, names)}`,
    values: ({ changed }, change) => [
      changed('Límite', (v) => v.limit, inCurrency(change.about.currency)),
      changed('Tasa anual, %', (v) => v.interestRate),
      changed('Anticipo, %', (v) => v.advancePercent),
      changed('Días base', (v) => v.daysInYear),
      changed('Tasa moratoria, %', (v) => v.moratoryRate),
      changed('Multimoneda', (v) => v.multiCurrency, yesNo),
      changed('Ventas nuevas hasta', (v) => v.validUntil, dayOrNone),
    ],
  },
  'bank-account': {
    mail: 'Un cambio de una cuenta para depósitos',
    title: ({ about }, names) => `Cuenta ${placeOf(about, names)}`,
    values: ({ changed }) => [changed('Banco', (v) => v.bank), changed('CLABE', (v) => v.clabe, String, 'clabe')],
  },
  'account-release': {
    mail: 'La liberación de una cuenta para depósitos',
    title: ({ about }, names) => `Liberar cuenta ${placeOf(about, names)}`,
    values: ({ changed, ground }) => [
      ground('Banco', (v) => v.bank),
      ground('CLABE', (v) => v.clabe, String, 'clabe'),
      changed('Recibe depósitos', (v) => v.paysFrom, orAtOnce),
    ],
  },
  'fiscal-data': {
    mail: 'Un cambio de datos fiscales',
    title: ({ about }, { of }) => `Datos fiscales de ${of(about.clientId)}`,
    values: ({ changed, added }) => [
      changed('Nombre ante el SAT', (v) => v.entityName),
      changed('Régimen fiscal', (v) => v.fiscalRegime, regime),
      changed('Código postal', (v) => v.postalCode, orNone),
      changed('Sucursal', (v) => v.branch),
      added('CFDI desde', (v) => v.from, formatDate),
    ],
  },
  'client-state': {
    mail: 'El cierre o la reapertura de un cliente',
    title: ({ about, proposed }, { of }) =>
      `${proposed.state === 'closed' ? 'Cerrar' : 'Reabrir'} ${of(about.clientId)}`,
    values: ({ changed }) => [
      changed(
        'Estado',
        (v) => v.state,
        (state) => clientStateNames[state],
      ),
    ],
  },
  operator: {
    mail: 'Un cambio de operadores',
    title: ({ about, proposed }, { of }) => `Operador ${of(about.operatorId) || (proposed.name ?? '')}`,
    values: ({ changed }) => [
      changed('Nombre', (v) => v.name),
      changed('Correo', (v) => v.email),
      changed('Roles', (v) => v.roles, namesOfRoles),
      changed('Con acceso', (v) => v.active, yesNo),
    ],
  },
  'second-factor': {
    mail: 'La reparación de un segundo factor',
    title: ({ about }, { of }) => `Segundo factor ${of(about.operatorId)}`,
    values: ({ changed }) => [changed('Segundo factor', (v) => v.secondFactor, factor)],
  },
  'person-factor': {
    mail: 'El retiro del segundo factor de una persona de un cliente',
    title: ({ about }, { of }) => `Segundo factor ${of(about.userId)}, ${of(about.clientId)}`,
    values: ({ changed }) => [changed('Segundo factor', (v) => v.secondFactor, factor)],
  },
  'receiver-limit': {
    mail: 'Un límite más alto de un receptor',
    title: ({ about: { companyId, clientId, currency } }, { of }) =>
      `Límite de receptor ${currency}, ${of(companyId)}${clientId === null ? '' : ` con ${of(clientId)}`}`,
    values: ({ changed }, change) => [changed('Límite', (v) => v.limit, amountOr(change.about.currency, 'Sin límite'))],
  },
  'receiver-alias': {
    mail: 'Otro nombre de un receptor',
    title: ({ about }, { of }) => `Otro nombre de un receptor: ${of(about.companyId)}`,
    values: ({ added, stated }, _, { of }) => [
      added('Es el mismo que', (v) => v.aliasOf, of),
      stated('Estado', (v) => v.status, statusName),
    ],
  },
  'lender-account': {
    mail: 'Un cambio de una cuenta de la financiera',
    title: ({ about }) => `Cuenta de la financiera en ${about.currency}`,
    values: ({ changed }) => [
      changed('Banco', (v) => v.bank),
      changed('Beneficiario', (v) => v.beneficiary),
      changed('CLABE', (v) => v.clabe, String, 'clabe'),
      changed('Cuenta', (v) => v.account),
      changed('SWIFT', (v) => v.swift, orNone),
    ],
  },
  'clabe-range': {
    mail: 'Un cambio de un rango de CLABE',
    title: ({ about }) => `CLABE de ${about.company}`,
    values: ({ changed }) => [changed('Primeros dígitos', (v) => v.prefix)],
  },
  ...accountKinds,
  ...brandKinds,
  ...estimateKinds,
  ...saleTermsKinds,
  terms: {
    mail: 'Una versión nueva de los términos',
    title: ({ about }) => `Términos ${about.version}`,
    values: ({ changed }) => [
      changed('Vigentes desde', (v) => v.inForceFrom, formatDate),
      changed('Texto', (v) => v.body, String, 'difference'),
    ],
  },
  'client-factors': {
    mail: 'El segundo factor de las personas de clientes',
    title: () => 'Segundo factor de las personas de clientes',
    values: ({ changed }) => [
      changed(
        'Se pide a todas desde',
        (v) => v.requiredFrom,
        (day) => (day === null ? 'Cada empresa decide' : formatDate(day)),
      ),
    ],
  },
  'approval-amounts': {
    mail: 'Un cambio de los importes con segunda persona',
    title: ({ about }) => `Segunda persona en ${about.currency}`,
    values: ({ changed }, change) => {
      const amount = amountOr(change.about.currency, 'Sin segunda persona');
      return [
        changed('Por venta', (v) => v.perSale, amount),
        changed('Por cliente y operador en un día', (v) => v.perDay, amount),
        changed('Por pago', (v) => v.perPayment, amount),
        changed('En pagos de un operador en un día', (v) => v.paymentsPerDay, amount),
        changed('Excedente de un cobro', (v) => v.surplusPercent, percentText),
      ];
    },
  },
  'exchange-rate': {
    mail: 'Un tipo de cambio',
    title: ({ about }) => `Tipo de cambio del ${formatDate(about.date)}`,
    values: ({ stated, ground }) => [
      stated('Pesos por dólar', (v) => v.tipoCambio, orNone),
      stated('Fuente', (v) => v.source, orNone),
      ground('Banxico hoy', (v) => v.official),
    ],
  },
  alert: {
    mail: 'El cierre de una alerta de dinero',
    title: () => 'Cerrar una alerta de dinero',
    values: ({ changed, ground }) => [
      ground('Alerta', (v) => v.alert, alertText),
      ground('Importe', (v) => v.amount, inCurrency('MXN')),
      ground('Clave de rastreo', (v) => v.trackingKey),
      changed('Cerrada', (v) => v.attended, yesNo),
    ],
  },
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
        added('Facturas', (v) => v.invoices, listed(of)),
        added('Referencia', (v) => v.reference),
        added('Clave de rastreo', (v) => v.trackingKey),
        added('Fuente', (v) => v.source),
        added('Banco', (v) => v.bank || undefined),
        changed('Quién pagó', (v) => v.payer ?? undefined, payerName),
      ];
    },
  },
  shortfall: {
    mail: 'El cierre de un faltante con el aforo',
    title: ({ proposed }, { of }) => `Cerrar un faltante con el aforo: ${listed(of)(proposed.invoices)}`,
    values: ({ added, stated, ground }, change, { of }) => {
      const money = inCurrency(change.proposed.currency);
      return [
        added('Facturas', (v) => v.invoices, listed(of)),
        stated('Importe', (v) => v.amount, money),
        stated('Moneda', (v) => v.currency),
        ground('Por cobrar hoy', (v) => v.owed, money),
      ];
    },
  },
  extension: {
    mail: 'Una prórroga',
    title: ({ about }, { of }) => `Prorrogar la factura ${of(about.documentId)} de ${of(about.clientId)}`,
    values: ({ added, stated, ground }, change) => {
      const money = inCurrency(change.before?.currency ?? 'MXN');
      return [
        stated('Vencimiento', (v) => v.dueDate, formatDate),
        ground('Se debe, sin recargos', (v) => v.owed, money),
        added('Tasa anual de los días agregados, %', (v) => v.rate),
        added('Interés por día', (v) => v.perDay, money),
        added('Interés si se paga en el vencimiento nuevo', (v) => v.interest, money),
        added('Su IVA', (v) => v.iva, money),
      ];
    },
  },
  adjustment: {
    mail: 'Un movimiento de una factura en crédito',
    title: ({ about, proposed }, { of }) => `${adjustmentNames[proposed.adjustment]}: ${of(about.documentId)}`,
    values: ({ added, ground }, change, { of }) => {
      const money = inCurrency(change.proposed.currency);
      return [
        added('Facturas', (v) => v.invoices, listed(of)),
        added(adjustmentAmounts[change.proposed.adjustment], (v) => v.effect, money),
        added('Nota de crédito', (v) => v.cfdiUuid),
        added('Pagada al cliente el', (v) => v.paidOn, formatDate),
        ground('Debe el receptor', (v) => v.receiver, money),
        ground('Por recomprar', (v) => v.buyBack, money),
        ground('Aforo', (v) => v.aforo, money),
      ];
    },
  },
  'portfolio-load': {
    mail: 'Una cartera anterior',
    title: ({ proposed }) => `${proposed.state === 'booked' ? 'Cargar' : 'Retirar'} la cartera anterior`,
    values: ({ added }, { before }) => [
      added('Archivo', (v) => v.fileName),
      added('Corte', (v) => v.cutOn, formatDate),
      ...(before?.totals ?? []).flatMap((total) => {
        const money = inCurrency(total.currency);
        return [
          added(`Facturas en ${total.currency}`, () => total.count),
          added(`Deben los receptores, ${total.currency}`, () => money(total.owed)),
          added(`Aforo por devolver, ${total.currency}`, () => money(total.aforo)),
          added(`Interés por devengar, ${total.currency}`, () => money(total.unearned)),
          added(`Deben los clientes, ${total.currency}`, () => money(total.clientOwes)),
          added(`Apertura, ${total.currency}`, () => money(total.opening)),
        ];
      }),
    ],
  },
  reversal: {
    mail: 'Una reversión',
    title: ({ about, proposed: { trackingKey } }, { of }) =>
      `Deshacer: ${reversibleNames[about.kind]}${trackingKey === null ? '' : `, clave ${trackingKey}`}, ${of(about.clientId)}`,
    values: ({ added, ground }, _, { of }) => [
      added('Facturas', (v) => v.invoices, listed(of)),
      added('El dinero', (v) => (v.money === null ? undefined : moneyFateNames[v.money])),
      ground('Qué pasa', (v) => consequencesText(v.consequences, v.currency)),
    ],
  },
  'cut-reversal': {
    mail: 'La reversión de un corte',
    title: ({ about }, { of }) => `Deshacer el corte de ${formatMonth(about.month)}, ${of(about.clientId)}`,
    values: ({ added, ground }) => [
      added('CFDI', (v) => v.cfdi.join(', ')),
      ground('Qué pasa', (v) => consequencesText(v.consequences, '')),
    ],
  },
  ...manualKinds,
  'payment-return': {
    mail: 'Un pago que no llegó a su cuenta',
    title: ({ about, proposed }) =>
      `${paymentOutcomeTexts[proposed.outcome].title}: ${paymentName({ ...about, ...proposed })}`,
    values: ({ added, ground }, change, { of }) => {
      const money = inCurrency((change.now ?? change.before)?.currency ?? 'MXN');
      return [
        ground('Importe', (v) => v.amount, money),
        added('Importe que movió el banco', (v) => v.moved, money),
        added('Cliente', (v) => v.clientId ?? undefined, of),
        ground('Cuenta que recibió', (v) => v.clabe, String, 'clabe'),
        added('Clave de rastreo del pago', () => change.about.trackingKey),
        added('Clave del regreso', (v) => v.reference ?? undefined),
        added('Qué pasa', (v) => paymentOutcomeTexts[v.outcome].effect),
      ];
    },
  },
  'bank-fee': {
    mail: 'Una comisión del banco',
    title: ({ now, before, proposed }) => feeTitle((now ?? before)?.amount, proposed.currency),
    values: ({ added, ground }, { proposed: { currency } }) => {
      const money = inCurrency(currency);
      return [
        ground('Cuenta', (v) => v.account),
        ground('Fecha', (v) => v.date, formatDate),
        ground('Concepto', (v) => v.text),
        ground('Cargo', (v) => v.amount, money),
        added('Gastos bancarios', (v) => v.fee, money),
        added('IVA acreditable', (v) => v.iva, money),
      ];
    },
  },
  ...lenderPaymentKinds,
  answer: {
    mail: 'La respuesta a una venta',
    title: () => 'Respuesta a una venta',
    values: ({ added }, { proposed: { currency } }) => [
      added('Importe autorizado', (v) => v.authorised, inCurrency(currency)),
      added('Importe con segunda persona', (v) => v.limit, inCurrency(currency)),
    ],
  },
};

const textsOf = <K extends ApprovalKind>(kind: K): KindTexts<K> => kinds[kind];

/** "Línea Anticipo Índice MXN, Comercial Ñandú". */
export const titleOf = (change: Changes[ApprovalKind], names: Names): string =>
  textsOf(change.kind).title(change, names).trim();

/** Values that a change shows, in order. */
export const valuesOf = (change: Changes[ApprovalKind], names: Names): ChangedValue[] =>
  textsOf(change.kind)
    .values(comparing<ValuesOf<ApprovalKind>, Changes[ApprovalKind]['proposed']>(change), change, names)
    .filter((value) => value !== null);

/** Subject of the mail to the second person. */
export const mailSubjectOf = (kind: ApprovalKind): string => `${kinds[kind].mail} espera aprobación`;
