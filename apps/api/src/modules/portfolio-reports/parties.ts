/** The exposure by party. */
import type { OpenedFigure } from '@anticipa/contract/portfolio-reports';
import { moneyOf } from '@anticipa/domain/money';
import { concentrationOf, shareOf } from '@anticipa/domain/portfolio';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { type ReportDays, rowsOfSource } from './sources.ts';

/** Sums are in cents, so the currency does not matter. */
export const centsOf = (text: string): bigint => moneyOf(text, 'MXN').cents;

const partyRow = z.object({
  group: z.enum(['clients', 'receivers']),
  id: z.string(),
  name: z.string(),
  amount: decimal,
  total: decimal,
  squares: decimal,
});

/** Name of a client, or of a receiver: the confirmed one, else a client's. */
const partyName = sql`case "group" when 'clients' then (select entity_name from clients where client_id = id) else (
  select coalesce(companies.name, (select min(link.name) from company_links link where link.company_id = companies.company_id))
  from companies where company_id = id) end`;

const TEN = 10;

/** The exposure by client and by receiver, and what the largest have of it. */
export async function partiesOf(work: WideWork, days: ReportDays) {
  const rows = await rowsOf(work.db, partyRow)`
    with exposed as materialized (${await rowsOfSource(work, 'exposures', days)}), party as (
      select 'clients' as "group", client_id as id, sum("clientExposure") as amount from exposed group by client_id
      union all
      select 'receivers', company_id, sum("receiverExposure") from exposed join invoices using (client_id, document_id) group by company_id
    ), placed as (
      select *, sum(amount) over whole as total, sum((amount * 100) ^ 2) over whole as squares,
        row_number() over (partition by "group" order by amount desc, id) as place
      from party where amount > 0 window whole as (partition by "group")
    )
    select "group", id::text, ${partyName} as name, amount::numeric(18, 2), total::numeric(18, 2), squares::numeric(60, 0)
    from placed where place <= ${TEN} order by "group", place`;
  return {
    clients: partiesIn(rows, 'clients', 'clientExposure'),
    receivers: partiesIn(rows, 'receivers', 'receiverExposure'),
  };
}

function partiesIn(all: readonly z.output<typeof partyRow>[], group: 'clients' | 'receivers', figure: OpenedFigure) {
  const rows = all.filter((row) => row.group === group);
  const [{ total = '0.00', squares = '0' } = {}] = rows;
  const largest = rows.map(({ amount }) => centsOf(amount));
  const concentration = concentrationOf({
    total: centsOf(total),
    squares: BigInt(squares),
    largest: largest.slice(0, 5),
  });
  return {
    total,
    five: concentration?.five ?? null,
    index: concentration === null ? null : String(concentration.herfindahl),
    group: {
      group,
      rows: rows.map((row) => ({
        id: row.id,
        name: row.name,
        values: { [figure]: row.amount, share: shareOf(centsOf(row.amount), centsOf(total)) },
      })),
    },
  };
}
