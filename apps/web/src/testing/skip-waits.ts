import { afterEach, beforeEach, vi } from 'vitest';

interface HeldWait {
  readonly due: number;
  readonly run: () => void;
}

const NEVER_MS = 2 ** 31 - 1;

/** The longest wait of each kind. A longer one of the page is not skipped: its tests are slow, not wrong. */
const LONGEST_MS = { typing: 300, retries: 1_200, uploads: 20_000 } as const;

interface Waits {
  /** In the rest of the test, waits of exactly `length` milliseconds end by `pass` alone. */
  hold(length: number): { pass(milliseconds: number): void };
}

/**
 * In each test of the file, the page's waits of a kind, and all shorter ones, end at once: until input has settled, before a
 * call or an upload is tried again. Longer ones, such as those of toasts and polling, keep their length.
 */
export function skipWaits(kind: keyof typeof LONGEST_MS): Waits {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const held = new Map<unknown, HeldWait>();
  let [heldLength, now] = [Number.NaN, 0];

  beforeEach(() => {
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, milliseconds = 0) => {
      if (milliseconds !== heldLength) return start(run, milliseconds > LONGEST_MS[kind] ? milliseconds : 0);
      const id = start(() => undefined, NEVER_MS);
      held.set(id, { due: now + heldLength, run });
      return id;
    });
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((id) => {
      held.delete(id);
      stop(id);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    held.clear();
    heldLength = Number.NaN;
  });
  return {
    hold: (length) => {
      heldLength = length;
      return {
        pass: (milliseconds) => {
          now += milliseconds;
          for (const [id, { due, run }] of held) if (due <= now && held.delete(id)) run();
        },
      };
    },
  };
}
