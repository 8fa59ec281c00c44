import { readConfig } from '@anticipa/api/platform/config/config';
import { withOwnerUrl } from '@anticipa/api/platform/db/embedded/owner-url';
import { withOwnerClient } from '@anticipa/api/platform/db/owner-client';
import type pg from 'pg';
import type { Company } from './company.ts';

/** Runs `work` on the database of a data folder, by default that of the run, as its owner. */
export const inDatabase = <T>(
  work: (client: pg.Client) => Promise<T>,
  dataDir = process.env.E2E_DATA_DIR,
): Promise<T> =>
  withOwnerUrl(readConfig({ ...process.env, DATA_DIR: dataDir }), (ownerUrl) => withOwnerClient(ownerUrl, work));

/** Marks the survey as answered by every user: it would open in the middle of a journey. */
export const answerSurveys = (dataDir: string) =>
  inDatabase(
    (client) =>
      client.query(
        "insert into survey_answers select client_id, user_id, survey_id, '[]', now() from users, surveys on conflict do nothing",
      ),
    dataDir,
  );

/** Runs one statement, or several without values, for effects that a journey cannot cause in the browser. */
export const asOwner = (statement: string, values?: readonly unknown[]) =>
  inDatabase((client) => client.query(statement, values && [...values]));

/** Gives the client a name of its own: other journeys leave sales of clients of the same name in the inbox. */
export async function renamed({ clientId, party }: Company): Promise<string> {
  const name = `Aceros ${party.rfc}`;
  await asOwner('update clients set entity_name = $2 where client_id = $1', [clientId, name]);
  return name;
}

/** Faults that the database can simulate for a client; see database-setup.ts. */
type Fault = 'no_summary' | 'no_reference' | 'no_account';

/** Runs `work` while the database simulates a fault for a client, and always ends the fault afterwards. */
export async function during({ clientId }: Company, fault: Fault, work: () => Promise<void>): Promise<void> {
  await asOwner('insert into journey_faults values ($1, $2)', [clientId, fault]);
  try {
    await work();
  } finally {
    await asOwner('delete from journey_faults where client_id = $1 and fault = $2', [clientId, fault]);
  }
}

const REFERENCE_NUMBERS = 1;
const LAST_NUMBER = 99_999_999;

/** Runs `work`, which makes payment references, while no other journey has used up the lender's numbers for them. */
export const withReferenceNumbers = (work: () => Promise<void>): Promise<void> =>
  inDatabase(async (client) => {
    await client.query('select pg_advisory_lock_shared($1)', [REFERENCE_NUMBERS]);
    await work();
  });

/** Runs `work` while the lender has no number left for a payment reference; other journeys wait to make theirs. */
export const withoutReferenceNumbers = (work: () => Promise<void>): Promise<void> =>
  inDatabase(async (client) => {
    await client.query('select pg_advisory_lock($1)', [REFERENCE_NUMBERS]);
    const setNumber = (number: number | string) =>
      client.query("select setval('payment_reference_numbers', $1)", [number]);
    const { rows } = await client.query('select last_value from payment_reference_numbers');
    await setNumber(LAST_NUMBER);
    try {
      await work();
    } finally {
      await setNumber(rows[0]?.last_value);
    }
  });

/** Runs `work` while the matching rows are missing from the table. */
export async function without(table: string, where: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await asOwner(`delete from ${table} where ${where} returning *`);
  try {
    await work();
  } finally {
    await asOwner(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  }
}
