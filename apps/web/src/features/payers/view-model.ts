import type { CostCentre } from '@anticipa/contract/payers';
import { cleanName, cleanRfc, newReceiverProblem } from '@anticipa/domain/receiver';
import { errorTexts } from '@anticipa/texts/texts';
import { es } from './es.ts';

/** A payer to be added. */
export interface NewPayer {
  /** Clean. */
  readonly rfc: string;
  readonly name: string;
  /** Whether the company already has this receiver, under this name. */
  readonly isKnown: boolean;
}

/** The tax ids that are taken: those of the company itself and of its payers. */
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
