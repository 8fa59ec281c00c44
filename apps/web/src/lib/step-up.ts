/** A call that needs a fresh second factor waits here until the person has proven one, or has closed the question. */
import { createAtom, useSelector } from '@tanstack/react-store';
import { configureApi } from './api-client.ts';

const asked = createAtom<{ readonly answer: (isProven: boolean) => void } | null>(null);
let asking: Promise<boolean> | null = null;

/** Has the shell ask for the factor; one question for all calls that wait. */
export function followStepUps(): void {
  configureApi({
    onFactorNeeded: () => {
      asking ??= new Promise<boolean>((resolve) => {
        asked.set({ answer: resolve });
      }).finally(() => {
        asking = null;
        asked.set(null);
      });
      return asking;
    },
  });
}

/** The open question; null if no call waits. */
export const useStepUp = () => useSelector(asked);
