/** The commands of a sale: each changes the model by its rules, sends the call, and compares both outcomes. */
import { routes } from '@anticipa/contract/routes';
import fc from 'fast-check';
import { expect } from 'vitest';
import { answerTo } from '../sale-steps.ts';
import type { Answer } from '../session.ts';
import { businessDayFrom, plusDays } from './arithmetic.ts';
import { type Command, careless, choose, command, pickSome, place, target, withStatus } from './command.ts';
import { expectAnswer, itemsOf } from './compare.ts';
import * as saleRules from './sale-rules.ts';
import { type Bill, type Refusal, receiverStatus, type Sale, type State, todayOf } from './state.ts';
import type { System } from './system.ts';

const inState =
  (...states: readonly Sale['state'][]) =>
  (sale: Sale): boolean =>
    states.includes(sale.state);

const numbersOf = (sales: readonly Sale[]): number[] => sales.map(({ number }) => number);
const billsOf = (sales: readonly Sale[]): Bill[] => sales.flatMap(({ items }) => items.map(({ bill }) => bill));
/** The sales of one selection travel together. */
const together = (sale: Sale): readonly Sale[] => sale.contract?.sales ?? [sale];

interface Selection {
  readonly at: readonly number[];
  readonly isCareless: boolean;
  readonly dueIn: number | null;
}

function choicesOf(state: State, { at, isCareless, dueIn }: Selection): saleRules.Choice[] | null {
  const today = todayOf(state);
  const bills = isCareless
    ? state.bills
    : state.bills
        .filter(withStatus('AUTORIZADA', 'REGISTRADO'))
        .filter((bill) => bill.receiver.status !== receiverStatus.disabled);
  const due = dueIn === null ? null : dueIn === 0 ? today : businessDayFrom(plusDays(today, dueIn));
  const choices = pickSome(bills, at).map((bill) => ({
    bill,
    due: bill.product === 'FB' && dueIn !== null && dueIn !== 0 ? saleRules.programmeDate(state) : due,
  }));
  return choices.length > 0 ? choices : null;
}

async function hold(choices: readonly saleRules.Choice[], state: State, { client }: System): Promise<Sale[] | null> {
  const outcome = saleRules.hold(state, choices);
  const documents = choices.map(({ bill, due }) => ({ documentId: bill.id, dueDate: due, purchaseOrder: 'OC1' }));
  const answer = await client.send(routes.setAsPreSell, { body: { documents } });
  expectAnswer(answer, Array.isArray(outcome) ? null : outcome);
  if (!Array.isArray(outcome)) return null;
  const { sales } = routes.setAsPreSell.response.parse(answer.body);
  for (const [index, sale] of outcome.entries()) sale.saleId = sales[index]?.saleId ?? '';
  expect(sales.map(({ numberOfSale, state: of, expiresAt }) => ({ numberOfSale, state: of, expiresAt }))).toEqual(
    outcome.map(({ number, expiresAt }) => ({
      numberOfSale: number,
      state: 'held',
      expiresAt: expiresAt && new Date(expiresAt).toISOString(),
    })),
  );
  expect(sales.map(({ items }) => items)).toMatchObject(outcome.map(itemsOf));
  return outcome;
}

async function fixTerms(sales: readonly Sale[], state: State, { client }: System): Promise<Refusal | null> {
  const refused = saleRules.fixTerms(state, sales);
  const answer = await client.send(routes.processPreSells, { body: { numberOfSales: numbersOf(sales) } });
  expectAnswer(answer, refused);
  if (refused) return refused;
  const { terms } = routes.processPreSells.response.parse(answer.body);
  for (const { contract } of sales) if (contract) contract.accepted = { version: terms.version, hash: terms.hash };
  return null;
}

async function accept(sales: readonly Sale[], state: State, { client }: System): Promise<void> {
  const [{ contract } = { contract: null }] = sales;
  const bills = billsOf(sales);
  const refused = saleRules.accept(state, bills, contract);
  const invoices = bills.map(({ id }) => ({ documentId: id }));
  const body = { invoices, ...(contract?.accepted ? { acceptedTerms: contract.accepted } : {}) };
  expectRefusal(await client.send(routes.requestAuthorization, { body }), refused);
}

/** The refusal of missing terms carries their text, which is no failure of an invoice. */
function expectRefusal(answer: Answer, refused: Refusal | null): void {
  if (refused?.code === 'TERMS_NOT_ACCEPTED') expect(answer.code).toBe(refused.code);
  else expectAnswer(answer, refused);
}

async function decide(
  sale: Sale,
  decisions: readonly saleRules.Decision[],
  state: State,
  { operator }: System,
): Promise<void> {
  const sent = decisions.map(({ item, motive: of }) => ({
    documentId: item.bill.id,
    authorised: of === null,
    motive: of,
  }));
  const order = await answerTo(operator, sale.saleId, sent);
  const refused = saleRules.answer(state, sale, decisions);
  expectSale(await operator.send(routes.answerSale, order), refused, sale);
}

async function pay(sale: Sale, state: State, { operator }: System): Promise<void> {
  const trackingKey = sale.saleId.replaceAll('-', '').slice(0, 30);
  const refused = saleRules.deposit(state, sale, trackingKey);
  const params = { saleId: sale.saleId };
  expectSale(await operator.send(routes.disburseSale, { params, body: { trackingKey } }), refused, sale);
}

/** The lender's view of a sale after its command. */
function expectSale(answer: Answer, refused: Refusal | null, sale: Sale): void {
  expectAnswer(answer, refused);
  if (refused) return;
  const { state, decisions } = routes.answerSale.response.pick({ sale: true }).loose().parse(answer.body).sale;
  const authorised = new Map(decisions.map((decision) => [decision.documentId, decision.authorised]));
  expect([state, ...sale.items.map(({ bill }) => authorised.get(bill.id))]).toEqual([
    sale.state,
    ...sale.items.map((item) => item.state !== 'rejected'),
  ]);
}

const selection = fc.record({
  at: fc.array(place, { minLength: 1, maxLength: 3 }),
  isCareless: careless,
  dueIn: fc.constantFrom(45, 20, 90, 45, 20, 90, 0, null),
});
const motive = fc.constantFrom('LENDER_DOCUMENTS', 'LENDER_RISK_LIMIT');

/** States that a sale can reach at once, so that short sequences reach them all. */
const ends = ['held', 'quoted', 'requested', 'authorised', 'deposited'] as const;

const sell = fc.tuple(selection, fc.constantFrom(...ends)).map(([chosen, end]) =>
  command(
    `sell ${JSON.stringify(chosen)} until ${end}`,
    (state) => choicesOf(state, chosen),
    async (choices, state, system) => {
      const isUntil = (step: (typeof ends)[number]): boolean => ends.indexOf(end) >= ends.indexOf(step);
      const sales = await hold(choices, state, system);
      if (!sales || !isUntil('quoted') || (await fixTerms(sales, state, system)) !== null) return;
      if (isUntil('requested')) await accept(sales, state, system);
      if (isUntil('authorised'))
        for (const sale of sales) await decide(sale, decisionsOn(sale, null, false), state, system);
      if (isUntil('deposited')) for (const sale of sales) await pay(sale, state, system);
    },
  ),
);

const readTerms = target.map(({ at, isCareless }) =>
  command(
    `read terms ${at}${isCareless ? ' of any sale' : ''}`,
    ({ sales }) => choose(sales, at, isCareless, inState('held')),
    async (sale, state, system) => void (await fixTerms([sale], state, system)),
  ),
);

const acceptTerms = target.map(({ at, isCareless }) =>
  command(
    `accept ${at}${isCareless ? ' of any sale' : ''}`,
    ({ sales }) => choose(sales, at, isCareless, inState('quoted')),
    (sale, state, system) => accept(together(sale), state, system),
  ),
);

const cancel = fc.tuple(target, fc.boolean()).map(([{ at, isCareless }, onlyHeld]) =>
  command(
    `${onlyHeld ? 'refuse terms' : 'cancel'} ${at}${isCareless ? ' of any sale' : ''}`,
    ({ sales }) => choose(sales, at, isCareless, inState('held', 'quoted', 'requested')),
    async (sale, state, { client }) => {
      const refused = saleRules.cancel(state, [sale], onlyHeld);
      const body = { numberOfSales: [sale.number], onlyHeld };
      expectAnswer(await client.send(routes.cancelPreSell, { body }), refused);
    },
  ),
);

/** `isSplit`: only for the first invoice; the others are authorised. */
const decisionsOn = (sale: Sale, why: string | null, isSplit: boolean): saleRules.Decision[] =>
  sale.items.map((item, index) => ({ item, motive: isSplit && index > 0 ? null : why }));

const answer = fc
  .tuple(target, fc.option(motive, { freq: 2 }), fc.boolean())
  .map(([{ at, isCareless }, why, isSplit]) =>
    command(
      `${why === null ? 'authorise' : `reject${isSplit ? ' the first' : ''} for ${why}`} ${at}${isCareless ? ' of any sale' : ''}`,
      ({ sales }) => choose(sales, at, isCareless, inState('requested')),
      (sale, state, system) => decide(sale, decisionsOn(sale, why, isSplit), state, system),
    ),
  );

const withdraw = fc.tuple(target, motive, fc.boolean()).map(([{ at, isCareless }, why, isSplit]) =>
  command(
    `withdraw${isSplit ? ' the first' : ''} ${at}${isCareless ? ' of any sale' : ''} for ${why}`,
    ({ sales }) => choose(sales, at, isCareless, inState('answered')),
    async (sale, state, { operator }) => {
      const authorised = sale.items.filter((item) => isCareless || item.state === 'authorised');
      const decisions = authorised.slice(0, isSplit ? 1 : undefined).map((item) => ({ item, motive: why }));
      const body = { rejections: decisions.map(({ item }) => ({ documentId: item.bill.id, motive: why })) };
      const refused = saleRules.withdraw(state, sale, decisions);
      const answered = await operator.send(routes.withdrawAuthorisation, { params: { saleId: sale.saleId }, body });
      expectSale(answered, refused, sale);
    },
  ),
);

const deposit = target.map(({ at, isCareless }) =>
  command(
    `deposit ${at}${isCareless ? ' of any sale' : ''}`,
    ({ sales }) => choose(sales, at, isCareless, inState('answered')),
    pay,
  ),
);

export const saleCommands: readonly fc.Arbitrary<Command>[] = [
  ...[sell, sell, sell, sell, readTerms, acceptTerms, acceptTerms, cancel, cancel],
  ...[answer, answer, answer, answer, deposit, deposit, withdraw, withdraw],
];
