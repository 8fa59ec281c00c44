/** Opens clients, switches their products, and sets their payment-order company and whether they may synchronise. */
import { randomUUID } from 'node:crypto';
import type {
  createClient,
  setClientProduct,
  setClientSync,
  setPaymentOrderCompany,
} from '@anticipa/contract/lender-clients';
import type { BodyOf } from '@anticipa/contract/route';
import { refuse, refuseEach } from '@anticipa/domain/errors';
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { cleanRfc, isRfc } from '@anticipa/domain/receiver';
import { emailProblem, normaliseEmail } from '@anticipa/domain/user';
import { announce } from '../../platform/live/events.ts';
import { newClientId } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { mailLink } from '../recovery/commands.ts';
import { enqueueSync } from '../sync/change.ts';
import { type Answered, answered, type ClientsWork } from './queries.ts';

/** Tax ids of companies have 12 characters, those of people 13. */
const RFC_LENGTH = { PM: 12, PF: 13, PFAE: 13 } as const;

/** Opens a client without products, and invites its first administrator. */
export async function openClient(wide: OperatorWork, body: BodyOf<typeof createClient>): Answered {
  const { db, at } = wide;
  const rfc = cleanRfc(body.rfc);
  if (!isRfc(rfc) || rfc.length !== RFC_LENGTH[body.taxRegime]) return refuseEach('RFC_INVALID', ['rfc']);
  if (!regimesOf(rfc).includes(body.fiscalRegime)) return refuseEach('FISCAL_REGIME_INVALID', ['fiscalRegime']);
  const email = normaliseEmail(body.administrator.email);
  if (emailProblem(email) !== null) return refuseEach('INVALID_EMAIL', ['administrator.email']);
  const { branch, promoterPhone } = body;
  if (promoterPhone !== undefined)
    await db
      .insertInto('branches')
      .values({ branch, promoter_phone: promoterPhone })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const known = await db.selectFrom('branches').select('branch').where('branch', '=', branch).executeTakeFirst();
  if (known === undefined) return refuseEach('BRANCH_UNKNOWN', ['branch']);
  const clientId = newClientId();
  await db
    .insertInto('clients')
    .values({
      client_id: clientId,
      rfc,
      entity_name: body.entityName,
      tax_regime: body.taxRegime,
      fiscal_regime: body.fiscalRegime,
      postal_code: body.postalCode,
      branch,
      created_at: at,
    })
    .execute();
  const work = narrowTo(wide, clientId);
  await writeAudit(work, { action: 'client.opened', subject: `client:${clientId}`, details: { rfc, branch } });
  const userId = randomUUID();
  await db
    .insertInto('users')
    .values({
      client_id: clientId,
      user_id: userId,
      email,
      first_name: body.administrator.firstName,
      last_name: body.administrator.lastName,
      is_admin: true,
      created_at: at,
    })
    .execute();
  await mailLink(work, userId, 'invitation');
  await writeAudit(work, { action: 'user.created', subject: `user:${userId}`, details: { isAdmin: true } });
  return answered(work);
}

/** Switches a product. */
export async function switchProduct(
  work: ClientsWork,
  { body: { product, authorised, active, reason } }: { readonly body: BodyOf<typeof setClientProduct> },
): Answered {
  if (active && !authorised) return refuse('PRODUCT_INACTIVE');
  const { db, tenant } = work;
  const { state } = await lockedClient(work);
  if (active && state !== 'open') return refuse('CLIENT_CLOSED');
  const before = await db
    .selectFrom('client_products')
    .select(['authorised', 'active'])
    .where('client_id', '=', tenant)
    .where('product', '=', product)
    .executeTakeFirst();
  if (before?.authorised === authorised && before.active === active) return refuse('NOTHING_CHANGED');
  await db
    .insertInto('client_products')
    .values({ client_id: tenant, product, authorised, active })
    .onConflict((conflict) => conflict.columns(['client_id', 'product']).doUpdateSet({ authorised, active }))
    .execute();
  await writeAudit(work, {
    action: 'client.product',
    subject: `client:${tenant}`,
    details: { product, before: before ?? null, after: { authorised, active }, reason },
  });
  return answered(work);
}

const lockedClient = ({ db, tenant }: ClientsWork) =>
  db
    .selectFrom('clients')
    .select(['stp_company', 'sync_allowed', 'client_state as state'])
    .where('client_id', '=', tenant)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Sets under which company new payers of the client get their CLABEs; those that have one keep it. */
export async function changePaymentOrderCompany(
  work: ClientsWork,
  { body: { company, reason } }: { readonly body: BodyOf<typeof setPaymentOrderCompany> },
): Answered {
  const { db, tenant } = work;
  const known = await lockedClient(work);
  if (known.stp_company === company) return refuse('NOTHING_CHANGED');
  if (company !== null) {
    const range = db.selectFrom('clabe_ranges').select('prefix').where('stp_company', '=', company);
    if ((await range.executeTakeFirst()) === undefined) return refuseEach('PAYMENT_ORDER_COMPANY_UNKNOWN', ['company']);
  }
  await db.updateTable('clients').set({ stp_company: company }).where('client_id', '=', tenant).execute();
  await writeAudit(work, {
    action: 'client.payment-order-company',
    subject: `client:${tenant}`,
    details: { before: known.stp_company, after: company, reason },
  });
  await announce(work, 'payers', []);
  return answered(work);
}

/** Sets whether the client may be connected to the tax authority; the worker disconnects one that may not. */
export async function allowSync(
  work: ClientsWork,
  { body: { allowed, reason } }: { readonly body: BodyOf<typeof setClientSync> },
): Answered {
  const { db, tenant } = work;
  const known = await lockedClient(work);
  if (known.sync_allowed === allowed) return refuse('NOTHING_CHANGED');
  if (allowed && known.state !== 'open') return refuse('CLIENT_CLOSED');
  await db.updateTable('clients').set({ sync_allowed: allowed }).where('client_id', '=', tenant).execute();
  await writeAudit(work, {
    action: 'client.sync',
    subject: `client:${tenant}`,
    details: { before: known.sync_allowed, after: allowed, reason },
  });
  await announce(work, 'session', []);
  if (!allowed) await enqueueSync(work);
  return answered(work);
}
