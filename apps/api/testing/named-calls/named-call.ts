import type { Route } from '@anticipa/contract/route';
import type { TestObjects } from '../populated-client.ts';

export interface Written {
  /** Values of the path's placeholders, in their order. */
  readonly path?: readonly string[];
  readonly query?: string;
  readonly body?: unknown;
}

export interface NamedCall {
  readonly name: `${Route['method']} /${string}`;
  readonly caller: 'visitor' | 'user' | 'administrator';
  readonly written: (own: TestObjects) => Written;
  /** Fields of the answer; `[]` enters the first item of a list, `null` one without items. */
  readonly answers: readonly string[];
  /** The refusal that names what the specification's payload lacks. */
  readonly refusal?: string;
}
