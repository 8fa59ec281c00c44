import { readConfig } from '@anticipa/api/platform/config/config';
import { withOwnerUrl } from '@anticipa/api/platform/db/embedded/owner-url';
import { openDatabase } from '@anticipa/api/platform/db/pool';
import { demoClients, insertDemoClient } from '@anticipa/api/seed/clients';
import { type DemoParty, demoClients as parties } from '@anticipa/sandbox/demo-parties';
import { test } from '@playwright/test';

/** A client used by a single journey, so that journeys are independent. */
export interface Company {
  readonly clientId: string;
  /** Issuer of its invoices. */
  readonly party: DemoParty;
  /** E-mail of its administrator, who has the demo's password. */
  readonly admin: string;
  /** An e-mail address unique to this company. */
  emailOf(name: string): string;
}

const COMPANIES_PER_WORKER = 100;
let companies = 0;

/** A number unique within the run, as the last three characters of a tax id. */
const nextMark = (): string => {
  const number = test.info().workerIndex * COMPANIES_PER_WORKER + companies;
  companies += 1;
  return `${number.toString(36).padStart(2, '0')}0`.toUpperCase();
};

/** Creates a client like one of the demo's, with the same users under its own addresses. */
export function aCompany(kind: keyof typeof demoClients): Promise<Company> {
  const mark = nextMark();
  const party = { ...parties[kind], rfc: `${parties[kind].rfc.slice(0, -3)}${mark}` };
  const emailOf = (name: string): string => `${name}@${kind}-${mark.toLowerCase()}.demo`;
  const people = demoClients[kind].people.map((person) => ({
    ...person,
    email: emailOf(person.email.split('@')[0] ?? ''),
  }));
  const config = readConfig({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR });
  return withOwnerUrl(config, async (ownerUrl) => {
    const db = openDatabase({ url: ownerUrl, login: 'api', connections: 1, onError: () => undefined });
    try {
      const client = { ...demoClients[kind], people };
      const clientId = await db.withTransaction({ as: 'operator' }, (executor) =>
        insertDemoClient(executor, { client, party, now: new Date() }),
      );
      return { clientId, party, admin: emailOf('admin'), emailOf };
    } finally {
      await db.close();
    }
  });
}
