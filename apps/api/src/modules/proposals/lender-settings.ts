/** The lender's settings, as proposals change them: accounts, CLABE ranges, terms, approval amounts and today's exchange rate. */
import { dateOf, MEXICO_CITY, startOfDate } from '@anticipa/domain/calendar';
import { type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { NO_LIMIT, type ProposedValues, type SettingKind } from '@anticipa/domain/proposal';
import { sql } from 'kysely';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import { publishRateOfToday, rateStanding } from '../credit/exchange-rates.ts';
import { settingsOf } from '../settings/queries.ts';
import type { Standing } from './places.ts';

/** A setting: the account or approval amounts of a currency, the range of a payment-order company, a version of the terms, or a day with its rate. */
export interface SettingSubject {
  readonly kind: SettingKind;
  readonly setting: string;
}

const currencyOf = (text: string): FinancedCurrency => {
  const found = financedCurrencies.find((one) => one === text);
  if (found === undefined) throw new Error(`not a currency: ${text}`);
  return found;
};

/** The present values; `update` keeps other decisions on settings out. Of new terms, those that hold last. */
export async function settingStanding(
  work: OperatorWork,
  { kind, setting }: SettingSubject,
  lock: Lock,
): Promise<Standing> {
  if (lock === 'update')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${kind}`}, 0))`.execute(work.db);
  const none = { used: '0.00', held: '0.00' };
  if (kind === 'exchange-rate') {
    const { present, official } = await rateStanding(work, lock);
    const values = { ...present, ...(official !== null && { official }) };
    return { values: Object.keys(values).length === 0 ? null : values, ...none };
  }
  const { accounts, clabeRanges, terms, approvalAmounts } = await settingsOf(work);
  return { values: values() ?? null, ...none };

  function values(): ProposedValues | undefined {
    if (kind === 'lender-account') {
      const found = accounts.find(({ currency }) => currency === setting);
      if (found === undefined) return undefined;
      const { currency: _, ...account } = found;
      return { ...account, swift: account.swift ?? '' };
    }
    if (kind === 'clabe-range') {
      const range = clabeRanges.find(({ company }) => company === setting);
      return range && { prefix: range.prefix };
    }
    if (kind === 'approval-amounts') {
      const { perSale, perDay } = approvalAmounts.find(({ currency }) => currency === setting) ?? {};
      return { perSale: perSale ?? NO_LIMIT, perDay: perDay ?? NO_LIMIT };
    }
    const [last] = terms;
    return last && { body: last.body, inForceFrom: last.publishedAt.slice(0, 10) };
  }
}

/** Terms are new and begin after today, unless there were none; a range belongs to one company; a rate is of today. */
export async function isSettingPossible(
  work: OperatorWork,
  { kind, setting }: SettingSubject,
  { inForceFrom, prefix }: ProposedValues,
): Promise<boolean> {
  if (kind === 'exchange-rate') return setting === work.today;
  const { terms, clabeRanges } = await settingsOf(work);
  if (kind === 'clabe-range') return clabeRanges.every((range) => range.company === setting || range.prefix !== prefix);
  if (kind !== 'terms') return true;
  if (inForceFrom === undefined || terms.some(({ version }) => version === setting)) return false;
  const isLast = terms.every(
    ({ publishedAt }) => publishedAt < startOfDate(dateOf(inForceFrom), MEXICO_CITY).toISOString(),
  );
  return isLast && (inForceFrom > work.today || (terms.length === 0 && inForceFrom === work.today));
}

/** Applies a change of a setting. */
export async function applySetting(
  work: OperatorWork,
  subject: SettingSubject,
  proposed: ProposedValues,
): Promise<void> {
  const { db } = work;
  const { kind, setting } = subject;
  const { values } = await settingStanding(work, subject, 'update');
  const { bank = '', beneficiary = '', clabe = '', account = '', swift = '', ...others } = { ...values, ...proposed };
  const { prefix = '', body = '', inForceFrom = '', perSale, perDay, tipoCambio = '', source = '' } = others;
  if (kind === 'exchange-rate') {
    const { present } = await rateStanding(work, 'update');
    return publishRateOfToday(work, present, { tipoCambio, source });
  }
  if (kind === 'lender-account') {
    const set = { bank, beneficiary, clabe, account, swift: swift === '' ? null : swift };
    await db
      .insertInto('lender_accounts')
      .values({ currency: currencyOf(setting), ...set })
      .onConflict((conflict) => conflict.column('currency').doUpdateSet(set))
      .execute();
  } else if (kind === 'clabe-range') {
    await db
      .insertInto('clabe_ranges')
      .values({ stp_company: setting, prefix })
      .onConflict((conflict) => conflict.column('stp_company').doUpdateSet({ prefix }))
      .execute();
  } else if (kind === 'approval-amounts') {
    const amountIn = (text = NO_LIMIT) => (text === NO_LIMIT ? null : text);
    const set = { per_sale: amountIn(perSale), per_day: amountIn(perDay) };
    await db
      .insertInto('approval_amounts')
      .values({ currency: currencyOf(setting), ...set })
      .onConflict((conflict) => conflict.column('currency').doUpdateSet(set))
      .execute();
  } else {
    const published_at = startOfDate(dateOf(inForceFrom), MEXICO_CITY);
    await db.insertInto('terms_versions').values({ version: setting, body, published_at }).execute();
  }
}
