/** Sales begun in this tab whose outcome is unknown. Stored, so that a reload neither forgets nor undoes one. */
import type { BodyOf } from '@anticipa/contract/route';
import type { requestAuthorization, setAsPreSell } from '@anticipa/contract/sales';
import { z } from 'zod';
import { currentUserId } from '../../lib/session.ts';
import { tabStorage } from '../../lib/tab-storage.ts';

export type Documents = BodyOf<typeof setAsPreSell>['documents'];
export type Acceptance = BodyOf<typeof requestAuthorization>;

const numbers = z.array(z.int());

/** The last call sent to the server. */
const stage = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('asked'), documents: z.custom<Documents>(Array.isArray) }),
  z.object({ stage: z.literal('held'), numbers }),
  z.object({
    stage: z.literal('accepted'),
    numbers,
    acceptance: z.custom<Acceptance>((value) => typeof value === 'object'),
    /** Recipient of the summary. */
    email: z.string().nullable(),
  }),
  /** Accepted without an answer, then withdrawn. */
  z.object({ stage: z.literal('withdrawn'), numbers }),
]);
export type Stage = z.output<typeof stage>;

const openSale = z.object({ id: z.string(), page: z.string(), at: stage });
export type OpenSale = z.output<typeof openSale>;

const storage = () => tabStorage(`open-sales.${currentUserId() ?? ''}`, z.array(openSale));

/** Those of the current user in this tab. */
export const openSales = (): readonly OpenSale[] => storage().read() ?? [];

export const findOpenSale = (id: string): OpenSale | null => openSales().find((sale) => sale.id === id) ?? null;

/** Records the stage of a sale. */
export const keepOpenSale = (sale: OpenSale): void =>
  storage().write([...openSales().filter(({ id }) => id !== sale.id), sale]);

export function forgetOpenSale(sale: string): void {
  const rest = openSales().filter(({ id }) => id !== sale);
  storage().write(rest.length > 0 ? rest : null);
}
