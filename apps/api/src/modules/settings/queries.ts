import { createHash } from 'node:crypto';
import type { Settings } from '@anticipa/contract/settings';
import { separatorOf } from '@anticipa/domain/accounting-programs';
import { sql } from 'kysely';
import type { WideWork } from '../../platform/work/work.ts';
import { brandSet } from '../brand/queries.ts';
import { lenderFactorsFrom } from '../session/fresh-factor.ts';

/** All settings of the lender. */
export async function settingsOf(work: WideWork): Promise<Settings> {
  const { db } = work;
  const products = await db
    .selectFrom('products')
    .select(['code', 'display_name as displayName'])
    .orderBy('code')
    .execute();
  const branches = await db
    .selectFrom('branches')
    .select(['branch', 'promoter_phone as promoterPhone'])
    .select(sql<number>`(select count(*)::integer from clients where clients.branch = branches.branch)`.as('clients'))
    .orderBy('branch')
    .execute();
  const lender = await db
    .selectFrom('lender')
    .select(['rfc', 'name', 'fiscal_regime as fiscalRegime', 'postal_code as postalCode'])
    .executeTakeFirst();
  const accounts = await db
    .selectFrom('lender_accounts')
    .select(['currency', 'bank', 'beneficiary', 'clabe', 'account', 'swift'])
    .orderBy('currency')
    .execute();
  const clabeRanges = await db
    .selectFrom('clabe_ranges')
    .select(['stp_company as company', 'prefix'])
    .orderBy('stp_company')
    .execute();
  const ownAccounts = await db.selectFrom('own_accounts').select(['account', 'number']).orderBy('number').execute();
  const accountFormats = await db
    .selectFrom('account_formats')
    .select(['program', 'levels', 'separator'])
    .orderBy('program')
    .execute();
  const estimateTerms = await db
    .selectFrom('estimate_terms')
    .select(['in_force_from as from', 'stage2_from as stage2From', 'stage3_from as stage3From'])
    .select(['percent1', 'percent2', 'percent3'])
    .orderBy('in_force_from', 'desc')
    .execute();
  const inForce = estimateTerms.find(({ from }) => from <= work.today);
  const approvalAmounts = await db
    .selectFrom('approval_amounts')
    .select([
      'currency',
      'per_sale as perSale',
      'per_day as perDay',
      'per_payment as perPayment',
      'payments_per_day as paymentsPerDay',
      'surplus_percent as surplusPercent',
    ])
    .orderBy('currency')
    .execute();
  return {
    products,
    branches,
    lender: lender ?? null,
    brand: await brandSet(work),
    accounts,
    clabeRanges,
    ownAccounts,
    accountFormats: accountFormats.map((format) => ({ ...format, separator: separatorOf(format.separator) ?? '' })),
    estimateTerms: estimateTerms.map((terms) => ({ ...terms, inForce: terms === inForce })),
    approvalAmounts,
    factorsFrom: await lenderFactorsFrom(work),
    terms: await termsVersions(work),
  };
}

/** SHA-256 of a text, in hexadecimal. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The texts of the terms, the newest first. */
async function termsVersions({ db, at }: WideWork): Promise<Settings['terms']> {
  const rows = await db
    .selectFrom('terms_versions')
    .select(['version', 'body', 'published_at'])
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  const current = rows.find(({ published_at }) => published_at <= at);
  return rows.map((row) => ({
    version: row.version,
    hash: textHash(row.body),
    publishedAt: row.published_at.toISOString(),
    inForce: row === current,
    body: row.body,
  }));
}
