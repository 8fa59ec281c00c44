/** Operators who have a sale on their screen. It only informs: the version of the sale decides whose answer counts. */
import { sql } from 'kysely';
import type { OperatorActor } from '../../../platform/work/caller.ts';
import type { OperatorWork, Work } from '../../../platform/work/work.ts';

/** Screens read the sale every 15 seconds. */
const GONE_MS = 45_000;

const lastSeen = (at: Date): Date => new Date(at.getTime() - GONE_MS);

/** Notes that the operator has the sale on the screen, and forgets those that the operator has left. */
export async function noteViewer({ db, tenant, actor, at }: Work<OperatorActor>, saleId: string): Promise<void> {
  const { operatorId } = actor;
  await db
    .deleteFrom('sale_viewers')
    .where('operator_id', '=', operatorId)
    .where('seen_at', '<', lastSeen(at))
    .execute();
  await db
    .insertInto('sale_viewers')
    .values({ client_id: tenant, sale_id: saleId, operator_id: operatorId, seen_at: at })
    .onConflict((conflict) => conflict.columns(['client_id', 'sale_id', 'operator_id']).doUpdateSet({ seen_at: at }))
    .execute();
}

/** Names of the other operators who have the sale on their screen. */
export async function otherViewers({ db, actor, at }: OperatorWork, saleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sale_viewers')
    .innerJoin('operators', 'operators.operator_id', 'sale_viewers.operator_id')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('sale_id', '=', saleId)
    .where('sale_viewers.operator_id', '<>', actor.operatorId)
    .where('seen_at', '>=', lastSeen(at))
    .orderBy('name')
    .orderBy('sale_viewers.operator_id')
    .execute();
  return rows.map(({ name }) => name);
}
