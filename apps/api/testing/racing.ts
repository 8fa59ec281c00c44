/** Rounds of a race, on a clock that moves on so that many of them stay within the rate limits. */
import { rounds } from '@anticipa/sandbox/rounds';
import type { Portal } from './portal.ts';

/** For rounds of up to five writes of a person. */
const PACE_MS = 500;
/** For rounds in which up to three people sign in, or one makes up to 25 writes. */
export const LONG_PACE_MS = 3000;

/** The numbers from 0 of as many rounds as this run asks for (`rounds`); the clock moves on before each. */
export function* racing(clock: Portal['clock'], few: number, many: number, paceMs = PACE_MS): Generator<number> {
  for (let round = 0; round < rounds(few, many); round += 1) {
    clock.pass(paceMs);
    yield round;
  }
}
