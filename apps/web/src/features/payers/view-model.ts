import type { CostCentre } from '@anticipa/contract/payers';
import { cleanName, cleanRfc, newReceiverProblem } from '@anticipa/domain/receiver';
import { errorTexts } from '@anticipa/texts/texts';
import { es } from './es.ts';

/** A payer to be added. */
export interface NewPayer {
  /** Clean. */
  readonly rfc: string;
  readonly name: string;
  /** It is a receiver of the company already, under this name. */
  readonly isKnown: boolean;
}

/** Who is in the list already: the company itself and its payers. */
export interface Listed {
  readonly rfc: string;
  readonly payers: readonly CostCentre[];
}

/** [CLI-03] Why a typed tax id cannot be looked up. */
export function rfcErrors({ rfc: typed }: { readonly rfc: string }, { rfc: own, payers }: Listed): { rfc?: string } {
  const rfc = cleanRfc(typed);
  const problem = newReceiverProblem(rfc, own);
  if (problem !== null) return { rfc: errorTexts[problem] };
  return payers.some(({ rfcPayer }) => rfcPayer === rfc) ? { rfc: es.add.listed } : {};
}

/** [CLI-04] */
export const nameErrors = ({ name }: { readonly name: string }): { name?: string } =>
  cleanName(name) === '' ? { name: errorTexts.RAZON_SOCIAL_REQUIRED } : {};
