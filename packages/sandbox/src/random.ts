/** Reproducible pseudo-random choices. */
import { createHash } from 'node:crypto';

export interface Random {
  /** An integer from `min` to `max`, both inclusive. */
  readonly between: (min: number, max: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]] | readonly T[]) => T;
  /** True with a probability of `percent`. */
  readonly chance: (percent: number) => boolean;
}

/** SHA-256 in counter mode, so that similar seeds are uncorrelated. */
export function randomFrom(seed: string): Random {
  let counter = 0;
  const next = (): number => {
    counter += 1;
    return createHash('sha256').update(`${seed}:${counter}`).digest().readUIntBE(0, 6);
  };
  const between = (min: number, max: number): number => min + (next() % (max - min + 1));
  return {
    between,
    pick: (list) => {
      const chosen = list[between(0, list.length - 1)];
      if (chosen === undefined) throw new RangeError('nothing to pick from');
      return chosen;
    },
    chance: (percent) => between(1, 100) <= percent,
  };
}

/** A version-4 UUID derived from the text, upper case. */
export function uuidFrom(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x40, 6);
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
