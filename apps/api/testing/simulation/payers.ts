/** Events of money that arrives: on time or not, too little, too much, twice, or for nobody knows what; and what becomes of the latter. */
import { routes } from '@anticipa/contract/routes';
import type { Random } from '@anticipa/sandbox/random';
import { inCents } from '../recount/play.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { type DebtInvoice, due, nameOf } from './portfolio.ts';
import { transfer, typePayment } from './receipts.ts';
import type { World } from './world.ts';

async function pay(world: World, invoice: DebtInvoice, cents: bigint, random: Random): Promise<void> {
  const { currency, documentId, folio } = invoice;
  const clabe = world.clientOf(invoice.clientRFC).clabes.get(invoice.receiverRFC);
  if (clabe !== undefined && currency === 'MXN')
    await transfer(world, random, { currency, cents }, { clabe, concept: `FACTURA ${folio}` });
  else await typePayment(world, { currency, cents }, { documentIds: [documentId] });
  world.payments.push({ ...invoice, on: world.today(), cents });
}

const inFull = (world: World, invoice: DebtInvoice, random: Random): Promise<void> =>
  pay(world, invoice, inCents(invoice.owed), random);

/** A share of the debt, in thousandths. */
const share = (from: number, to: number) => (world: World, invoice: DebtInvoice, random: Random) =>
  pay(world, invoice, (inCents(invoice.owed) * BigInt(random.between(from, to))) / 1000n, random);

const payment = (
  name: string,
  weight: number,
  subjects: (world: World) => Promise<readonly DebtInvoice[]>,
  step: (world: World, invoice: DebtInvoice, random: Random) => Promise<void>,
): SimulatedEvent => event({ name, at: '10:00', on: 'business days', weight, subjects, nameOf, step });

const DOUBLE_DAYS = 3;
const PAID_TOGETHER = 3;

export const payerEvents: readonly SimulatedEvent[] = [
  event({
    name: 'one payment of several invoices',
    at: '10:00',
    on: 'business days',
    weight: 20,
    subjects: async (world) => {
      const groups = Map.groupBy(
        await due(0, 10)(world),
        (one) => `${one.clientRFC}, ${one.companyId}, ${one.currency}`,
      );
      return [...groups.values()].filter((group) => group.length > 1);
    },
    nameOf: ([first]) => (first ? nameOf(first) : ''),
    step: async (world, invoices) => {
      const cents = invoices.reduce((sum, { owed }) => sum + inCents(owed), 0n);
      const documentIds = invoices.map(({ documentId }) => documentId);
      for (const invoice of invoices) world.taken.add(nameOf(invoice));
      await typePayment(world, { currency: invoices[0]?.currency ?? 'MXN', cents }, { documentIds });
    },
  }),
  event({
    name: 'one payment for several clients',
    at: '10:00',
    on: 'business days',
    weight: 10,
    subjects: async (world) => {
      const groups = Map.groupBy(await due(0, 10)(world), (one) => `${one.receiverRFC}, ${one.currency}`);
      return [...groups.values()]
        .map((group) => [...new Map(group.map((one) => [one.clientRFC, one])).values()].slice(0, PAID_TOGETHER))
        .filter((invoices) => invoices.length > 1);
    },
    nameOf: ([first]) => (first ? nameOf(first) : ''),
    step: async (world, invoices, random) => {
      if (invoices.some((one) => world.taken.has(nameOf(one)) && one !== invoices[0])) return NOTHING;
      for (const invoice of invoices) world.taken.add(nameOf(invoice));
      const owed = invoices.reduce((sum, one) => sum + inCents(one.owed), 0n);
      const cents = (owed * BigInt(random.pick([900, 1000, 1000, 1020]))) / 1000n;
      const documentIds = invoices.map(({ documentId }) => documentId);
      return typePayment(world, { currency: invoices[0]?.currency ?? 'MXN', cents }, { documentIds });
    },
  }),
  payment('payment short', 6, due(0, 3), share(600, 995)),
  payment('payment over', 4, due(0, 3), share(1001, 1030)),
  payment('payment on time', 50, due(0, 3), inFull),
  payment('payment early', 2, due(-15, -1), inFull),
  payment('payment late', 8, due(4, 400), inFull),
  payment('rest of a short payment', 12, due(-400, 400, true), inFull),
  event({
    name: 'payment made twice',
    at: '10:00',
    on: 'business days',
    weight: 2,
    subjects: ({ payments, daysSince }) => payments.filter((one) => daysSince(one.on) === DOUBLE_DAYS),
    nameOf: ({ folio }) => `second payment of ${folio}`,
    step: async (world, { clientRFC, receiverRFC, currency, folio, cents }, random) => {
      const clabe = world.clientOf(clientRFC).clabes.get(receiverRFC);
      const concept = `FACTURA ${folio}`;
      if (clabe !== undefined && currency === 'MXN')
        return transfer(world, random, { currency, cents }, { clabe, concept });
      await typePayment(world, { currency, cents }, { reference: concept });
    },
  }),
  event({
    name: 'unknown money',
    at: '10:00',
    on: 'business days',
    weight: 15,
    subjects: () => ['STP', 'another bank'],
    nameOf: (bank) => `money at ${bank}`,
    step: async (world, bank, random) => {
      const cents = BigInt(random.between(100_000, 20_000_000));
      const concept = 'PAGO DE FACTURAS';
      const { stpClabe: clabe = '' } = world.production.config;
      if (bank === 'STP') return transfer(world, random, { currency: 'MXN', cents }, { clabe, concept });
      await typePayment(world, { currency: random.chance(20) ? 'USD' : 'MXN', cents }, { reference: concept });
    },
  }),
  event({
    name: 'reference paid',
    at: '10:00',
    on: 'business days',
    weight: 30,
    subjects: async (world) => (await (await world.desk()).operator.call(routes.listDueReferences)).data,
    nameOf: ({ clientRFC, amount, date }) => `reference of ${clientRFC} for ${amount} since ${date}`,
    step: async (world, { reference, currency, amount }, random) => {
      const money = { currency, cents: inCents(amount) };
      const { stpClabe: clabe = '' } = world.production.config;
      if (currency === 'USD' || random.chance(50)) return typePayment(world, money, { reference });
      await transfer(world, random, money, { clabe, concept: `PAGO ${reference}` });
    },
  }),
  event({
    name: 'balance paid by the client',
    at: '10:00',
    on: 'business days',
    weight: 20,
    subjects: ({ balances }) => [...balances.values()],
    nameOf: ({ rfc, amount }) => `balance of ${rfc}, ${amount}`,
    step: async (world, { documentId, currency }) => {
      world.balances.delete(documentId);
      const { operator } = await world.desk();
      // The settlement may have been reversed since.
      const { balanceDue } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
      if (inCents(balanceDue) === 0n) return NOTHING;
      return typePayment(world, { currency, cents: inCents(balanceDue) }, { documentIds: [documentId] });
    },
  }),
];

const UNIDENTIFIED_DAYS = 10;

export const moneyEvents: readonly SimulatedEvent[] = [
  event({
    name: 'shortfall closed',
    at: '16:00',
    on: 'business days',
    weight: 8,
    subjects: due(5, 400, true),
    nameOf,
    step: async (world, { documentId, folio, clientId, currency }) => {
      const { operator } = await world.desk();
      const body = { documentId, reason: 'El receptor no paga más' };
      const { shortfall, proposal } = await operator.call(routes.closeShortfall, { body });
      await world.approve(proposal);
      if (shortfall) world.noteBalances(clientId, currency, [shortfall]);
      world.closed.push({ documentId, folio, currency, on: world.today() });
    },
  }),
  event({
    name: 'unknown money identified',
    at: '16:00',
    on: 'business days',
    weight: 15,
    subjects: async (world) => {
      const { operator } = await world.desk();
      const query = { state: 'waiting' };
      const { data } = await operator.call(routes.listUnidentifiedPayments, { query });
      const owed = await due(-2, 400)(world);
      return data.flatMap((money) => {
        const invoice = owed.find(({ currency, daysLate }) => {
          return currency === money.currency && daysLate > world.daysSince(money.valueDate) - UNIDENTIFIED_DAYS;
        });
        return invoice ? [{ ...money, invoice }] : [];
      });
    },
    nameOf: ({ trackingKey }) => `money ${trackingKey}`,
    step: async (world, { paymentId, nextPart: part, currency, invoice }) => {
      if (world.taken.has(nameOf(invoice))) return NOTHING;
      world.taken.add(nameOf(invoice));
      const { operator } = await world.desk();
      const body = { pays: { documentIds: [invoice.documentId] }, part, reason: 'El pagador lo confirmó por correo' };
      const { collection, proposal } = await operator.call(routes.identifyPayment, { params: { paymentId }, body });
      await world.approve(proposal);
      if (collection) world.noteBalances(collection.clientId, currency, collection.invoices);
      return proposal;
    },
  }),
  event({
    name: 'unknown money to be sent back',
    at: '16:00',
    on: 'business days',
    weight: 10,
    subjects: async (world) => {
      const { operator } = await world.desk();
      return (await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } })).data;
    },
    nameOf: ({ trackingKey }) => `money ${trackingKey}`,
    step: async (world, { paymentId }) => {
      const { operator } = await world.desk();
      await operator.call(routes.sendBackPayment, { params: { paymentId }, body: {} });
    },
  }),
];
