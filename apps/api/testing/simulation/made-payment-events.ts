/** Events of payments that come back. Each return blocks the account until two people confirm it. */
import { routes } from '@anticipa/contract/routes';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { inCents, inText } from '../recount/play.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { payables } from './payables.ts';
import type { World } from './world.ts';

/** Days during which the portal asks STP about a paid order. */
const COMES_BACK_WITHIN_DAYS = 2;

/** Payments of the last days that stand, and of which the bank moved the amount of the books. */
async function lately(world: World) {
  const { operator } = await world.desk();
  const { data } = await operator.call(routes.listMadePayments);
  const differing = new Set(data.filter(({ state }) => state !== 'paid').map(({ trackingKey }) => trackingKey));
  return data.filter(({ state, paidAt, trackingKey }) => {
    const days = world.daysSince(dateAt(new Date(paidAt), MEXICO_CITY));
    return state === 'paid' && days > 0 && days <= COMES_BACK_WITHIN_DAYS && !differing.has(trackingKey);
  });
}

/** Clients to which nothing can be paid because a payment came back from their account. */
async function blocked(world: World) {
  const { deposits, payouts } = await payables(world);
  const ids = new Set(
    [...deposits, ...payouts].filter(({ obstacle }) => obstacle === 'blocked').map((one) => one.clientId),
  );
  return world.clients.filter(({ clientId }) => ids.has(clientId));
}

export const madePaymentEvents: readonly SimulatedEvent[] = [
  event({
    name: 'account confirmed',
    at: '16:00',
    on: 'business days',
    weight: 60,
    subjects: blocked,
    nameOf: ({ rfc }) => `account of ${rfc}`,
    step: async (world, { clientId, places: [place] }) => {
      const { operator } = await world.desk();
      const change = { kind: 'account-release' };
      const body = { clientId, ...place, reason: 'El cliente confirmó su cuenta por teléfono', change };
      await world.approve((await operator.call(routes.propose, { body })).proposal);
    },
  }),
  event({
    name: 'payment that comes back',
    at: '16:00',
    on: 'business days',
    weight: 1,
    subjects: lately,
    nameOf: ({ purpose, label, name, currency, amount }) => `${purpose} ${label} of ${name}, ${amount} ${currency}`,
    step: async (world, { purpose, id, trackingKey, currency, amount, orderId }, random) => {
      const { operator } = await world.desk();
      if (orderId !== null) {
        const { stp } = world.bank;
        const sent = stp.records.transfers.find(({ claveRastreo }) => claveRastreo === trackingKey);
        if (!sent) throw new Error(`STP has no transfer ${trackingKey}`);
        stp.records.settle(sent, 'D');
        // The call of the bank may be lost; the nightly job then finds the return.
        return random.chance(70) ? stp.callBack(sent, 'new') : sent;
      }
      world.bank.move(currency, inCents(amount));
      const reason = 'La cuenta no existe';
      const body = { purpose, id, trackingKey, outcome: 'returned', reference: world.nextKey('REGRESO'), reason };
      return world.approve((await operator.call(routes.proposeReturn, { body })).proposal);
    },
  }),
  event({
    name: 'payment of another amount',
    at: '16:00',
    on: 'business days',
    weight: 2,
    subjects: async (world) => (await lately(world)).filter(({ orderId }) => orderId === null),
    nameOf: ({ purpose, label, name, currency, amount }) => `${purpose} ${label} of ${name}, ${amount} ${currency}`,
    step: async (world, { purpose, id, trackingKey, currency, amount }, random) => {
      const { operator } = await world.desk();
      const off = random.chance(50) ? 4_500n : -101n;
      if (inCents(amount) + off <= 0n) return NOTHING;
      const body = { purpose, id, trackingKey, outcome: 'differs', reference: null, reason: 'Se tecleó otro importe' };
      const sent = await operator.send(routes.proposeReturn, {
        body: { ...body, moved: inText(inCents(amount) + off) },
      });
      // A file of the bank has confirmed it.
      if (sent.code === 'PAYMENT_CONFIRMED') return NOTHING;
      world.bank.move(currency, -off);
      return world.approve(routes.proposeReturn.response.parse(sent.body).proposal);
    },
  }),
  event({
    name: 'difference of a payment that ends',
    at: '16:00',
    on: 'business days',
    weight: 30,
    subjects: async (world) => {
      const { operator } = await world.desk();
      const { data } = await operator.call(routes.listMadePayments);
      return data.filter(({ state }) => state === 'over' || state === 'short');
    },
    nameOf: ({ trackingKey }) => `difference of ${trackingKey}`,
    step: async (world, { purpose, id, trackingKey, currency, amount, state }, random) => {
      const { operator } = await world.desk();
      const isLost = state === 'over' && random.chance(30);
      const outcome = isLost ? 'lost' : state === 'over' ? 'recovered' : 'completed';
      if (!isLost) world.bank.move(currency, state === 'over' ? inCents(amount) : -inCents(amount));
      const reference = isLost ? null : world.nextKey('RESTO');
      const body = { purpose, id, trackingKey, outcome, reference, reason: 'Así lo muestra el banco' };
      return world.approve((await operator.call(routes.proposeReturn, { body })).proposal);
    },
  }),
];
