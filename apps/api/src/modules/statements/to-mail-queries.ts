import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { clientIdColumn, valuesOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';

/** Clients with entries of the month, of which somebody wants to hear that its package is ready. */
export async function clientsWithPackage({ db }: WideWork, month: Month): Promise<ClientId[]> {
  return await valuesOf(db, clientIdColumn)`
    select client_id from clients
    where exists (
      select from notice_choices choice where choice.client_id = clients.client_id and choice.event = 'month-package'
    ) and exists (
      select from ledger_entries entry where entry.client_id = clients.client_id
        and booked_on between ${firstDayOf(month)}::date and ${lastDayOf(month)}::date
    ) order by client_id`;
}

/** Clients with entries of the month whose statement is not queued yet. */
export async function clientsToMail({ db }: WideWork, month: Month): Promise<ClientId[]> {
  return await valuesOf(db, clientIdColumn)`
    select client_id from clients
    where exists (
      select from ledger_entries entry where entry.client_id = clients.client_id
        and booked_on between ${firstDayOf(month)}::date and ${lastDayOf(month)}::date
    ) and not exists (
      select from monthly_statements sent where sent.client_id = clients.client_id and sent.month = ${firstDayOf(month)}::date
    ) order by client_id`;
}
