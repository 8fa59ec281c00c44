/** Events of collectors: promises, disputes and later due dates. */
import { routes } from '@anticipa/contract/routes';
import { addDays, dateOf, nextBusinessDay } from '@anticipa/domain/calendar';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { due, isOwedByReceiver, nameOf } from './portfolio.ts';

const LAST_DAY_TO_EXTEND = 40;
const promisedBy = 'Cuentas por pagar del receptor';

export const followUpEvents: readonly SimulatedEvent[] = [
  event({
    name: 'promise',
    at: '16:00',
    on: 'business days',
    weight: 8,
    subjects: due(1, 400, null),
    nameOf,
    step: async (world, { documentId, owed }, random) => {
      if (!(await isOwedByReceiver(world, documentId))) return NOTHING;
      const { operator } = await world.desk();
      const payOn = nextBusinessDay(addDays(world.today(), random.between(2, 10)));
      const body = { promised: { amount: owed, payOn, promisedBy } };
      return operator.call(routes.recordPromise, { params: { documentId }, body });
    },
  }),
  event({
    name: 'promise taken back',
    at: '16:00',
    on: 'business days',
    weight: 5,
    subjects: async (world) => (await due(1, 400, null)(world)).filter(({ promise }) => promise?.state === 'open'),
    nameOf,
    step: async (world, { documentId }) => {
      const { operator } = await world.desk();
      const body = { promised: null, note: 'El receptor dice que no lo prometió' };
      await operator.call(routes.recordPromise, { params: { documentId }, body });
    },
  }),
  event({
    name: 'dispute opened',
    at: '16:00',
    on: 'business days',
    weight: 2,
    subjects: async (world) => (await due(-10, 400, null)(world)).filter(({ isDisputed }) => !isDisputed),
    nameOf,
    step: async (world, { documentId }) => {
      if (!(await isOwedByReceiver(world, documentId))) return NOTHING;
      const { operator } = await world.desk();
      const body = { raisedBy: promisedBy, reason: 'La mercancía llegó incompleta' };
      return operator.call(routes.openDispute, { params: { documentId }, body });
    },
  }),
  event({
    name: 'dispute closed',
    at: '16:00',
    on: 'business days',
    weight: 15,
    subjects: async (world) => (await due(-400, 400, null)(world)).filter(({ isDisputed }) => isDisputed),
    nameOf,
    step: async (world, { documentId }, random) => {
      const { operator } = await world.desk();
      const outcome = random.pick(['owed', 'mistaken']);
      const body = { outcome, note: 'El receptor la aceptó por escrito' };
      await operator.call(routes.closeDispute, { params: { documentId }, body });
    },
  }),
  event({
    name: 'extension',
    at: '16:00',
    on: 'business days',
    weight: 3,
    subjects: due(-5, LAST_DAY_TO_EXTEND, null),
    nameOf,
    step: async (world, { documentId, dueDate }, random) => {
      if (!(await isOwedByReceiver(world, documentId))) return NOTHING;
      const { operator } = await world.desk();
      const params = { documentId };
      const later = dueDate > world.today() ? dateOf(dueDate) : world.today();
      const body = {
        dueDate: nextBusinessDay(addDays(later, random.between(5, 45))),
        reason: 'El receptor pidió más plazo',
      };
      return world.approve((await operator.call(routes.proposeExtension, { params, body })).proposal);
    },
  }),
];
