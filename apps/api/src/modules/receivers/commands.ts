import { isDeepStrictEqual } from 'node:util';
import type {
  proposeAlias as aliasRoute,
  setPaymentPolicy,
  setProgramme,
  setReceiverLimit,
  setReceiverStatus,
} from '@anticipa/contract/lender-receivers';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { isRaised } from '@anticipa/domain/approval';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { weekDayNumbers } from '@anticipa/domain/payment-habit';
import { sql } from 'kysely';
import { announce } from '../../platform/live/events.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { effectOf, type Handler } from '../approvals/handler.ts';
import { isAuthorised } from '../approvals/places.ts';
import { submit } from '../approvals/submit.ts';
import { limitAt, setLimit } from '../credit/receiver-limits.ts';
import { aliasOutlook, declareAlias, isAlias, isAliasPossible, statusOf } from '../invoices/aliases.ts';
import { lockUnsold, moveUnsold } from '../invoices/unsold.ts';
import { writeAudit } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { receiverById } from './queries.ts';

/**
 * Decides on a receiver. An approval makes its confirmed invoices in REGISTRADO sellable; a rejection rejects those outside
 * a sale. `moved` is what was moved, which may differ from what was announced.
 */
export async function decideOn(
  work: OperatorWork,
  companyId: string,
  { statusId, reason }: BodyOf<typeof setReceiverStatus>,
): Promise<Outcome<ResponseOf<typeof setReceiverStatus>>> {
  // Invoices before their receiver, as sales lock them.
  const unsold = await lockUnsold(work, companyId);
  const changed = await work.db
    .with('before', (query) =>
      query.selectFrom('companies').select('status').where('company_id', '=', companyId).forUpdate(),
    )
    .updateTable('companies')
    .from('before')
    // A decision confirms the name: the one used first, unless an invoice has proven another.
    .set({
      status: statusId,
      name: sql`coalesce(companies.name, (
        select name from company_links link where link.company_id = companies.company_id order by link.created_at limit 1
      ), rfc)`,
    })
    .where('company_id', '=', companyId)
    .returning('before.status as before')
    .executeTakeFirst();
  if (!changed) return refuse('NOT_FOUND');
  const moved = await moveUnsold(work, unsold, statusId);
  await writeAudit(work, {
    action: 'receiver.status',
    subject: `receiver:${companyId}`,
    details: { before: changed.before, after: statusId, reason, ...moved },
  });
  return answered(work, companyId, { moved });
}

export const receiverLimit: Handler<'receiver-limit'> = {
  standing: async (work, { about }, lock) => ({ limit: (await limitAt(work, about, lock)).limit }),
  isPossible: async (work, { about }) => !(await isAlias(work, about.companyId)),
  effect: async (work, { about, proposed }) => {
    const { owed: used, held } = await limitAt(work, about, 'read');
    return effectOf(about.currency, proposed.limit, { used, held });
  },
  apply: async (work, { about, proposed }) => done(await setLimit(work, about, proposed.limit)),
};

/** Sets the limit of a receiver, or of a client's invoices to it; a higher one waits for a second person. */
export async function limitReceiver(
  work: OperatorWork,
  companyId: string,
  { currency, clientId: namedId, limit, reason }: BodyOf<typeof setReceiverLimit>,
): Promise<Outcome<ResponseOf<typeof setReceiverLimit>>> {
  const known = await receiverById(work, companyId);
  const clientId = namedId === null ? null : known?.pairs.find((pair) => pair.clientId === namedId)?.clientId;
  if (!known || clientId === undefined) return refuse('NOT_FOUND');
  const place = { companyId, clientId, currency };
  const wanted = limit && decimalOf(moneyOf(limit, currency));
  const { limit: before } = await limitAt(work, place, 'update');
  if (before === wanted) return refuse('NOTHING_CHANGED');
  const values = { before: { limit: before }, proposed: { limit: wanted } };
  const change = { kind: 'receiver-limit', about: place, ...values } as const;
  if (isRaised(before, wanted, currency)) {
    const submitted = await submit(work, receiverLimit, change, reason);
    return submitted.ok ? answered(work, companyId, { proposal: submitted.value.proposal }) : submitted;
  }
  await setLimit(work, place, wanted);
  await writeAudit(work, {
    action: 'receiver.limit',
    subject: `receiver:${companyId}`,
    details: { change, reason },
  });
  return answered(work, companyId, { proposal: null });
}

/** Records whether the receiver runs a confirmed programme for a client. Invoices that are in keep their product. */
export async function confirmProgramme(
  work: OperatorWork,
  companyId: string,
  { clientId: namedId, fbProgramme, reason }: BodyOf<typeof setProgramme>,
): Promise<Outcome<ResponseOf<typeof setProgramme>>> {
  const clientId = await clientById(work, namedId);
  if (clientId === undefined) return refuse('NOT_FOUND');
  const own = narrowTo(work, clientId);
  if (fbProgramme && !(await isAuthorised(own, 'FB'))) return refuse('PRODUCT_INACTIVE');
  const known = await work.db
    .selectFrom('company_links')
    .select('fb_programme')
    .where('client_id', '=', clientId)
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) return refuse('NOT_FOUND');
  if (known.fb_programme === fbProgramme) return answered(work, companyId, {});
  await work.db
    .updateTable('company_links')
    .set({ fb_programme: fbProgramme })
    .where('client_id', '=', clientId)
    .where('company_id', '=', companyId)
    .execute();
  await writeAudit(work, {
    action: 'receiver.programme',
    subject: `receiver:${companyId}`,
    details: { clientId, before: known.fb_programme, after: fbProgramme, reason },
  });
  return answered(work, companyId, {});
}

/** Records when the receiver pays, unless that was changed since it was seen; sales already made keep their dates. */
export async function agreePolicy(
  work: OperatorWork,
  companyId: string,
  { seen, policy, reason }: BodyOf<typeof setPaymentPolicy>,
): Promise<Outcome<ResponseOf<typeof setPaymentPolicy>>> {
  // A second operator who saves at the same time waits here, and reads what the first has saved.
  await work.db
    .selectFrom('companies')
    .select('company_id')
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .execute();
  const known = await receiverById(work, companyId);
  if (!known) return refuse('NOT_FOUND');
  if (!isDeepStrictEqual(known.policy, seen)) return refuse('POLICY_CHANGED');
  await work.db
    .updateTable('companies')
    .set({ policy_term: policy?.term ?? null, policy_week_days: policy && weekDayNumbers(policy.weekDays) })
    .where('company_id', '=', companyId)
    .execute();
  await writeAudit(work, {
    action: 'receiver.policy',
    subject: `receiver:${companyId}`,
    details: { before: known.policy, after: policy, reason },
  });
  for (const { clientId } of known.pairs) await announce(narrowTo(work, clientId), 'invoices', []);
  return answered(work, companyId, {});
}

export const receiverAlias: Handler<'receiver-alias'> = {
  standing: async (work, { about }) => {
    const status = await statusOf(work, about.companyId);
    return status === undefined ? null : { status };
  },
  isPossible: (work, { about, proposed }) => isAliasPossible(work, about.companyId, proposed),
  apply: async (work, { about, proposed }) => done(await declareAlias(work, about.companyId, proposed.aliasOf)),
};

/** Proposes that a receiver abroad is another name of one already known. */
export async function proposeAlias(
  work: OperatorWork,
  companyId: string,
  { aliasOf, reason }: BodyOf<typeof aliasRoute>,
): Promise<Outcome<ResponseOf<typeof aliasRoute>>> {
  const outlook = await aliasOutlook(work, companyId, aliasOf);
  if (!outlook) return refuse('NOT_FOUND');
  const { alias, main, problem } = outlook;
  if (problem !== null) return refuse(problem);
  const values = { before: { status: alias.status }, proposed: { aliasOf, status: main.status } };
  return submit(work, receiverAlias, { kind: 'receiver-alias', about: { companyId }, ...values }, reason);
}

async function answered<T extends object>(work: OperatorWork, companyId: string, more: T) {
  const data = await receiverById(work, companyId);
  return data ? done({ data, ...more }) : refuse('NOT_FOUND');
}
