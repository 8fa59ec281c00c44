/** A client with two months of movements for its account statement. */
import { routes } from '@anticipa/contract/routes';
import type { CurrencyStatement, Statement } from '@anticipa/contract/statements';
import { extractText } from 'unpdf';
import { anOperator } from './builders.ts';
import { runCron } from './jobs.ts';
import { type PortalWithMail, startPortalWithMail } from './portal-with-mail.ts';
import { aPayment, registerAsTwo, sellAndDeposit } from './sale-steps.ts';
import { aSeller, type Seller } from './seller.ts';
import type { Session } from './session.ts';

export interface StatementMonths {
  readonly mailed: PortalWithMail;
  readonly seller: Seller;
  /** The statement of March and April as shown on 30 April. */
  readonly shownInApril: Statement;
  /** The client's session; another one after `on`, because the earlier has expired. */
  session(): Session;
  /** Moves the clock to the evening of a day and signs in again. */
  on(day: string): Promise<void>;
  statement(startDate: string, endDate: string, knownOn?: string): Promise<Statement>;
}

/** Sold on 10 March: one invoice paid on time, one ten days late, one in dollars paid short. Today is 11 May. */
export async function startStatementMonths(): Promise<StatementMonths> {
  const mailed = await startPortalWithMail();
  const { portal } = mailed;
  await portal.pki.lenderSealer();
  const seller = await aSeller(portal);
  let { session, operator } = seller;
  const on = async (day: string): Promise<void> => {
    portal.clock.set(new Date(`${day}T19:45:00-06:00`));
    session = await portal.signIn(seller.user.email);
    operator = await portal.signIn((await anOperator(portal)).email);
  };
  const pay = (documentId: string, over: object = {}) =>
    registerAsTwo(
      portal,
      operator,
      aPayment({ documentIds: [documentId] }, { valueDate: portal.clock.today(), ...over }),
    );
  const cutLastMonth = async (day: string): Promise<void> => {
    await on(day);
    const rate = `insert into exchange_rates values ($1, 18.5, 'DOF', $2)`;
    await portal.db.owner.query(rate, [day, portal.clock.now()]);
    const logged = await runCron(portal, mailed.mail, 'cut-last-month');
    if (logged.length > 0) throw new Error(logged.join());
  };
  const statement: StatementMonths['statement'] = async (startDate, endDate, knownOn) =>
    (await session.call(routes.getStatement, { query: { startDate, endDate, ...(knownOn ? { knownOn } : {}) } })).data;

  await on('2026-03-10');
  const [onTime = '', late = ''] = await seller.invoices({ count: 2 });
  const [dollars = ''] = await seller.invoices({ currency: 'USD', total: '10000.00' });
  await sellAndDeposit({ session, operator }, [onTime, late, dollars]);
  await cutLastMonth('2026-04-01');
  await on('2026-04-24');
  await pay(onTime);
  await pay(dollars, { amount: '9000.00', currency: 'USD' });
  const body = { clientId: seller.client.clientId, currency: 'MXN', amount: '11043.20', trackingKey: 'RETURN1' };
  await operator.call(routes.confirmPayout, { body });
  await on('2026-04-30');
  const shownInApril = await statement('2026-03-01', '2026-04-30');
  await cutLastMonth('2026-05-01');
  // Registered in May with a value date of April: April is closed.
  await on('2026-05-11');
  await pay(dollars, { amount: '1000.00', currency: 'USD', valueDate: '2026-04-29' });
  await pay(late, { valueDate: '2026-05-04' });
  return { mailed, seller, shownInApril, session: () => session, on, statement };
}

export function pesosOf({ currencies }: Statement): CurrencyStatement {
  const pesos = currencies.find(({ currency }) => currency === 'MXN');
  if (!pesos) throw new Error('no pesos');
  return pesos;
}

/** Opening balance, movements and closing balance of an account. */
export function movementsOf({ accounts }: CurrencyStatement, wanted: string): string[] {
  const account = accounts.find((each) => each.account === wanted);
  const rows = account?.movements.map(
    ({ bookedOn, concept, charge, credit, balance }) => `${bookedOn} ${concept} ${charge} ${credit} ${balance}`,
  );
  return [`${account?.opening}`, ...(rows ?? []), `${account?.closing}`];
}

/** The text of a PDF in base64. */
export async function textOf(base64: string): Promise<string> {
  return (await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true })).text;
}
