/** Debts of receivers, as the desk lists them. */
import type { OwedInvoice } from '@anticipa/contract/portfolio';
import { routes } from '@anticipa/contract/routes';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import type { World } from './world.ts';

export interface DebtInvoice extends OwedInvoice {
  readonly receiverRFC: string;
}

const rfcOf = new Map(domesticReceivers.map(({ name, rfc }) => [name, rfc]));

/** All invoices in credit, by folio, as they were listed first since the clock moved: what an event has changed since is taken. */
function portfolio(world: World): Promise<readonly DebtInvoice[]> {
  world.listed.portfolio ??= listPortfolio(world);
  return world.listed.portfolio;
}

async function listPortfolio(world: World): Promise<readonly DebtInvoice[]> {
  const { operator } = await world.desk();
  const all: DebtInvoice[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query: Record<string, string> = { view: 'all', ...(after && { after }) };
    const page = await operator.call(routes.listPortfolio, { query });
    all.push(...page.data.map((one) => ({ ...one, receiverRFC: rfcOf.get(one.receiverName) ?? '' })));
    after = page.next;
  }
  return all.toSorted((a, b) => (a.folio < b.folio ? -1 : 1));
}

export const nameOf = ({ folio }: { readonly folio: string }): string => `invoice ${folio}`;

/** Invoices in credit so many days after their due date; `isPartlyPaid`: null for all. */
export const due =
  (from: number, to: number, isPartlyPaid: boolean | null = false) =>
  async (world: World): Promise<readonly DebtInvoice[]> =>
    (await portfolio(world)).filter(
      ({ daysLate, aforo }) =>
        daysLate >= from && daysLate <= to && (isPartlyPaid === null || (aforo !== null) === isPartlyPaid),
    );

/** Whether the screen of the invoice offers an agreement with its receiver; otherwise the client must buy it back. */
export async function isOwedByReceiver(world: World, documentId: string): Promise<boolean> {
  const { operator } = await world.desk();
  return (await operator.call(routes.getFollowUp, { params: { documentId } })).isOwed;
}
