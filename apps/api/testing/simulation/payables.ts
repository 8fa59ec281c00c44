/** Payments that the lender still has to make, and files of them for its bank. */
import type { PayableDeposit } from '@anticipa/contract/payables';
import { routes } from '@anticipa/contract/routes';
import { inCents } from '../recount/play.ts';
import { event, type SimulatedEvent } from './event.ts';
import type { World } from './world.ts';

export const payables = async (world: World) => (await world.desk()).operator.call(routes.listPayables);

/** Whether nobody has ordered it or put it into a file. */
export const isOpen = (way: PayableDeposit['way']): boolean => way === 'order' || way === 'hand';

/** Payments in pesos that the desk offers for a file of the bank: of a client's devoluciones one file has some at a time. */
const fileable = async (world: World) => {
  const { deposits, payouts } = await payables(world);
  const filed = await filedPayments(world);
  const all = [
    ...deposits.map((one) => ({ kind: 'deposit' as const, subject: one.saleId, ...one })),
    ...payouts.map((one) => ({ kind: 'payout' as const, subject: one.clientId, ...one })),
  ];
  return all
    .filter(({ currency, obstacle, account, way }) => {
      return currency === 'MXN' && obstacle === null && account !== null && isOpen(way);
    })
    .filter(({ kind, subject }) => !filed.some((one) => one.kind === kind && one.subject === subject))
    .map(({ kind, subject, amount }) => ({ kind, subject, amount }));
};

/** Files whose payments the bank has not confirmed, with the day's payments of each. */
export const filedPayments = async (world: World) => {
  const { operator } = await world.desk();
  const { files } = await operator.call(routes.listPaymentFiles);
  return files.flatMap(({ fileId, number, payments }) =>
    payments.filter(({ state }) => state === 'filed').map((payment) => ({ fileId, number, ...payment })),
  );
};

/** Name of a filed payment that decides its fate in the plan. */
export const nameOfFiled = ({ number, reference }: { readonly number: number; readonly reference: number }): string =>
  `payment ${reference} of file ${number}`;

export const fileEvents: readonly SimulatedEvent[] = [
  event({
    name: 'file of payments',
    at: '16:00',
    on: 'business days',
    weight: 15,
    subjects: async (world) => {
      const payments = await fileable(world);
      return payments.length > 0 ? [payments] : [];
    },
    nameOf: () => 'the file of the day',
    step: async (world, payments) => {
      const { operator } = await world.desk();
      const { layouts } = await operator.call(routes.listPaymentFiles);
      const terms = { name: 'Mi banco', currency: 'MXN', reach: 'any', separator: 'comma' };
      const layoutId =
        layouts[0]?.layoutId ??
        (await operator.call(routes.savePaymentLayout, { body: { ...terms, columns: 'cuenta\nimporte\nconcepto' } }))
          .layout.layoutId;
      await operator.call(routes.makePaymentFile, { body: { layoutId, payments } });
    },
  }),
  event({
    name: 'payment of a file confirmed',
    at: '16:00',
    on: 'business days',
    weight: 70,
    subjects: filedPayments,
    nameOf: nameOfFiled,
    step: async (world, { kind, subject, amount }) => {
      const { operator } = await world.desk();
      const trackingKey = world.nextKey('FILED');
      const params = { saleId: subject };
      world.bank.move('MXN', -inCents(amount));
      if (kind === 'deposit') return operator.call(routes.disburseSale, { params, body: { trackingKey } });
      return operator.call(routes.confirmPayout, { body: { clientId: subject, currency: 'MXN', amount, trackingKey } });
    },
  }),
  event({
    name: 'payment of a file withdrawn',
    at: '16:00',
    on: 'business days',
    weight: 10,
    subjects: filedPayments,
    nameOf: nameOfFiled,
    step: async (world, { fileId, reference }) => {
      const { operator } = await world.desk();
      const body = { references: [reference], reason: 'El banco no lo pagó' };
      await operator.call(routes.withdrawFiledPayments, { params: { fileId }, body });
    },
  }),
];
