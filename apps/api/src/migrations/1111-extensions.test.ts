import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-72] an extension gives a due date after the one before and after its agreement, with a second person', async () => {
  await db.upgrade('1111-extensions.sql');
  const agree = (dates: string) =>
    db.owner.query(
      `insert into extensions (client_id, document_id, extension_number, interest_rate, approval_id, agreed_at, agreed_on, due_before, due_date)
       select client_id, document_id, 1, 24, gen_random_uuid(), now(), ${dates} from invoices limit 1`,
    );
  await expect(agree(`'2026-03-10', '2026-04-24', '2026-04-24'`)).rejects.toThrow('extensions_later');
  await expect(agree(`'2026-05-08', '2026-04-24', '2026-05-08'`)).rejects.toThrow('extensions_later');
  await expect(agree(`'2026-04-20', '2026-04-24', '2026-05-08'`)).rejects.toThrow('extensions_approval_id_fkey');
});
