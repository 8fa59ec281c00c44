/** Events of the lender's operators: they decide on receivers and sales, and pay. */
import type { InboxQueue, InboxSale } from '@anticipa/contract/lender-inbox';
import { routes } from '@anticipa/contract/routes';
import { companyStatus } from '@anticipa/domain/receiver';
import { inCents } from '../recount/play.ts';
import { answerTo, depositOf } from '../sale-steps.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { isOpen, payables } from './payables.ts';
import type { World } from './world.ts';

/** Name of a sale that decides its fate in the plan. */
export const saleName = ({ clientRFC, numberOfSale }: InboxSale): string => `sale ${numberOfSale} of ${clientRFC}`;

/** Sales in a queue of the inbox, all pages of it. */
export const queue =
  (wanted: InboxQueue) =>
  async (world: World): Promise<readonly InboxSale[]> => {
    const { operator } = await world.desk();
    const sales: InboxSale[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: Record<string, string> = { queue: wanted, ...(after && { after }) };
      const page = await operator.call(routes.listInbox, { query });
      sales.push(...page.data);
      after = page.next;
    }
    return sales;
  };

export const deskEvents: readonly SimulatedEvent[] = [
  event({
    name: 'receiver approved',
    at: '16:00',
    on: 'business days',
    weight: 80,
    subjects: async (world) => {
      const { operator } = await world.desk();
      const query = { status: String(companyStatus.PENDING) };
      return (await operator.call(routes.listReceivers, { query })).data;
    },
    nameOf: ({ rfc }) => `receiver ${rfc}`,
    step: async (world, { companyId }) => {
      const { operator } = await world.desk();
      const body = { statusId: companyStatus.APPROVED, reason: 'Paga a tiempo' };
      await operator.call(routes.setReceiverStatus, { params: { companyId }, body });
    },
  }),
  event({
    name: 'answer',
    at: '16:00',
    on: 'business days',
    weight: 90,
    subjects: queue('answer'),
    nameOf: saleName,
    step: async (world, { saleId }, random) => {
      const { operator } = await world.desk();
      const params = { saleId };
      const { sale, seen } = await operator.call(routes.getLenderSale, { params });
      const decisions = sale.items
        .toSorted((a, b) => (`${a.folio}` < `${b.folio}` ? -1 : 1))
        .map(({ documentId }) => {
          const authorised = !random.chance(4);
          return { documentId, authorised, motive: authorised ? null : 'LENDER_DOCUMENTS' };
        });
      await operator.call(routes.answerSale, { params, body: { seen, decisions } });
    },
  }),
  event({
    name: 'answer confirmed by a second person',
    at: '16:00',
    on: 'business days',
    weight: 95,
    subjects: queue('confirmation'),
    nameOf: (sale) => `answer to ${saleName(sale)}`,
    step: async (world, { saleId }) => {
      const { second } = await world.desk();
      const { params, body } = await answerTo(second, saleId, []);
      await second.call(routes.decideAnswer, { params, body: { decision: { kind: 'confirm', seen: body.seen } } });
    },
  }),
  event({
    name: 'authorisation withdrawn',
    at: '16:00',
    on: 'business days',
    weight: 3,
    subjects: queue('payout'),
    nameOf: (sale) => `deposit of sale ${sale.numberOfSale} of ${sale.entityName}`,
    step: async (world, { saleId }) => {
      const { operator } = await world.desk();
      const transfers = (await operator.call(routes.listTransfers, { params: { saleId } })).data;
      if (transfers.length > 0) return NOTHING;
      const { sale } = await operator.call(routes.getLenderSale, { params: { saleId } });
      const rejected = sale.decisions.filter(({ authorised }) => authorised);
      const [first] = sale.items.filter(({ documentId }) => rejected.some((one) => one.documentId === documentId));
      const rejections = [{ documentId: first?.documentId ?? '', motive: 'LENDER_DOCUMENTS' }];
      return operator.call(routes.withdrawAuthorisation, { params: { saleId }, body: { rejections } });
    },
  }),
  event({
    name: 'deposit',
    at: '16:00',
    on: 'business days',
    weight: 95,
    subjects: async (world) => {
      const { deposits } = await payables(world);
      return deposits.filter(({ obstacle, way }) => obstacle === null && isOpen(way));
    },
    nameOf: ({ numberOfSale, entityName }) => `deposit of sale ${numberOfSale} of ${entityName}`,
    step: async (world, { saleId, way, currency, amount }) => {
      const { operator } = await world.desk();
      const params = { saleId };
      if (way === 'order') return operator.call(routes.orderTransfers, depositOf(saleId));
      world.bank.move(currency, -inCents(amount));
      const body = { trackingKey: world.nextKey('OUT') };
      return operator.call(routes.disburseSale, { params, body });
    },
  }),
  event({
    name: 'devoluciones paid',
    at: '16:00',
    on: 'business days',
    weight: 70,
    subjects: async (world) =>
      (await payables(world)).payouts.filter(
        ({ way, obstacle }) => isOpen(way) && (obstacle === null || obstacle === 'no-account'),
      ),
    nameOf: ({ clientRFC, currency }) => `devoluciones of ${clientRFC} in ${currency}`,
    step: async (world, { clientId, currency, amount, way, obstacle }, random) => {
      const { operator } = await world.desk();
      if (way === 'order' && obstacle === null && random.chance(50)) {
        const payments = [{ purpose: 'payout', clientId, amount }];
        return operator.call(routes.orderTransfers, { body: { payments } });
      }
      world.bank.move(currency, -inCents(amount));
      const trackingKey = world.nextKey('BACK');
      const body = { clientId, currency, amount, trackingKey };
      const { payout } = await operator.call(routes.confirmPayout, { body });
      if (payout === null) throw new Error('a payout that waits');
      const { payoutId } = payout;
      return world.paidByHand.push({ payoutId, trackingKey, currency, cents: inCents(amount), on: world.today() });
    },
  }),
  event({
    name: 'money sent back',
    at: '16:00',
    on: 'business days',
    weight: 80,
    subjects: async (world) => (await payables(world)).returns.filter(({ way }) => isOpen(way)),
    nameOf: ({ trackingKey }) => `return of ${trackingKey}`,
    step: async (world, { paymentId, currency, amount }) => {
      const { operator } = await world.desk();
      world.bank.move(currency, -inCents(amount));
      const body = { trackingKey: world.nextKey('RETURN') };
      await operator.call(routes.confirmReturn, { params: { paymentId }, body });
    },
  }),
];
