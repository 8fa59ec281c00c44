/** Files of invoices that a lender financed before it used the portal. */
import type { Invoice } from '@anticipa/contract/invoices';
import { addDays, dateOf, daysBetween, nextBusinessDay } from '@anticipa/domain/calendar';
import { divideHalfUp } from '@anticipa/domain/money';
import type { Random } from '@anticipa/sandbox/random';
import type { LoadRow } from '../../src/modules/portfolio-load/rows.ts';
import { checkFile, csvOf, proposeLoad } from '../loads.ts';
import { inCents, inText } from '../recount/play.ts';
import { authorisedOf } from './client-events.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import type { World } from './world.ts';

const MOST_LOADED = 3;
const YEARLY_PERCENT = 24n;

/** Row of an invoice that another lender bought on its day of issue, with the figures as of yesterday. */
function rowOf(world: World, invoice: Invoice, place: number, random: Random): LoadRow {
  const { receiverRFC: receiverRfc, uuid, emittedOn, serie, folio, currency } = invoice;
  const total = inCents(invoice.total);
  const aforo = total / 10n;
  const dueDate = nextBusinessDay(addDays(world.today(), random.between(5, 60)));
  const days = BigInt(daysBetween(dateOf(emittedOn), dateOf(dueDate)));
  const passed = BigInt(daysBetween(dateOf(emittedOn), addDays(world.today(), -1)));
  const discount = divideHalfUp(total * YEARLY_PERCENT * days, 36_000n);
  const earned = divideHalfUp(discount * passed, days);
  const collected = random.chance(20) ? total / 4n : 0n;
  return {
    number: place + 2,
    clientRfc: '',
    ...{ receiverRfc, uuid, serie: serie ?? '', folio: folio ?? '', emittedOn, dueDate },
    currency: currency === 'USD' ? 'USD' : 'MXN',
    total: invoice.total,
    reference: `ANTERIOR-${folio}`,
    soldOn: emittedOn,
    depositedOn: emittedOn,
    advance: inText(total - aforo),
    aforo: inText(aforo),
    discount: inText(discount),
    earned: inText(earned),
    deposited: inText(total - aforo - discount),
    collected: inText(collected),
    clientOwes: inText(divideHalfUp(earned * 16n, 100n)),
  };
}

export const loadEvents: readonly SimulatedEvent[] = [
  event({
    name: 'portfolio loaded',
    at: '16:00',
    on: 'business days',
    weight: 1,
    subjects: ({ clients }) => clients,
    nameOf: ({ rfc }) => `portfolio of ${rfc}`,
    step: async (world, client, random) => {
      const cutOn = addDays(world.today(), -1);
      const invoices = (await authorisedOf(world, client)).filter(
        ({ emittedOn, verification }) => emittedOn <= cutOn && verification === 'verified',
      );
      if (invoices.length === 0) return NOTHING;
      const rows = invoices
        .slice(0, MOST_LOADED)
        .map((invoice, place) => ({ ...rowOf(world, invoice, place, random), clientRfc: client.rfc }));
      const { operator } = await world.desk();
      const { load, problems } = await checkFile(operator, cutOn, csvOf(rows));
      if (!load) throw new Error(`the file cannot be loaded: ${JSON.stringify(problems)}`);
      return world.approve(await proposeLoad(operator, load));
    },
  }),
];
