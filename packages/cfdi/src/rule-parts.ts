/** Parts of which the rules of a provider are made. */
import { type Exact, exactOf } from './tax-limits.ts';
import { attributeOf, childrenOf, type XmlElement } from './xml-tree.ts';

/** A reason not to stamp a CFDI, with its code in the tax authority's matrices. */
export interface Refusal {
  readonly code: string;
  readonly text: string;
  /** Place of the concept, or of the invoice that a complement pays, that is refused, from 0; absent if the document is. */
  readonly concept?: number;
}

/** A taxpayer as the tax authority has it. */
export interface Registered {
  /** Without its kind of company, in upper case. */
  readonly name: string;
  readonly postalCode: string;
  readonly regimes: readonly string[];
}

/** Facts that a provider knows besides the document. */
export interface ProviderView {
  /** Local time of central Mexico, `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: string;
  /** The list of tax ids: null for one that is not in it, undefined for one that this provider cannot look up. */
  readonly registered?: (rfc: string) => Registered | null | undefined;
  /** The published rate of a day in pesos, which the payments of that day must state; null for one without a rate. */
  readonly rateOn?: (day: string) => string | null;
}

/** A rule: the code of its refusal, whether it holds, and the text of the refusal. */
export type Check = readonly [code: string, isRight: boolean, text: string];

export const refusalsIn = (checks: readonly Check[]): Refusal[] =>
  checks.flatMap(([code, isRight, text]) => (isRight ? [] : [{ code, text }]));

/** The reason in one line, as providers write it. */
export const textOf = ({ code, text }: Refusal): string => `${code} - ${text}`;

/** c_FormaPago. */
export const FORMS = new Set('01 02 03 04 05 06 08 12 13 14 15 17 23 24 25 26 27 28 29 30 31 99'.split(' '));
/** Rates of the IVA in the catalogue that this lender may charge: 0.000000 is of other goods, and its interest is exempt or taxed. */
export const VAT_RATES: ReadonlySet<string> = new Set(['0.160000', '0.080000']);

const MOMENT = /^20[1-9]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
export const isMoment = (text: string | null): boolean => MOMENT.test(text ?? '');

/** Reads one element's attributes and children, which have its namespace. */
export const reader = (element: XmlElement | undefined) => ({
  text: (name: string): string | null => (element ? attributeOf(element, name) : null),
  exact: (name: string): Exact | null => exactOf(element ? attributeOf(element, name) : null),
  all: (...path: readonly string[]): XmlElement[] =>
    path.reduce<XmlElement[]>(
      (found, local) => found.flatMap((one) => childrenOf(one, one.uri, local)),
      element ? [element] : [],
    ),
});

/** At most so many digits after the point, and above zero. */
export const hasDecimals = (amount: Exact | null, decimals: number): boolean =>
  amount !== null && amount.scaled > 0n && amount.decimals <= decimals;
