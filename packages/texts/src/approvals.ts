/** Changes that need a second person, in words: on the desk, in mails and in the log. */
import type { ApprovalKind, ApprovalState, Changes } from '@anticipa/contract/approvals';
import type { ProductCode } from '@anticipa/domain/product';
import { alertReasons } from './alert-reasons.ts';
import { withName } from './catalogue-keys.ts';
import { formatAmount, formatDate, formatTableDate } from './format.ts';
import { receiverStatusNames } from './receiver-statuses.ts';
import { roleNames } from './roles.ts';

const NONE = '—';

export const approvalStateNames: Readonly<Record<ApprovalState, string>> = {
  open: 'Por aprobar',
  approved: 'Aplicada',
  rejected: 'Rechazada',
  withdrawn: 'Retirada',
  expired: 'Vencida',
  outdated: 'Sin base',
};

/** A value of a change: when it was proposed, now, and as it will be. */
export interface ChangedValue {
  readonly label: string;
  /** Null: there is no value yet. */
  readonly past: string | null;
  readonly now: string | null;
  readonly proposed: string;
  /** A CLABE, which is shown with its bank, or a text of many lines, shown as a difference. */
  readonly look: 'plain' | 'clabe' | 'difference';
  /** The change rests on it and does not change it. */
  readonly isGround: boolean;
}

type Look = ChangedValue['look'];
type Shown = ChangedValue | null;

/** Compares the values of a change. Each comparison is null if there is nothing to show. */
function comparing<V, P>({
  before,
  now,
  proposed,
}: {
  readonly before: V | null;
  readonly now?: V | null | undefined;
  readonly proposed: P;
}) {
  const standing = now === undefined ? before : now;
  const textOf = <S, T>(
    values: S | null,
    get: (values: S) => T | undefined,
    text: (value: T) => string,
  ): string | null => {
    const value = values === null ? undefined : get(values);
    return value === undefined ? null : text(value);
  };
  return {
    /** A value that the change may change; unless it does, or it has changed since, there is nothing to show. */
    changed<T>(
      label: string,
      get: (values: V | P) => T | undefined,
      text: (value: T) => string,
      look: Look = 'plain',
    ): Shown {
      const [past, present] = [textOf(before, get, text), textOf(standing, get, text)];
      const wanted = textOf(proposed, get, text) ?? present;
      const isSame = past === present && present === wanted;
      return wanted === null || isSame ? null : { label, past, now: present, proposed: wanted, look, isGround: false };
    },
    /** A value that the change states, also if it stands already. */
    stated<T>(label: string, get: (values: V | P) => T | undefined, text: (value: T) => string): Shown {
      const wanted = textOf(proposed, get, text);
      const [past, present] = [textOf(before, get, text), textOf(standing, get, text)];
      return wanted === null ? null : { label, past, now: present, proposed: wanted, look: 'plain', isGround: false };
    },
    /** A value of the proposal alone. */
    added<T>(label: string, get: (values: P) => T | undefined, text: (value: T) => string): Shown {
      const wanted = textOf(proposed, get, text);
      return wanted === null
        ? null
        : { label, past: null, now: null, proposed: wanted, look: 'plain', isGround: false };
    },
    /** A value on which the change rests. */
    ground<T>(label: string, get: (values: V) => T | null, text: (value: T) => string, look: Look = 'plain'): Shown {
      const valueIn = (values: V): T | undefined => get(values) ?? undefined;
      const [past, present] = [textOf(before, valueIn, text), textOf(standing, valueIn, text)];
      return present === null ? null : { label, past, now: present, proposed: present, look, isGround: true };
    },
  };
}

/** Names used in titles. */
export interface Names {
  /** Name that people use for a thing, by its id. */
  readonly of: (id: string) => string;
  readonly products: Readonly<Record<ProductCode, string>>;
}

interface KindTexts<K extends ApprovalKind> {
  /** Text of the mail to those who may decide: "… espera aprobación". */
  readonly mail: string;
  title(change: Changes[K], names: Names): string;
  values(change: Changes[K], names: Names): readonly Shown[];
}

const asIs = (text: string): string => text;
const orNone = (text: string | null): string => text ?? NONE;
const yesNo = (isOn: boolean): string => (isOn ? 'Sí' : 'No');
const inCurrency =
  (currency: string) =>
  (amount: string): string =>
    formatAmount(amount, currency);
const amountOr =
  (currency: string, none: string) =>
  (amount: string | null): string =>
    amount === null ? none : formatAmount(amount, currency);

type Place = Changes['credit-line']['about'];
const placeOf = ({ clientId, product, currency }: Place, { of, products }: Names): string =>
  `${products[product]} ${currency}, ${of(clientId)}`;

const payers = { debtor: 'El receptor', client: 'El cliente' } as const;

const kinds: { readonly [K in ApprovalKind]: KindTexts<K> } = {
  'credit-line': {
    mail: 'Un cambio de una línea de crédito',
    title: ({ about }, names) => `Línea ${placeOf(about, names)}`,
    values: (change) => {
      const { changed } = comparing(change);
      return [
        changed('Límite', ({ limit }) => limit, inCurrency(change.about.currency)),
        changed('Tasa anual, %', ({ interestRate }) => interestRate, asIs),
        changed('Anticipo, %', ({ advancePercent }) => advancePercent, asIs),
        changed('Días base', ({ daysInYear }) => daysInYear, String),
        changed('Tasa moratoria, %', ({ moratoryRate }) => moratoryRate, asIs),
        changed('Multimoneda', ({ multiCurrency }) => multiCurrency, yesNo),
        changed(
          'Ventas nuevas hasta',
          ({ validUntil }) => validUntil,
          (day) => (day ? formatDate(day) : 'Sin fecha de fin'),
        ),
      ];
    },
  },
  'bank-account': {
    mail: 'Un cambio de una cuenta para depósitos',
    title: ({ about }, names) => `Cuenta ${placeOf(about, names)}`,
    values: (change) => {
      const { changed } = comparing(change);
      return [changed('Banco', ({ bank }) => bank, asIs), changed('CLABE', ({ clabe }) => clabe, asIs, 'clabe')];
    },
  },
  'account-release': {
    mail: 'La liberación de una cuenta para depósitos',
    title: ({ about }, names) => `Liberar cuenta ${placeOf(about, names)}`,
    values: (change) => {
      const { changed, ground } = comparing(change);
      return [
        ground('Banco', ({ bank }) => bank, asIs),
        ground('CLABE', ({ clabe }) => clabe, asIs, 'clabe'),
        changed(
          'Recibe depósitos',
          ({ paysFrom }) => paysFrom,
          (from) => (from ? formatTableDate(from) : 'De inmediato'),
        ),
      ];
    },
  },
  'fiscal-data': {
    mail: 'Un cambio de datos fiscales',
    title: ({ about }, { of }) => `Datos fiscales de ${of(about.clientId)}`,
    values: (change) => {
      const { changed } = comparing(change);
      return [
        changed('Nombre ante el SAT', ({ entityName }) => entityName, asIs),
        changed(
          'Régimen fiscal',
          ({ fiscalRegime }) => fiscalRegime,
          (regime) => (regime ? withName(regime) : NONE),
        ),
        changed('Código postal', ({ postalCode }) => postalCode, orNone),
        changed('Sucursal', ({ branch }) => branch, asIs),
      ];
    },
  },
  operator: {
    mail: 'Un cambio de operadores',
    title: ({ about, proposed }, { of }) => `Operador ${of(about.operatorId) || (proposed.name ?? '')}`,
    values: (change) => {
      const { changed } = comparing(change);
      return [
        changed('Nombre', ({ name }) => name, asIs),
        changed('Correo', ({ email }) => email, asIs),
        changed(
          'Roles',
          ({ roles }) => roles,
          (roles) => roles.map((role) => roleNames[role]).join(', '),
        ),
        changed('Con acceso', ({ active }) => active, yesNo),
      ];
    },
  },
  'second-factor': {
    mail: 'La reparación de un segundo factor',
    title: ({ about }, { of }) => `Segundo factor ${of(about.operatorId)}`,
    values: (change) => [
      comparing(change).changed(
        'Segundo factor',
        ({ secondFactor }) => secondFactor,
        (isKept) => (isKept ? 'Registrado' : 'Se registra otra vez'),
      ),
    ],
  },
  'receiver-limit': {
    mail: 'Un límite más alto de un receptor',
    title: ({ about: { companyId, clientId, currency } }, { of }) =>
      `Límite de receptor ${currency}, ${of(companyId)}${clientId === null ? '' : ` con ${of(clientId)}`}`,
    values: (change) => [
      comparing(change).changed('Límite', ({ limit }) => limit, amountOr(change.about.currency, 'Sin límite')),
    ],
  },
  'receiver-alias': {
    mail: 'Otro nombre de un receptor',
    title: ({ about }, { of }) => `Otro nombre de un receptor: ${of(about.companyId)}`,
    values: (change, { of }) => {
      const { added, stated } = comparing(change);
      return [
        added('Es el mismo que', ({ aliasOf }) => aliasOf, of),
        stated(
          'Estado',
          ({ status }) => status,
          (status) => receiverStatusNames[status],
        ),
      ];
    },
  },
  'lender-account': {
    mail: 'Un cambio de una cuenta de la financiera',
    title: ({ about }) => `Cuenta de la financiera en ${about.currency}`,
    values: (change) => {
      const { changed } = comparing(change);
      return [
        changed('Banco', ({ bank }) => bank, asIs),
        changed('Beneficiario', ({ beneficiary }) => beneficiary, asIs),
        changed('CLABE', ({ clabe }) => clabe, asIs, 'clabe'),
        changed('Cuenta', ({ account }) => account, asIs),
        changed('SWIFT', ({ swift }) => swift, orNone),
      ];
    },
  },
  'clabe-range': {
    mail: 'Un cambio de un rango de CLABE',
    title: ({ about }) => `CLABE de ${about.company}`,
    values: (change) => [comparing(change).changed('Primeros dígitos', ({ prefix }) => prefix, asIs)],
  },
  terms: {
    mail: 'Una versión nueva de los términos',
    title: ({ about }) => `Términos ${about.version}`,
    values: (change) => {
      const { changed } = comparing(change);
      return [
        changed('Vigentes desde', ({ inForceFrom }) => inForceFrom, formatDate),
        changed('Texto', ({ body }) => body, asIs, 'difference'),
      ];
    },
  },
  'approval-amounts': {
    mail: 'Un cambio de los importes con segunda persona',
    title: ({ about }) => `Segunda persona en ${about.currency}`,
    values: (change) => {
      const { changed } = comparing(change);
      const amount = amountOr(change.about.currency, 'Sin segunda persona');
      return [
        changed('Por venta', ({ perSale }) => perSale, amount),
        changed('Por cliente y operador en un día', ({ perDay }) => perDay, amount),
      ];
    },
  },
  'exchange-rate': {
    mail: 'Un tipo de cambio',
    title: ({ about }) => `Tipo de cambio del ${formatDate(about.date)}`,
    values: (change) => {
      const { stated, ground } = comparing(change);
      return [
        stated('Pesos por dólar', ({ tipoCambio }) => tipoCambio, orNone),
        stated('Fuente', ({ source }) => source, orNone),
        ground('Banxico hoy', ({ official }) => official, asIs),
      ];
    },
  },
  alert: {
    mail: 'El cierre de una alerta de dinero',
    title: () => 'Cerrar una alerta de dinero',
    values: (change) => {
      const { changed, ground } = comparing(change);
      return [
        ground(
          'Alerta',
          ({ alert }) => alert,
          (reason) => alertReasons[reason] ?? reason,
        ),
        ground('Importe', ({ amount }) => amount, inCurrency('MXN')),
        ground('Clave de rastreo', ({ trackingKey }) => trackingKey, asIs),
        changed('Cerrada', ({ attended }) => attended, yesNo),
      ];
    },
  },
  payment: {
    mail: 'Un cobro',
    title: ({ about }) => `Cobro con clave ${about.trackingKey}`,
    values: (change, { of }) => {
      const { added, changed, ground } = comparing(change);
      const money = inCurrency(change.proposed.currency);
      return [
        added('Importe', ({ amount }) => amount, money),
        added('Moneda', ({ currency }) => currency, asIs),
        ground('Por cobrar hoy', ({ owed }) => owed, money),
        added('Fecha valor', ({ valueDate }) => valueDate, formatDate),
        added(
          'Facturas',
          ({ invoices }) => invoices,
          (ids) => ids.map(of).join(', '),
        ),
        added('Referencia', ({ reference }) => reference, asIs),
        added('Clave de rastreo', ({ trackingKey }) => trackingKey, asIs),
        added('Fuente', ({ source }) => source, asIs),
        added('Banco', ({ bank }) => bank, asIs),
        changed(
          'Quién pagó',
          ({ payer }) => payer,
          (payer) => (payer ? payers[payer] : NONE),
        ),
      ];
    },
  },
  shortfall: {
    mail: 'El cierre de un faltante con el aforo',
    title: () => 'Cerrar un faltante con el aforo',
    values: (change, { of }) => {
      const { added, stated, ground } = comparing(change);
      const money = inCurrency(change.proposed.currency);
      return [
        added(
          'Facturas',
          ({ invoices }) => invoices,
          (ids) => ids.map(of).join(', '),
        ),
        stated('Importe', ({ amount }) => amount, money),
        stated('Moneda', ({ currency }) => currency, asIs),
        ground('Por cobrar hoy', ({ owed }) => owed, money),
      ];
    },
  },
};

const textsOf = <K extends ApprovalKind>(kind: K): KindTexts<K> => kinds[kind];

/** "Línea Anticipo Índice MXN, Comercial Ñandú". */
export const titleOf = (change: Changes[ApprovalKind], names: Names): string =>
  textsOf(change.kind).title(change, names).trim();

/** Values that a change shows, in order. */
export const valuesOf = (change: Changes[ApprovalKind], names: Names): ChangedValue[] =>
  textsOf(change.kind)
    .values(change, names)
    .filter((value) => value !== null);

export const mailSubjectOf = (kind: ApprovalKind): string => `${kinds[kind].mail} espera aprobación`;
