/** Rounds of a race, on a clock that moves on so that many of them stay within the rate limits. */
import { rounds } from '@anticipa/sandbox/rounds';
import type { Portal } from './portal.ts';

/** Of people who sign in three times a round. */
const PACE_MS = 3000;

/** The numbers from 0 of as many rounds as this run asks for (`rounds`); the clock moves on before each. */
export function* racing(clock: Portal['clock'], few: number, many: number): Generator<number> {
  for (let round = 0; round < rounds(few, many); round += 1) {
    clock.pass(PACE_MS);
    yield round;
  }
}
