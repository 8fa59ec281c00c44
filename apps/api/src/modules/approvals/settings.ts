/** The lender's settings that move money, bind clients or ask for a second person. */
import {
  type Approval,
  type ApprovalKind,
  approvalRoles,
  type Change,
  type Changes,
  changeSchema,
  type proposeSetting as proposeRoute,
} from '@anticipa/contract/approvals';
import type { BodyOf } from '@anticipa/contract/route';
import { isSameNumber, usualFormats } from '@anticipa/domain/accounting-programs';
import { dateOf, MEXICO_CITY, startOfDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { usualEstimateTerms } from '@anticipa/domain/estimate';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { accountTyped, problemOfClabe } from '@anticipa/domain/spei-banks';
import { USUAL_SURPLUS_PERCENT } from '@anticipa/domain/typed-payment';
import { normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import { brandHandler, brandRefusal } from '../brand/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { hasRoleNow, needsSecond } from '../operators/queries.ts';
import { settingsOf } from '../settings/queries.ts';
import { type Handler, isNothingNew } from './handler.ts';
import { logged, submit } from './submit.ts';

/** The settings; `update` keeps other decisions on the same kind out. */
async function settingsLocked(work: OperatorWork, kind: ApprovalKind, lock: Lock) {
  if (lock === 'update')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${kind}`}, 0))`.execute(work.db);
  return settingsOf(work);
}

const lenderAccount: Handler<'lender-account'> = {
  standing: async (work, { about }, lock) => {
    const { accounts } = await settingsLocked(work, 'lender-account', lock);
    const found = accounts.find(({ currency }) => currency === about.currency);
    if (found === undefined) return null;
    const { currency: _, ...account } = found;
    return account;
  },
  apply: async ({ db }, { about, proposed }) => {
    await db
      .insertInto('lender_accounts')
      .values({ ...about, ...proposed })
      .onConflict((conflict) => conflict.column('currency').doUpdateSet(proposed))
      .execute();
    return done(null);
  },
};

const clabeRange: Handler<'clabe-range'> = {
  standing: async (work, { about }, lock) => {
    const { clabeRanges } = await settingsLocked(work, 'clabe-range', lock);
    const found = clabeRanges.find(({ company }) => company === about.company);
    return found ? { prefix: found.prefix } : null;
  },
  // A range belongs to one company.
  isPossible: async (work, { about: { company }, proposed: { prefix } }) =>
    (await settingsOf(work)).clabeRanges.every((range) => range.company === company || range.prefix !== prefix),
  apply: async ({ db }, { about, proposed }) => {
    await db
      .insertInto('clabe_ranges')
      .values({ stp_company: about.company, ...proposed })
      .onConflict((conflict) => conflict.column('stp_company').doUpdateSet(proposed))
      .execute();
    return done(null);
  },
};

const ownAccount: Handler<'own-account'> = {
  standing: async (work, { about }, lock) => {
    const { ownAccounts } = await settingsLocked(work, 'own-account', lock);
    const found = ownAccounts.find(({ account }) => account === about.account);
    return found ? { number: found.number } : null;
  },
  // A number is of one account.
  isPossible: async (work, { about: { account }, proposed: { number } }) =>
    (await settingsOf(work)).ownAccounts.every((one) => one.account === account || !isSameNumber(one.number, number)),
  apply: async ({ db }, { about, proposed }) => {
    await db
      .insertInto('own_accounts')
      .values({ ...about, ...proposed })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(proposed))
      .execute();
    return done(null);
  },
};

const accountFormat: Handler<'account-format'> = {
  standing: async (work, { about }, lock) => {
    const { accountFormats } = await settingsLocked(work, 'account-format', lock);
    const { levels, separator } =
      accountFormats.find(({ program }) => program === about.program) ?? usualFormats[about.program];
    return { levels, separator };
  },
  apply: async ({ db }, { about, proposed }) => {
    await db
      .insertInto('account_formats')
      .values({ ...about, ...proposed })
      .onConflict((conflict) => conflict.column('program').doUpdateSet(proposed))
      .execute();
    return done(null);
  },
};

const estimateTerms: Handler<'estimate-terms'> = {
  // The terms that would apply on the day.
  standing: async (work, { about }, lock) => {
    const known = (await settingsLocked(work, 'estimate-terms', lock)).estimateTerms;
    const last = known.find(({ from }) => from <= about.from);
    if (last === undefined) return { ...usualEstimateTerms };
    const { from: _, inForce: __, ...terms } = last;
    return terms;
  },
  // The estimate of an earlier day may be booked.
  isPossible: async (work, { about: { from } }) => from >= work.today,
  apply: async ({ db }, { about, proposed: { stage2From, stage3From, ...percents } }) => {
    const terms = { stage2_from: stage2From, stage3_from: stage3From, ...percents };
    await db
      .insertInto('estimate_terms')
      .values({ in_force_from: about.from, ...terms })
      .onConflict((conflict) => conflict.column('in_force_from').doUpdateSet(terms))
      .execute();
    return done(null);
  },
};

const approvalAmounts: Handler<'approval-amounts'> = {
  standing: async (work, { about }, lock) => {
    const { approvalAmounts: known } = await settingsLocked(work, 'approval-amounts', lock);
    const {
      perSale = null,
      perDay = null,
      perPayment = null,
      paymentsPerDay = null,
      surplusPercent = USUAL_SURPLUS_PERCENT,
    } = known.find(({ currency }) => currency === about.currency) ?? {};
    return { perSale, perDay, perPayment, paymentsPerDay, surplusPercent };
  },
  apply: async ({ db }, { about, proposed: { perSale, perDay, perPayment, paymentsPerDay, surplusPercent } }) => {
    const amounts = {
      per_sale: perSale,
      per_day: perDay,
      per_payment: perPayment,
      payments_per_day: paymentsPerDay,
      surplus_percent: surplusPercent,
    };
    await db
      .insertInto('approval_amounts')
      .values({ ...about, ...amounts })
      .onConflict((conflict) => conflict.column('currency').doUpdateSet(amounts))
      .execute();
    return done(null);
  },
};

const clientFactors: Handler<'client-factors'> = {
  standing: async (work, _, lock) => {
    const { factorsFrom } = await settingsLocked(work, 'client-factors', lock);
    return { requiredFrom: factorsFrom };
  },
  // People without a factor learn of it before, or at the next sign-in.
  isPossible: async (work, { proposed: { requiredFrom } }) => requiredFrom === null || requiredFrom >= work.today,
  apply: async ({ db }, { proposed: { requiredFrom } }) => {
    const rule = { required_from: requiredFrom };
    await db
      .insertInto('client_factors')
      .values(rule)
      .onConflict((conflict) => conflict.column('is_rule').doUpdateSet(rule))
      .execute();
    return done(null);
  },
};

const startOf = (date: string): Date => startOfDate(dateOf(date), MEXICO_CITY);

const terms: Handler<'terms'> = {
  // The terms that hold last.
  standing: async (work, _, lock) => {
    const [last] = (await settingsLocked(work, 'terms', lock)).terms;
    return last ? { inForceFrom: last.publishedAt.slice(0, 10), body: last.body } : null;
  },
  // Terms are new and begin after today, unless there were none.
  isPossible: async (work, { about: { version }, proposed: { inForceFrom } }) => {
    const known = (await settingsOf(work)).terms;
    if (known.some((one) => one.version === version)) return false;
    const begin = startOf(inForceFrom).toISOString();
    const isLast = known.every(({ publishedAt }) => publishedAt < begin);
    return isLast && (inForceFrom > work.today || (known.length === 0 && inForceFrom === work.today));
  },
  apply: async ({ db }, { about: { version }, proposed: { inForceFrom, body } }) => {
    await db
      .insertInto('terms_versions')
      .values({ version, body, published_at: startOf(inForceFrom) })
      .execute();
    return done(null);
  },
};

export const settingHandlers = {
  'lender-account': lenderAccount,
  'clabe-range': clabeRange,
  'own-account': ownAccount,
  'account-format': accountFormat,
  'estimate-terms': estimateTerms,
  'approval-amounts': approvalAmounts,
  'client-factors': clientFactors,
  brand: brandHandler,
  terms,
} satisfies { readonly [K in SettingKind]: Handler<K> };

/** Addresses in the form in which they compare. */
const brandTyped = (typed: TypedBrand): TypedBrand => ({
  ...typed,
  supportEmail: typed.supportEmail && normaliseEmail(typed.supportEmail),
  senderAddress: normaliseEmail(typed.senderAddress),
});

type TypedBrand = Extract<SettingProposal, { kind: 'brand' }>['proposed'];
type SettingProposal = BodyOf<typeof proposeRoute>['change'];
type SettingKind = SettingProposal['kind'];
type WantedSetting = { [K in SettingKind]: Omit<Changes[K], 'before'> }[SettingKind];

/** The values that a change of a setting brings. */
function wantedOf(asked: SettingProposal): WantedSetting {
  switch (asked.kind) {
    case 'approval-amounts': {
      const { kind, currency, proposed } = asked;
      const typed = (amount: string | null) => amount && decimalOf(moneyOf(amount, currency));
      return {
        kind,
        about: { currency },
        proposed: {
          perSale: typed(proposed.perSale),
          perDay: typed(proposed.perDay),
          perPayment: typed(proposed.perPayment),
          paymentsPerDay: typed(proposed.paymentsPerDay),
          surplusPercent: proposed.surplusPercent,
        },
      };
    }
    case 'lender-account': {
      const { kind, currency, proposed } = asked;
      const account = { ...proposed, ...accountTyped(proposed.clabe), swift: proposed.swift || null };
      return { kind, about: { currency }, proposed: account };
    }
    case 'clabe-range':
      return { kind: asked.kind, about: { company: asked.company }, proposed: asked.proposed };
    case 'own-account':
      return { kind: asked.kind, about: { account: asked.account }, proposed: asked.proposed };
    case 'estimate-terms':
      return { kind: asked.kind, about: { from: asked.from }, proposed: asked.proposed };
    case 'account-format':
      return { kind: asked.kind, about: { program: asked.program }, proposed: asked.proposed };
    case 'client-factors':
      return { kind: asked.kind, about: { of: 'clients' }, proposed: asked.proposed };
    case 'brand':
      return { kind: asked.kind, about: { of: 'lender' }, proposed: brandTyped(asked.proposed) };
    case 'terms':
      return { kind: asked.kind, about: { version: asked.version }, proposed: asked.proposed };
  }
}

/** The field that is wrong if a change is not possible. */
const refusedField: { readonly [K in SettingKind]?: string } = {
  'own-account': 'change.proposed.number',
  'clabe-range': 'change.proposed.prefix',
  'estimate-terms': 'change.from',
  'client-factors': 'change.proposed.requiredFrom',
  brand: 'change.proposed.logo',
};

/** Proposes a change of a setting; a single administrator changes at once what moves no money. */
export async function proposeSetting(
  work: OperatorWork,
  { change: asked, reason }: BodyOf<typeof proposeRoute>,
): Promise<Outcome<{ readonly proposal: Approval | null }>> {
  if (!(await hasRoleNow(work, approvalRoles[asked.kind]))) return refuse('ROLE_NEEDED');
  const wanted = wantedOf(asked);
  const handler: Handler<ApprovalKind> = settingHandlers[wanted.kind];
  const clabeProblem = wanted.kind === 'lender-account' && problemOfClabe(wanted.proposed.clabe);
  if (clabeProblem) return refuseEach(clabeProblem, ['change.proposed.clabe']);
  const brandProblem = wanted.kind === 'brand' ? brandRefusal(wanted.proposed) : null;
  if (brandProblem) return brandProblem;
  if ((await handler.isPossible?.(work, wanted)) === false)
    return wanted.kind === 'terms'
      ? refuseEach('TERMS_NOT_NEW', ['change.proposed.inForceFrom'])
      : refuseEach('INVALID_REQUEST', [refusedField[wanted.kind] ?? 'change']);
  const change = changeSchema.parse({ ...wanted, before: await handler.standing(work, wanted, 'read') });
  if (isRepeated(change)) return refuse('NOTHING_CHANGED');
  const isDirect = change.kind === 'approval-amounts' || change.kind === 'brand' || change.kind === 'client-factors';
  if (!isDirect || (await needsSecond(work))) return submit(work, handler, change, reason);
  await handler.apply(work, change, { approvalId: null, seen: change.before });
  const subject =
    change.kind === 'approval-amounts'
      ? (`setting:${change.kind}-${change.about.currency}` as const)
      : (`setting:${change.kind}` as const);
  await writeAudit(work, { action: 'setting.changed', subject, details: { change: logged(change), reason } });
  return done({ proposal: null });
}

/** Counts terms with the same text from another day as repeated. */
const isRepeated = (change: Change): boolean =>
  change.kind === 'terms' ? change.proposed.body === change.before?.body : isNothingNew(change.proposed, change.before);
