/** What proposals change: reads its present values and applies new ones. */
import { createHash } from 'node:crypto';
import { done, type Outcome } from '@anticipa/domain/errors';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import {
  ALIAS_KIND,
  FISCAL_KIND,
  LIMIT_KIND,
  type MoneyKind,
  moneyKinds,
  NO_LIMIT,
  type OperatorKind,
  operatorKinds,
  type PlaceKind,
  type ProposalKind,
  type ProposedValues,
  placeKinds,
  type SettingKind,
  settingKinds,
} from '@anticipa/domain/proposal';
import { type ClientId, provenClient } from '../../platform/work/caller.ts';
import { type Lock, narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { alertStanding, endAlert } from '../alerts/alert.ts';
import { close, isShortfallPossible, shortfallStanding } from '../collections/shortfalls.ts';
import { applyPayment, isPaymentPossible, paymentStanding } from '../collections/typed-payment.ts';
import { type LimitPlace, limitAt, setLimit } from '../credit/receiver-limits.ts';
import { declareAlias, isAlias, isAliasPossible, statusOf } from '../invoices/aliases.ts';
import { accessStanding, applyAccess, isAccessPossible } from './access.ts';
import { applyFiscalData, fiscalStanding } from './fiscal-data.ts';
import { applySetting, isSettingPossible, type SettingSubject, settingStanding } from './lender-settings.ts';
import { applyToPlace, effectOf, isPlacePossible, type Place, placeStanding, type Standing } from './places.ts';

/** A client's tax data and branch. */
interface FiscalSubject {
  readonly kind: typeof FISCAL_KIND;
  readonly clientId: ClientId;
}

/** An operator, with the kind of change. */
export interface OperatorSubject {
  readonly kind: OperatorKind;
  readonly operatorId: string;
}

/** The limit of a receiver. */
export interface LimitSubject extends LimitPlace {
  readonly kind: typeof LIMIT_KIND;
}

/** A receiver that becomes an alias. */
interface AliasSubject {
  readonly kind: typeof ALIAS_KIND;
  readonly companyId: string;
}

/** An alert by its id, a typed payment by its tracking key, or a shortfall by its invoice. */
interface MoneySubject {
  readonly kind: MoneyKind;
  readonly setting: string;
}

export type Subject =
  | Place
  | FiscalSubject
  | OperatorSubject
  | LimitSubject
  | AliasSubject
  | SettingSubject
  | MoneySubject;

/** The columns that name a subject. */
export interface SubjectRow {
  readonly kind: ProposalKind;
  readonly client_id: string | null;
  readonly company_id: string | null;
  readonly product: ProductCode | null;
  readonly currency: FinancedCurrency | null;
  readonly operator_id: string | null;
  readonly setting: string | null;
}

const placeKindOf = (kind: ProposalKind): PlaceKind | undefined => placeKinds.find((one) => one === kind);
const operatorKindOf = (kind: ProposalKind): OperatorKind | undefined => operatorKinds.find((one) => one === kind);

const moneyKindOf = (kind: ProposalKind): MoneyKind | undefined => moneyKinds.find((one) => one === kind);
const settingKindOf = (kind: ProposalKind): SettingKind | undefined => settingKinds.find((one) => one === kind);

export const isPlace = (subject: Subject): subject is Place => 'product' in subject;
export const isFiscal = (subject: Subject): subject is FiscalSubject => subject.kind === FISCAL_KIND;
export const isLimit = (subject: Subject): subject is LimitSubject => subject.kind === LIMIT_KIND;
export const isOfAlias = (subject: Subject): subject is AliasSubject => subject.kind === ALIAS_KIND;
const isOfMoney = (subject: Subject): subject is MoneySubject => moneyKindOf(subject.kind) !== undefined;
const isSetting = (subject: Subject): subject is SettingSubject => 'setting' in subject && !isOfMoney(subject);

/** The subject of a row, whose checks the table enforces. */
export function subjectOf(row: SubjectRow): Subject {
  const { kind, client_id, company_id, product, currency, operator_id, setting } = row;
  const [ofPlace, ofOperator] = [placeKindOf(kind), operatorKindOf(kind)];
  const ofSetting = settingKindOf(kind) ?? moneyKindOf(kind);
  if (ofSetting && setting !== null) return { kind: ofSetting, setting };
  if (ofOperator && operator_id) return { kind: ofOperator, operatorId: operator_id };
  if (kind === LIMIT_KIND && company_id && currency)
    return { kind, companyId: company_id, clientId: client_id, currency };
  if (kind === ALIAS_KIND && company_id) return { kind, companyId: company_id };
  if (kind === FISCAL_KIND && client_id) return { kind, clientId: provenClient(client_id) };
  if (!ofPlace || !client_id || !product || !currency) throw new Error('a proposal without its subject');
  return { kind: ofPlace, clientId: provenClient(client_id), product, currency };
}

const noSubject = {
  client_id: null,
  company_id: null,
  product: null,
  currency: null,
  operator_id: null,
  setting: null,
};

export function rowOf(subject: Subject): SubjectRow {
  const { kind } = subject;
  if (isPlace(subject))
    return { ...noSubject, kind, client_id: subject.clientId, product: subject.product, currency: subject.currency };
  if (isLimit(subject)) {
    const { companyId: company_id, clientId: client_id, currency } = subject;
    return { ...noSubject, kind, client_id, company_id, currency };
  }
  if (isOfAlias(subject)) return { ...noSubject, kind, company_id: subject.companyId };
  if (isFiscal(subject)) return { ...noSubject, kind, client_id: subject.clientId };
  return 'setting' in subject
    ? { ...noSubject, kind, setting: subject.setting }
    : { ...noSubject, kind, operator_id: subject.operatorId };
}

/** A change of money, by what names it and the proposed values. */
interface MoneyChange {
  readonly standing: (
    work: OperatorWork,
    setting: string,
    about: { readonly proposed: ProposedValues; readonly lock: Lock },
  ) => Promise<ProposedValues | null>;
  readonly isPossible: (work: OperatorWork, setting: string, proposed: ProposedValues) => Promise<boolean>;
  readonly apply: (
    work: OperatorWork,
    setting: string,
    about: { readonly proposed: ProposedValues; readonly seen: ProposedValues | null },
  ) => Promise<Outcome<unknown>>;
}

const ofMoney: Readonly<Record<MoneyKind, MoneyChange>> = {
  alert: {
    standing: alertStanding,
    isPossible: async (work, alertId) => (await alertStanding(work, alertId))?.attended === 'false',
    apply: async (work, alertId) => done(await endAlert(work, alertId)),
  },
  payment: {
    standing: (work, _, { proposed }) => paymentStanding(work, proposed),
    isPossible: (work, _, proposed) => isPaymentPossible(work, proposed),
    apply: (work, _, { proposed, seen }) => applyPayment(work, proposed, seen),
  },
  shortfall: {
    standing: (work, documentId, { lock }) => shortfallStanding(work, documentId, lock),
    isPossible: isShortfallPossible,
    apply: (work, documentId) => close(work, documentId, null),
  },
};

/** The present values; `update` locks them. */
export async function standingOf(
  work: OperatorWork,
  subject: Subject,
  proposed: ProposedValues,
  lock: Lock,
): Promise<Standing> {
  if (isPlace(subject)) return placeStanding(narrowTo(work, subject.clientId), subject, lock);
  if (isFiscal(subject)) return fiscalStanding(narrowTo(work, subject.clientId), lock);
  if (isSetting(subject)) return settingStanding(work, subject, lock);
  if (isOfAlias(subject)) return aliasStanding(work, subject);
  if (isOfMoney(subject))
    return {
      values: await ofMoney[subject.kind].standing(work, subject.setting, { proposed, lock }),
      used: '0.00',
      held: '0.00',
    };
  if (!isLimit(subject)) return accessStanding(work, subject, lock);
  const { limit, owed, held } = await limitAt(work, subject, lock);
  return { values: { limit }, used: owed, held };
}

async function aliasStanding(work: OperatorWork, { companyId }: AliasSubject): Promise<Standing> {
  const status = await statusOf(work, companyId);
  return { values: status === undefined ? null : { status: String(status) }, used: '0.00', held: '0.00' };
}

/** Whether the change can be made at all. */
export async function isPossible(work: OperatorWork, subject: Subject, proposed: ProposedValues): Promise<boolean> {
  if (isPlace(subject)) return isPlacePossible(narrowTo(work, subject.clientId), subject);
  if (isFiscal(subject)) return true;
  if (isSetting(subject)) return isSettingPossible(work, subject, proposed);
  if (isOfAlias(subject)) return isAliasPossible(work, subject.companyId, proposed);
  if (isLimit(subject)) return !(await isAlias(work, subject.companyId));
  if (isOfMoney(subject)) return ofMoney[subject.kind].isPossible(work, subject.setting, proposed);
  return isAccessPossible(work, subject, proposed);
}

/** What a change of a line or a limit does to what is in use; null for others. */
export const effectOn = (subject: Subject, standing: Standing, proposed: ProposedValues) =>
  isLimit(subject) || subject.kind === 'credit-line' ? effectOf(subject.currency, standing, proposed) : null;

/**
 * What an approval rests on: the present values, and of what is in use, which every sale moves, only whether it fits.
 */
export function groundOf(subject: Subject, standing: Standing, proposed: ProposedValues): string {
  const effect = effectOn(subject, standing, proposed);
  return createHash('sha256')
    .update(JSON.stringify([standing.values, effect === null || effect.excess === '0.00']))
    .digest('hex');
}

/** Applies the proposed values to the locked subject; refuses a payment that cannot be booked any more as `seen`. */
export async function applyTo(
  work: OperatorWork,
  subject: Subject,
  { proposed, seen }: { readonly proposed: ProposedValues; readonly seen: ProposedValues | null },
): Promise<Outcome<unknown>> {
  if (isOfMoney(subject)) return ofMoney[subject.kind].apply(work, subject.setting, { proposed, seen });
  return done(await change(work, subject, proposed));
}

async function change(
  work: OperatorWork,
  subject: Exclude<Subject, MoneySubject>,
  proposed: ProposedValues,
): Promise<void> {
  if (isPlace(subject)) return applyToPlace(narrowTo(work, subject.clientId), subject, proposed);
  if (isFiscal(subject)) return applyFiscalData(narrowTo(work, subject.clientId), proposed);
  if (isLimit(subject)) return setLimit(work, subject, proposed.limit ?? NO_LIMIT);
  if (isOfAlias(subject)) return declareAlias(work, subject.companyId, proposed);
  return isSetting(subject) ? applySetting(work, subject, proposed) : applyAccess(work, subject, proposed);
}
