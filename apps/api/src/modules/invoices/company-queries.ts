import type { ReceiverCompany } from '@anticipa/contract/receivers';
import { FOREIGN_RFC, normaliseName } from '@anticipa/domain/receiver';
import { sql } from 'kysely';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Work } from '../../platform/work/work.ts';

/** Selects companies; `name`, which may be an alias's, counts only for the generic foreign tax id, which many share. */
interface WantedCompanies {
  readonly rfc?: string | undefined;
  readonly name?: string | undefined;
}

/** The client's receiver companies by name, under its own name for one not yet confirmed, with the saved habit of each. */
export async function companiesOf(work: Work, { rfc, name }: WantedCompanies): Promise<ReceiverCompany[]> {
  const { db, tenant } = work;
  const shownName = sql<string>`coalesce(companies.name, company_links.name)`;
  const rows = await db
    .selectFrom('company_links')
    .innerJoin('companies as known', 'known.company_id', 'company_links.company_id')
    .innerJoin('companies', (join) =>
      join.on('companies.company_id', '=', sql<string>`coalesce(known.alias_of, known.company_id)`),
    )
    .leftJoin('payment_habits as habit', (join) =>
      join
        .onRef('habit.client_id', '=', 'company_links.client_id')
        .onRef('habit.company_id', '=', 'companies.company_id'),
    )
    .select([sql<string>`coalesce(known.name, company_links.name)`.as('known_as')])
    .select(['companies.company_id', 'companies.rfc', shownName.as('name'), 'companies.status', 'habit.payment_days'])
    .select(['habit.monday', 'habit.tuesday', 'habit.wednesday', 'habit.thursday', 'habit.friday'])
    .where('company_links.client_id', '=', tenant)
    .$if(rfc !== undefined, (query) => query.where('companies.rfc', '=', rfc ?? ''))
    .orderBy('name')
    .orderBy('companies.company_id')
    .execute();
  const wanted = rows.filter(
    (row) => row.rfc !== FOREIGN_RFC || name === undefined || normaliseName(row.known_as) === normaliseName(name),
  );
  // Once, under whichever of its names.
  return [...new Map(wanted.map((row) => [row.company_id, row])).values()].map((row) => ({
    companyId: row.company_id,
    rfc: row.rfc,
    razonSocial: row.name,
    nombreComercial: null,
    statusId: row.status,
    paymentDays: habitOf(row, tenant),
  }));
}

interface HabitRow {
  readonly rfc: string;
  readonly name: string;
  readonly payment_days: number | null;
  readonly monday: boolean | null;
  readonly tuesday: boolean | null;
  readonly wednesday: boolean | null;
  readonly thursday: boolean | null;
  readonly friday: boolean | null;
}

function habitOf(row: HabitRow, clientId: ClientId): ReceiverCompany['paymentDays'] {
  if (row.payment_days === null) return [];
  const weekDays = {
    monday: row.monday === true,
    tuesday: row.tuesday === true,
    wednesday: row.wednesday === true,
    thursday: row.thursday === true,
    friday: row.friday === true,
  };
  return [{ rfc: row.rfc, razonSocial: row.name, paymentDays: row.payment_days, weekDays, clientId }];
}
