/** Changes settings that move no money; the others change by proposal. */

import type { BodyOf } from '@anticipa/contract/route';
import type { changeSetting as changeRoute, SettingChange, Settings } from '@anticipa/contract/settings';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { cleanRfc, isRfc } from '@anticipa/domain/receiver';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { settingsOf } from './queries.ts';

type Values = Readonly<Record<string, string>>;

/** The values of a change before it, or null. */
function valuesBefore(settings: Settings, change: SettingChange): Values | null {
  if (change.kind === 'product') {
    const product = settings.products.find(({ code }) => code === change.code);
    return product ? { displayName: product.displayName } : null;
  }
  if (change.kind === 'branch') {
    const branch = settings.branches.find((one) => one.branch === change.branch);
    return branch ? { promoterPhone: branch.promoterPhone } : null;
  }
  return settings.lender;
}

/** The change with its values in their stored form, or why they are none. */
function checked(change: SettingChange): Outcome<SettingChange> {
  if (change.kind === 'lender') {
    const rfc = cleanRfc(change.rfc);
    if (!isRfc(rfc)) return refuseEach('RFC_INVALID', ['change.rfc']);
    if (!regimesOf(rfc).includes(change.fiscalRegime))
      return refuseEach('FISCAL_REGIME_INVALID', ['change.fiscalRegime']);
    return done({ ...change, rfc });
  }
  return done(change);
}

/** Name of a setting in the log, and its new values. */
function describe(change: SettingChange): { readonly subject: string; readonly after: Values } {
  if (change.kind === 'product') return { subject: change.code, after: { displayName: change.displayName } };
  if (change.kind === 'branch') return { subject: change.branch, after: { promoterPhone: change.promoterPhone } };
  const { kind, ...after } = change;
  return { subject: kind, after };
}

async function store({ db }: OperatorWork, change: SettingChange): Promise<void> {
  if (change.kind === 'product') {
    await db
      .updateTable('products')
      .set({ display_name: change.displayName })
      .where('code', '=', change.code)
      .execute();
  } else if (change.kind === 'branch') {
    const set = { promoter_phone: change.promoterPhone };
    await db
      .insertInto('branches')
      .values({ branch: change.branch, ...set })
      .onConflict((conflict) => conflict.column('branch').doUpdateSet(set))
      .execute();
  } else {
    const { rfc, name, fiscalRegime: fiscal_regime, postalCode: postal_code } = change;
    const set = { rfc, name, fiscal_regime, postal_code };
    await db
      .insertInto('lender')
      .values(set)
      .onConflict((conflict) => conflict.column('is_lender').doUpdateSet(set))
      .execute();
  }
}

/** Changes a setting. */
export async function changeSetting(
  work: OperatorWork,
  { change: typed, reason }: BodyOf<typeof changeRoute>,
): Promise<Outcome<{ readonly settings: Settings }>> {
  const change = checked(typed);
  if (!change.ok) return change;
  const before = valuesBefore(await settingsOf(work), change.value);
  const { subject, after } = describe(change.value);
  if (Object.entries(after).every(([field, value]) => before?.[field] === value)) return refuse('NOTHING_CHANGED');
  await store(work, change.value);
  await writeAudit(work, {
    action: 'setting.changed',
    subject: `setting:${subject}`,
    details: { before, after, reason },
  });
  return done({ settings: await settingsOf(work) });
}
