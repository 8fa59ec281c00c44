/** The sales that this tab has begun and whose end it does not know yet, so that no reload forgets one or undoes one. */
import type { BodyOf } from '@anticipa/contract/route';
import type { requestAuthorization, setAsPreSell } from '@anticipa/contract/sales';
import { z } from 'zod';
import { currentUserId } from '../../lib/session.ts';
import { tabStorage } from '../../lib/tab-storage.ts';

export type Documents = BodyOf<typeof setAsPreSell>['documents'];
export type Acceptance = BodyOf<typeof requestAuthorization>;

const numbers = z.array(z.int());

/** What was last asked of the server. */
const stage = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('asked'), documents: z.custom<Documents>(Array.isArray) }),
  z.object({ stage: z.literal('held'), numbers }),
  z.object({
    stage: z.literal('accepted'),
    numbers,
    acceptance: z.custom<Acceptance>((value) => typeof value === 'object'),
    /** Who gets the summary. */
    email: z.string().nullable(),
  }),
  /** Accepted without an answer, and then taken back. */
  z.object({ stage: z.literal('withdrawn'), numbers }),
]);
export type Stage = z.output<typeof stage>;

const openSale = z.object({ id: z.string(), page: z.string(), at: stage });
export type OpenSale = z.output<typeof openSale>;

const storage = () => tabStorage(`open-sales.${currentUserId() ?? ''}`, z.array(openSale));

/** The current person's, in this tab. */
export const openSales = (): readonly OpenSale[] => storage().read() ?? [];

export const findOpenSale = (id: string): OpenSale | null => openSales().find((sale) => sale.id === id) ?? null;

/** Remembers how far a sale is. */
export const keepOpenSale = (sale: OpenSale): void =>
  storage().write([...openSales().filter(({ id }) => id !== sale.id), sale]);

export function forgetOpenSale(sale: string): void {
  const rest = openSales().filter(({ id }) => id !== sale);
  storage().write(rest.length > 0 ? rest : null);
}
