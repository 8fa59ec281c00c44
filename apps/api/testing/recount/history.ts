/** A client's life over months, played over HTTP: sales in two products and currencies, paid in every way. */
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { monthOf } from '@anticipa/domain/month';
import { randomFrom } from '@anticipa/sandbox/random';
import { aClient, aCompany, aLine, anOperator, aUser, type TestClient, type TestUser } from '../builders.ts';
import { someInvoices } from '../invoice-rows.ts';
import { runCron } from '../jobs.ts';
import type { Portal } from '../portal.ts';
import type { Session } from '../session.ts';
import { type Ending, endings, groups, termsOf } from './endings.ts';
import type { InvoiceHistory } from './life.ts';
import { inCents, inText, type Play, type Returned, sell, transferReturns } from './play.ts';

/** The raw events of a client. */
export interface PlayedHistory {
  readonly user: TestUser;
  /** Each authorised invoice; one that was sold twice is there twice. */
  readonly invoices: readonly InvoiceHistory[];
  readonly returned: readonly Returned[];
  readonly sales: number;
  /** Days on which something could happen, in order. */
  readonly days: readonly IsoDate[];
}

interface Plan {
  readonly firstDay: IsoDate;
  /** Days with events, and the days from one to the next. */
  readonly steps: number;
  readonly stride: number;
  /** Sales on each of them. */
  readonly salesPerDay: number;
  /** Runs after everything of a day. */
  readonly endOfDay: (session: Session, day: IsoDate, step: number) => Promise<void>;
}

const OUTSIDE = { smtpUrl: 'smtp://127.0.0.1:1' };

/** Plays a history on a portal without other clients; leaves the clock on its last day. */
export async function playHistory(portal: Portal, plan: Plan): Promise<PlayedHistory> {
  const { firstDay, steps, stride, salesPerDay, endOfDay } = plan;
  const lastDay = addDays(firstDay, (steps - 1) * stride);
  await publishRates(portal, firstDay, lastDay);
  await portal.pki.lenderSealer();
  const { client, user, operatorEmail, invoices } = await aSellerOfAll(portal);
  const play: Play = {
    portal,
    random: randomFrom('two years'),
    stride,
    day: firstDay,
    session: portal.visitor,
    operator: portal.visitor,
    agenda: [],
    invoices: [],
    returned: [],
    transfers: 0,
    sales: 0,
  };
  for (let step = 0; step < steps; step += 1) {
    const monthBefore = monthOf(play.day);
    play.day = addDays(firstDay, step * stride);
    portal.clock.set(new Date(`${play.day}T19:45:00-06:00`));
    play.session = await portal.signIn(user.email);
    play.operator = await portal.signIn(operatorEmail);
    await runJob(portal, 'accrue-interest');
    if (monthOf(play.day) !== monthBefore) await cutMonth(portal, client, play);
    await actOnAgenda(play);
    for (let sale = step * salesPerDay; sale < (step + 1) * salesPerDay; sale += 1) {
      const [product, currency] = groups[sale % groups.length] ?? ['BI', 'MXN'];
      const total = inText(BigInt(play.random.between(100_001, 99_999_999)));
      const documentIds = await invoices({ count: 2, product, currency, total });
      const endingOf = new Map(
        documentIds.map((id, index): [string, Ending] => [id, endingAt(2 * sale + step + index)]),
      );
      await sell(play, product, endingOf);
    }
    await transferReturns(play);
    await endOfDay(play.session, play.day, step);
  }
  const days = Array.from({ length: steps }, (_, step) => addDays(firstDay, step * stride));
  return { user, invoices: play.invoices, returned: play.returned, sales: play.sales, days };
}

const endingAt = (place: number): Ending => endings[place % endings.length] ?? { kind: 'rejected' };

/** A client with a line for each product and currency, and an operator. */
async function aSellerOfAll(portal: Portal) {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client, fbProgramme: true });
  for (const [product, currency] of groups) {
    const { interest, advance, daysInYear } = termsOf[product];
    const terms = { interestRate: String(interest), advancePercent: String(advance), daysInYear };
    await aLine(portal, { client, product, currency, limit: '900000000.00', ...terms });
  }
  const invoices = (options: Partial<Parameters<typeof someInvoices>[1]>) =>
    someInvoices(portal, { client, user, companyId, ...options });
  return { client, user, operatorEmail: (await anOperator(portal)).email, invoices };
}

const publishRates = (portal: Portal, firstDay: IsoDate, lastDay: IsoDate) =>
  portal.db.owner.query(
    `insert into exchange_rates select day::date, 18.5, 'DOF', $3
     from generate_series($1::timestamp, $2::timestamp, '1 day') day on conflict do nothing`,
    [firstDay, lastDay, portal.clock.now()],
  );

async function runJob(portal: Portal, name: string): Promise<void> {
  const logged = await runCron(portal, OUTSIDE, name);
  if (logged.length > 0) throw new Error(logged.join('\n'));
}

/** Does what is due, in the order of its days. */
async function actOnAgenda({ agenda, day }: Play): Promise<void> {
  const due = agenda.filter(({ on }) => on <= day).toSorted((a, b) => (a.on < b.on ? -1 : 1));
  for (const each of due) {
    agenda.splice(agenda.indexOf(each), 1);
    await each.act();
  }
}

/** Cuts the last month, and records what the interest invoices bill for each invoice. */
async function cutMonth(portal: Portal, client: TestClient, { invoices }: Play): Promise<void> {
  await runJob(portal, 'cut-last-month');
  const { rows } = await portal.db.owner.query<{ document_id: string; sub_total: string; iva: string; on: string }>(
    `select document_id, line.sub_total, line.iva, to_char(emitted_at at time zone 'America/Mexico_City', 'YYYY-MM-DD') as on
     from interest_invoice_lines line join interest_invoices using (client_id, invoice_id)
     where client_id = $1 and issued_at = $2 order by month_cut`,
    [client.clientId, portal.clock.now()],
  );
  for (const row of rows) {
    const invoice = invoices.findLast((each) => each.documentId === row.document_id && each.depositedOn !== null);
    if (!invoice) throw new Error(`invoice ${row.document_id} was billed and never deposited`);
    invoice.events.push({ kind: 'cfdi', on: row.on, interest: inCents(row.sub_total), iva: inCents(row.iva) });
  }
}
