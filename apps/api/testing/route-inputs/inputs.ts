import type { TestObjects } from '../populated-client.ts';
import type { Input } from '../session.ts';

/** Inputs for a route: a valid call, and every way to refer to another client's object. */
export interface RouteInputs {
  /** A valid call about the caller's own objects. */
  readonly own: (own: TestObjects) => Input;
  /** Calls that each refer to one object of the other client; the rest is the caller's own. */
  readonly foreign: (own: TestObjects, other: TestObjects) => readonly Input[];
}

/** A call that refers to no client's object. */
export const nothing = (input: Input = {}): RouteInputs => ({ own: () => input, foreign: () => [] });

/** A call that refers to one object, the caller's own or a foreign one. */
export const sameFor = (input: (owner: TestObjects) => Input): RouteInputs => ({
  own: input,
  foreign: (_own, other) => [input(other)],
});
