/** Reads and keeps the test company of a client: one row, which is all that a test key ever touches. */
import type { Outcome } from '@anticipa/domain/errors';
import { z } from 'zod';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Opening } from '../../platform/work/transaction.ts';
import { isOver, newCompany, type TestCompany } from './company.ts';

/** Written by this module alone. */
const ownValue = z.custom<TestCompany>((value) => typeof value === 'object' && value !== null && 'madeAt' in value);

/** Companies that were made before they could have prepared sales. */
const NO_PREPARED: Pick<TestCompany, 'prepared'> = { prepared: [] };

/** Lets `use` change the company of a client, one call at a time; a refusal changes nothing but what the robot did before. */
export function withTestCompany<T>(
  { db, clock }: Opening,
  clientId: ClientId,
  use: (company: TestCompany, now: Date) => Outcome<T>,
): Promise<Outcome<T>> {
  return db.withTransaction({ as: 'tenant', clientId }, async (executor) => {
    const now = clock.now();
    const fresh = { client_id: clientId, company: JSON.stringify(newCompany(now)), changed_at: now };
    await executor
      .insertInto('test_companies')
      .values(fresh)
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .execute();
    const stored = await executor
      .selectFrom('test_companies')
      .select('company')
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const kept = { ...NO_PREPARED, ...ownValue.parse(JSON.parse(stored.company)) };
    const company = isOver(kept, now) ? newCompany(now) : kept;
    const outcome = use(company, now);
    const text = JSON.stringify(company);
    if (text !== stored.company)
      await executor
        .updateTable('test_companies')
        .set({ company: text, changed_at: now })
        .where('client_id', '=', clientId)
        .execute();
    return outcome;
  });
}
