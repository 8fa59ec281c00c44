import type { Kind } from './proofs.ts';

/** A row of docs/requirements.md. */
export interface Requirement {
  readonly id: string;
  /** Kinds of proof that the row names. */
  readonly kinds: readonly Kind[];
  /** Kinds with an asterisk: only `npm run test:full` has their tests. */
  readonly full: readonly Kind[];
  /** Kinds in parentheses: what they would prove is not built. */
  readonly unbuilt: readonly Kind[];
}

const ROW = /^\| ([A-Z]{3}-\d{2,3}) +\|.*\|([^|]*)\|$/gm;
const PROOF = /^((?:[UAW]\*? ?)*)(?:\(([UAW ]+)\))?$/;

const isKind = (word: string): word is Kind => word === 'U' || word === 'A' || word === 'W';
const kindsIn = (text: string): Kind[] => text.split(' ').filter(isKind);
const starredIn = (text: string): Kind[] => kindsIn(text.replaceAll(/[UAW](?!\*)/g, '').replaceAll('*', ''));

/** The rows in their order; throws for a row whose last column names no kind of proof. */
export const requirementsIn = (document: string): Requirement[] =>
  [...document.matchAll(ROW)].map(([, id = '', proof = '']) => {
    const [, kinds = '', unbuilt = ''] = PROOF.exec(proof.trim()) ?? [];
    const requirement = { id, kinds: kindsIn(kinds), full: starredIn(kinds), unbuilt: kindsIn(unbuilt) };
    if (requirement.kinds.length + requirement.full.length + requirement.unbuilt.length === 0)
      throw new Error(
        `${id}: "${proof.trim()}" is no kind of proof; write U, A, W, W* if only the full run proves it, or those not built as (W).`,
      );
    return requirement;
  });

/** An edge case of docs/requirements.md, and part of the title of a test that proves it. */
export interface EdgeCase {
  readonly number: string;
  readonly path: string;
  readonly title: string;
}

const EDGE_CASE = /^\| (\d+) +\|[^|]*\| `([^`]+)`: ([^|]+?) +\|$/gm;

export const edgeCasesIn = (document: string): EdgeCase[] =>
  [...document.matchAll(EDGE_CASE)].map(([, number = '', path = '', title = '']) => ({ number, path, title }));
