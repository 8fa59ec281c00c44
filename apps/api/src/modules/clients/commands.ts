/** Opens clients, switches their products, and sets their payment-order company and whether they may synchronise. */
import { randomUUID } from 'node:crypto';
import type {
  createClient,
  LenderClient,
  setClientProduct,
  setClientSync,
  setPaymentOrderCompany,
} from '@anticipa/contract/lender-clients';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { cleanRfc, isRfc } from '@anticipa/domain/receiver';
import { emailProblem, normaliseEmail } from '@anticipa/domain/user';
import { announce } from '../../platform/live/events.ts';
import { provenClient } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { mailLink } from '../recovery/commands.ts';
import { enqueueSync } from '../sync/change.ts';
import { clientForOperator } from './queries.ts';

type Answered = Promise<Outcome<{ readonly client: LenderClient }>>;

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
  const clientId = randomUUID();
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
  const work = narrowTo(wide, provenClient(clientId));
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
  return answered(wide, clientId);
}

/** Switches a product. */
export async function switchProduct(
  wide: OperatorWork,
  clientId: string,
  { product, authorised, active, reason }: BodyOf<typeof setClientProduct>,
): Answered {
  if (active && !authorised) return refuse('PRODUCT_INACTIVE');
  if ((await lockedClient(wide, clientId)) === undefined) return refuse('NOT_FOUND');
  const before = await wide.db
    .selectFrom('client_products')
    .select(['authorised', 'active'])
    .where('client_id', '=', clientId)
    .where('product', '=', product)
    .executeTakeFirst();
  if (before?.authorised === authorised && before.active === active) return refuse('NOTHING_CHANGED');
  await wide.db
    .insertInto('client_products')
    .values({ client_id: clientId, product, authorised, active })
    .onConflict((conflict) => conflict.columns(['client_id', 'product']).doUpdateSet({ authorised, active }))
    .execute();
  await writeAudit(narrowTo(wide, provenClient(clientId)), {
    action: 'client.product',
    subject: `client:${clientId}`,
    details: { product, before: before ?? null, after: { authorised, active }, reason },
  });
  return answered(wide, clientId);
}

const lockedClient = ({ db }: OperatorWork, clientId: string) =>
  db
    .selectFrom('clients')
    .select(['stp_company', 'sync_allowed'])
    .where('client_id', '=', clientId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Sets under which company new payers of the client get their CLABEs; those that have one keep it. */
export async function changePaymentOrderCompany(
  wide: OperatorWork,
  clientId: string,
  { company, reason }: BodyOf<typeof setPaymentOrderCompany>,
): Answered {
  const { db } = wide;
  const known = await lockedClient(wide, clientId);
  if (known === undefined) return refuse('NOT_FOUND');
  if (known.stp_company === company) return refuse('NOTHING_CHANGED');
  if (company !== null) {
    const range = db.selectFrom('clabe_ranges').select('prefix').where('stp_company', '=', company);
    if ((await range.executeTakeFirst()) === undefined) return refuseEach('PAYMENT_ORDER_COMPANY_UNKNOWN', ['company']);
  }
  await db.updateTable('clients').set({ stp_company: company }).where('client_id', '=', clientId).execute();
  const work = narrowTo(wide, provenClient(clientId));
  await writeAudit(work, {
    action: 'client.payment-order-company',
    subject: `client:${clientId}`,
    details: { before: known.stp_company, after: company, reason },
  });
  await announce(work, 'payers', []);
  return answered(wide, clientId);
}

/** Sets whether the client may be connected to the tax authority; the worker disconnects one that may not. */
export async function allowSync(
  wide: OperatorWork,
  clientId: string,
  { allowed, reason }: BodyOf<typeof setClientSync>,
): Answered {
  const { db } = wide;
  const known = await lockedClient(wide, clientId);
  if (known === undefined) return refuse('NOT_FOUND');
  if (known.sync_allowed === allowed) return refuse('NOTHING_CHANGED');
  await db.updateTable('clients').set({ sync_allowed: allowed }).where('client_id', '=', clientId).execute();
  const work = narrowTo(wide, provenClient(clientId));
  await writeAudit(work, {
    action: 'client.sync',
    subject: `client:${clientId}`,
    details: { before: known.sync_allowed, after: allowed, reason },
  });
  await announce(work, 'session', []);
  if (!allowed) await enqueueSync(work);
  return answered(wide, clientId);
}

async function answered(work: OperatorWork, clientId: string): Answered {
  const client = await clientForOperator(work, clientId);
  return client ? done({ client }) : refuse('NOT_FOUND');
}
