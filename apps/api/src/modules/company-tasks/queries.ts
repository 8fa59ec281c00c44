/** Counts of the work that waits for a person in each of their companies. */

import type { ResponseOf } from '@anticipa/contract/route';
import type { listCompanies } from '@anticipa/contract/session';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { mayAccept, saleRights } from '@anticipa/domain/sale-right';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Caller, ClientActor } from '../../platform/work/caller.ts';
import { type Opening, runAs } from '../../platform/work/transaction.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { unreadOf } from '../notices/queries.ts';
import { knownTo, openPrepared, pesosOfItems } from '../sales/sell/prepared-queries.ts';
import { enterableOf } from '../session/companies.ts';

type CompanyTasks = ResponseOf<typeof listCompanies>['data'][number];

/** Each company is read in a transaction of its own, bound to its rows as a call of its people would be. */
export async function companyTasks(deps: Opening, caller: Caller<ClientActor>): Promise<CompanyTasks[]> {
  const { actor } = caller;
  const memberships = await runAs(deps, { ...caller, actor: null }, (work) => enterableOf(work, actor));
  const found: CompanyTasks[] = [];
  for (const { clientId, userId } of memberships) {
    const there = { ...actor, clientId, userId, isReadOnly: true };
    found.push(await runAs(deps, { ...caller, actor: there, idempotency: null }, tasksIn));
  }
  return found;
}

const grantRow = z.object({
  saleRight: z.enum(saleRights),
  acceptUpTo: decimal.nullable(),
  overdue: z.int(),
  waiting: z.int(),
});

async function tasksIn(work: ClientWork): Promise<CompanyTasks> {
  const { db, tenant, actor, today } = work;
  const [person] = await rowsOf(db, grantRow)`
    select sale_right as "saleRight", accept_up_to as "acceptUpTo",
      (select count(*)::int from invoices where client_id = ${tenant} and not is_settled
        and status = ${invoiceStatus.CREDITO} and due_date <= ${today}) as overdue,
      (select count(*)::int from prepared_sales where client_id = ${tenant} and state = 'waiting') as waiting
    from users where client_id = ${tenant} and user_id = ${actor.userId}`;
  if (!person) return { clientId: tenant, unread: 0, toAccept: 0, overdue: 0 };
  const { overdue, waiting } = person;
  const toAccept = waiting === 0 || person.saleRight !== 'accept' ? 0 : await toAcceptBy(work, person);
  return { clientId: tenant, unread: await unreadOf(work), toAccept, overdue };
}

async function toAcceptBy(work: ClientWork, person: Parameters<typeof mayAccept>[0]): Promise<number> {
  const { pesosPerDollar } = await knownTo(work);
  const open = (await openPrepared(work)).filter(({ state, isSpent }) => state === 'waiting' && !isSpent);
  return open.filter(({ items }) => mayAccept(person, pesosOfItems(items, pesosPerDollar))).length;
}
