/** Taxpayers on the tax authority's list of article 69-B: presumed or proven to invoice operations that did not happen. */

/** The last two are cleared. */
export const listedSituations = ['definitivo', 'presunto', 'desvirtuado', 'sentencia-favorable'] as const;
export type ListedSituation = (typeof listedSituations)[number];

/** Situations that the lender must look at. */
export const suspectSituations = ['definitivo', 'presunto'] as const satisfies readonly ListedSituation[];

/** Whether the lender finances no invoice of or to a taxpayer in this situation. */
export const blocksFinancing = (situation: ListedSituation | null): boolean => situation === 'definitivo';

/** A tax id may be listed more than once: the strictest situation counts. */
export const strictest = (one: ListedSituation, other: ListedSituation): ListedSituation =>
  listedSituations.indexOf(one) <= listedSituations.indexOf(other) ? one : other;

/** A new list must have this part of the rows of the last one, in percent; one that was cut off would clear the rest. */
const LEAST_PERCENT = 90;

/** Why a list does not replace the last one; null if it does. Cuts are civil dates. */
export function listProblem(
  list: { readonly cutOn: string; readonly rows: number },
  last: { readonly cutOn: string; readonly rows: number } | null,
): 'short' | 'older' | null {
  if (list.rows === 0) return 'short';
  if (last === null) return null;
  if (list.cutOn < last.cutOn) return 'older';
  return list.rows * 100 < last.rows * LEAST_PERCENT ? 'short' : null;
}
