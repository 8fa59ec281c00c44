/** Clients that sell on every API, and an operator there who answers them. */
import type { DemoPki } from '@anticipa/sandbox/pki';
import type pg from 'pg';
import type { FixedClock } from '../../src/platform/work/clock.ts';
import { aClient, aCompany, aLine, anInvoiceFile, anOperator, aUser, type TestUser } from '../builders.ts';
import { someInvoices } from '../invoice-rows.ts';
import { aLender } from '../lender.ts';
import { DUE_DATE } from '../sale-steps.ts';
import type { Session } from '../session.ts';
import type { NamedBytes } from '../uploads.ts';
import { type Entrance, sessionAt, visitorAt } from './nodes.ts';

const CLIENTS = 3;
/** Amount of each invoice. */
const TOTAL = '1160.00';

/** A client on one API. */
export interface Lane {
  readonly user: TestUser;
  readonly session: Session;
  /** An operator with every role, on the same API. */
  readonly operator: Session;
  /** By the portal's clock. */
  readonly today: string;
  readonly dueDate: string;
  /** Sellable invoices that no other lane uses, and the amount of each. */
  readonly documentIds: readonly string[];
  readonly total: string;
  readonly fileAt: () => Promise<NamedBytes>;
}

interface Setup {
  readonly owner: pg.Client;
  readonly clock: FixedClock;
  readonly pki: DemoPki;
  readonly apis: readonly Entrance[];
  readonly salesPerLane: number;
}

/** A lender, and clients with a lane on each API. */
export const openLanes = async ({ owner, clock, pki, apis, salesPerLane }: Setup): Promise<Lane[]> => {
  const [first] = apis;
  if (first === undefined) throw new Error('there is no API');
  const db = { owner };
  await aLender(owner, clock);
  const { email } = await anOperator({ db, clock });
  const lanes: Lane[] = [];
  for (let number = 0; number < CLIENTS; number += 1) {
    const client = await aClient({ db, clock });
    const user = await aUser({ db, clock }, { client });
    const companyId = await aCompany({ db, clock }, { client });
    await aLine({ db }, { client, limit: '900000000.00' });
    const visitor = await visitorAt(first).signIn(user.email);
    // A session of its own, which has a limit of calls.
    const operator = await visitorAt(first).signIn(email);
    const rows = { client, user, companyId, total: TOTAL, count: salesPerLane };
    for (const api of apis)
      lanes.push({
        user,
        session: sessionAt(api, visitor),
        operator: sessionAt(api, operator),
        today: clock.today(),
        dueDate: DUE_DATE,
        documentIds: await someInvoices({ db, clock }, rows),
        total: TOTAL,
        fileAt: () => anInvoiceFile({ pki, clock }, client),
      });
  }
  return lanes;
};
