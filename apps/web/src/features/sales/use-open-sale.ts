/** Sales begun in this tab whose outcome is unknown. Stored, so that a reload neither forgets nor undoes one. */
import type { BodyOf } from '@anticipa/contract/route';
import type { requestAuthorization, setAsPreSell } from '@anticipa/contract/sales';
import { currentUserId } from '../../lib/session.ts';
import { hasParts, isList, isNumber, isText } from '../../lib/shape.ts';
import { asJson, tabStorage } from '../../lib/tab-storage.ts';

export type Documents = BodyOf<typeof setAsPreSell>['documents'];
export type Acceptance = BodyOf<typeof requestAuthorization>;

/** The last call sent to the server. */
export type Stage =
  | { readonly stage: 'asked'; readonly documents: Documents }
  | { readonly stage: 'held'; readonly numbers: number[] }
  | {
      readonly stage: 'accepted';
      readonly numbers: number[];
      readonly acceptance: Acceptance;
      /** Recipient of the summary. */
      readonly email: string | null;
    }
  /** Accepted without an answer, then withdrawn. */
  | { readonly stage: 'withdrawn'; readonly numbers: number[] };

export interface OpenSale {
  readonly id: string;
  readonly page: string;
  readonly at: Stage;
}

const isNumbers = isList(isNumber);

function isStage(value: unknown): value is Stage {
  if (!hasParts({ stage: isText })(value)) return false;
  const { stage, documents, numbers, acceptance, email }: Readonly<Record<string, unknown>> = { ...value };
  if (stage === 'asked') return Array.isArray(documents);
  if (!isNumbers(numbers)) return false;
  if (stage === 'accepted') return typeof acceptance === 'object' && (email === null || isText(email));
  return stage === 'held' || stage === 'withdrawn';
}

const stored = asJson(isList(hasParts<OpenSale>({ id: isText, page: isText, at: isStage })));
const storage = () => tabStorage(`open-sales.${currentUserId() ?? ''}`, stored);

/** Open sales of the current user in this tab. */
export const openSales = (): readonly OpenSale[] => storage().read() ?? [];

export const findOpenSale = (id: string): OpenSale | null => openSales().find((sale) => sale.id === id) ?? null;

/** Records the stage of a sale. */
export const keepOpenSale = (sale: OpenSale): void =>
  storage().write([...openSales().filter(({ id }) => id !== sale.id), sale]);

export function forgetOpenSale(sale: string): void {
  const rest = openSales().filter(({ id }) => id !== sale);
  storage().write(rest.length > 0 ? rest : null);
}
