/** Events of clients: they upload, sell, give payers a CLABE and make references. */

import { uploadFile } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import { routes } from '@anticipa/contract/routes';
import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { uuidFrom } from '@anticipa/sandbox/random';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import type { SimulatedClient, World } from './world.ts';

/** Number of clients that come to the portal every day; the others come once a week. */
const BUSY = 5;
const DAYS_BETWEEN = 7;

const visitors = ({ clients, daysSince }: World) =>
  clients.filter((_, index) => index < BUSY || (index + daysSince(FIRST_DAY)) % DAYS_BETWEEN === 0);
const nameOf = ({ rfc }: SimulatedClient): string => rfc;
const PESOS_PER_DOLLAR = '18.5000';
const PROGRAMME_DAYS = 45;
const FIRST_DAY = '2026-01-01';

const byStatus = async (world: World, client: SimulatedClient, status: number): Promise<readonly Invoice[]> => {
  const session = await world.as(client);
  const { data } = await session.call(routes.listInvoices, { query: { status: String(status) } });
  return data.toSorted((a, b) => ((a.folio ?? '') < (b.folio ?? '') ? -1 : 1));
};

/** Invoices that a client may sell. */
export const authorisedOf = (world: World, client: SimulatedClient): Promise<readonly Invoice[]> =>
  byStatus(world, client, invoiceStatus.AUTORIZADA);

export const clientEvents: readonly SimulatedEvent[] = [
  event({
    name: 'upload',
    at: '10:00',
    on: 'every day',
    weight: 40,
    subjects: visitors,
    nameOf: (client) => `files of ${client.rfc}`,
    step: async (world, client, random) => {
      const { production } = world;
      const session = await world.as(client);
      const today = world.today();
      const issuer = { rfc: client.rfc, name: client.name, regime: '601', postalCode: '64000' };
      const isInDollars = client.places.some(({ currency }) => currency === 'USD') && random.chance(25);
      const made = await makeInvoices({
        pki: production.systems.pki,
        issuer,
        count: random.between(1, 3),
        seed: 1,
        today,
        override: () => {
          client.invoices += 1;
          const folio = `${client.rfc.slice(1, 3)}${String(client.invoices).padStart(5, '0')}`;
          return {
            receiver: random.pick(client.receivers),
            currency: isInDollars ? 'USD' : 'MXN',
            exchangeRate: isInDollars ? PESOS_PER_DOLLAR : null,
            paymentMethod: 'PPD',
            totalCents: BigInt(random.between(1_000_000, isInDollars ? 4_000_000 : 40_000_000)),
            emittedOn: addDays(today, -1),
            series: null,
            folio,
            uuid: uuidFrom(`${client.rfc}:${folio}`),
          };
        },
      });
      for (const { name, bytes } of made) {
        const body = { fileName: name, fileData: Buffer.from(bytes).toString('base64') };
        const { invoice, doc } = await session.call(uploadFile, { body });
        if (!invoice) throw new Error(`${name} was refused: ${doc.motive?.code}`);
      }
    },
  }),
  event({
    name: 'payer gets a CLABE',
    at: '10:00',
    on: 'every day',
    weight: 4,
    subjects: (world) =>
      world.clients.flatMap((client) =>
        client.invoices === 0
          ? []
          : client.receivers.filter(({ rfc }) => !client.clabes.has(rfc)).map(({ rfc }) => ({ client, rfc })),
      ),
    nameOf: ({ client, rfc }) => `CLABE of ${client.rfc} for ${rfc}`,
    step: async (world, { client, rfc: rfcPayer }) => {
      const session = await world.as(client);
      const known = (await session.call(routes.listInvoices, { query: {} })).data.map((one) => one.receiverRFC);
      if (!known.includes(rfcPayer)) return NOTHING;
      const { data } = await session.call(routes.createCostCentre, { body: { rfcPayer } });
      return client.clabes.set(rfcPayer, data.clabe);
    },
  }),
  event({
    name: 'sale',
    at: '10:00',
    on: 'every day',
    weight: 60,
    subjects: visitors,
    nameOf,
    step: async (world, client, random) => {
      const session = await world.as(client);
      const invoices = await authorisedOf(world, client);
      if (invoices.length === 0) return NOTHING;
      const chosen = invoices.slice(0, random.between(1, 4));
      const inDays = (days: number) => nextBusinessDay(addDays(world.today(), days));
      const term = random.between(6, 45);
      const documents = chosen.map(({ documentId, Product: { code } }) => {
        return { documentId, dueDate: inDays(code === 'FB' ? PROGRAMME_DAYS : term), purchaseOrder: 'OC1' };
      });
      const held = await session.call(routes.setAsPreSell, { body: { documents } });
      const numberOfSales = held.sales.map(({ numberOfSale }) => numberOfSale);
      const { terms } = await session.call(routes.processPreSells, { body: { numberOfSales } });
      const body = {
        invoices: chosen.map(({ documentId }) => ({ documentId })),
        acceptedTerms: { version: terms.version, hash: terms.hash },
      };
      return session.call(routes.requestAuthorization, { body });
    },
  }),
  event({
    name: 'payment reference',
    at: '10:00',
    on: 'every day',
    weight: 15,
    subjects: visitors,
    nameOf: (client) => `reference of ${client.rfc}`,
    step: async (world, client) => {
      const soon = addDays(world.today(), 5);
      const invoices = (await byStatus(world, client, invoiceStatus.CREDITO)).filter(
        ({ dueDate, paymentReference, paidAutomatically, currency }) =>
          (dueDate ?? soon) < soon && paymentReference === null && !paidAutomatically && currency === 'MXN',
      );
      if (invoices.length === 0) return NOTHING;
      const session = await world.as(client);
      const body = { invoices: invoices.slice(0, 3).map(({ uuid }) => uuid) };
      return session.call(routes.setPaymentReference, { body });
    },
  }),
];
