/** Events of irregular payments: before the deposit, with a deduction, for the wrong invoice, or late. */
import { routes } from '@anticipa/contract/routes';
import { deductionKinds } from '@anticipa/domain/deduction';
import { uuidFrom } from '@anticipa/sandbox/random';
import { inCents, inText } from '../recount/play.ts';
import { queue, saleName } from './desk-events.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { due, nameOf } from './portfolio.ts';
import { typePayment } from './receipts.ts';
import { recent, reverse, standingReceipt } from './reversal-events.ts';

const FORWARDED_WITHIN_DAYS = 60;

export const receiptEvents: readonly SimulatedEvent[] = [
  event({
    name: 'payment before the deposit',
    at: '10:00',
    on: 'business days',
    weight: 4,
    subjects: queue('answer'),
    nameOf: (sale) => `early money for ${saleName(sale)}`,
    step: async (world, { saleId }, random) => {
      const { operator } = await world.desk();
      const { sale } = await operator.call(routes.getLenderSale, { params: { saleId } });
      const { documentId, total } = random.pick(sale.items.toSorted((a, b) => (`${a.folio}` < `${b.folio}` ? -1 : 1)));
      const cents = (inCents(total) * BigInt(random.pick([700, 1000, 1000, 1010]))) / 1000n;
      return typePayment(world, { currency: sale.currency, cents }, { documentIds: [documentId] });
    },
  }),
  event({
    name: 'payment less a deduction',
    at: '16:00',
    on: 'business days',
    weight: 3,
    subjects: due(-2, 20),
    nameOf,
    step: async (world, { documentId, folio, clientRFC, currency, owed }, random) => {
      const { operator } = await world.desk();
      const { balances } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
      // The client may have to buy a part back.
      const ofReceiver = inCents(balances.find(({ account }) => account === 'CARTERA')?.amount ?? '0.00');
      const kind = random.pick(deductionKinds);
      const kept = (ofReceiver * BigInt(random.between(2, 80))) / 1000n;
      if (kept <= 0n) return NOTHING;
      const money = { currency, cents: inCents(owed) - kept };
      const { unidentified } = await typePayment(world, money, { reference: `MENOS RETENCION ${folio}` });
      const params = { paymentId: unidentified?.paymentId ?? '' };
      const cfdiUuid = kind === 'credit-note' ? { cfdiUuid: uuidFrom(`kept back from ${folio}`) } : {};
      const deductions = [{ documentId, kind, amount: inText(kept), ...cfdiUuid }];
      const body = { pays: { documentIds: [documentId] }, deductions, reason: 'El receptor lo descontó de su pago' };
      const { proposal } = await operator.call(routes.identifyPayment, { params, body });
      await world.approve(proposal);
      if (kind === 'credit-note')
        world.adjusted.push({ documentId, folio, clientRFC, currency, kind, on: world.today(), amount: inText(kept) });
      return proposal;
    },
  }),
  event({
    name: 'receipt moved to another client',
    at: '16:00',
    on: 'business days',
    weight: 2,
    subjects: (world) => recent(world, world.payments),
    nameOf: ({ folio }) => `receipt of ${folio}`,
    step: async (world, { documentId, clientRFC, currency }, random) => {
      const others = (await due(-20, 400)(world)).filter(
        (one) => one.clientRFC !== clientRFC && one.currency === currency && !world.taken.has(nameOf(one)),
      );
      const receipt = await standingReceipt(world, documentId);
      if (receipt === null || others.length === 0) return NOTHING;
      const other = random.pick(others);
      world.taken.add(nameOf(other));
      return reverse(world, { kind: 'collection', id: receipt.id, money: 'waits', to: [other.documentId] }, currency);
    },
  }),
  event({
    name: 'money forwarded to the client',
    at: '16:00',
    on: 'business days',
    weight: 4,
    subjects: (world) => world.boughtBack.filter(({ on }) => world.daysSince(on) <= FORWARDED_WITHIN_DAYS),
    nameOf: ({ folio }) => `money for ${folio}`,
    step: async (world, invoice) => {
      const { documentId, currency, cents, folio } = invoice;
      const { operator } = await world.desk();
      const { unidentified } = await typePayment(world, { currency, cents }, { reference: `FACTURA ${folio}` });
      const { paymentId = '', left: amount = '' } = unidentified ?? {};
      const body = { paymentId, amount, reason: 'El cliente ya la recompró' };
      const { code } = await operator.send(routes.forwardPayment, { params: { documentId }, body });
      if (code !== null && code !== 'NOT_BOUGHT_BACK') throw new Error(`${code} for the money of ${folio}`);
      world.boughtBack.splice(world.boughtBack.indexOf(invoice), 1);
      return code === null ? paymentId : NOTHING;
    },
  }),
];
