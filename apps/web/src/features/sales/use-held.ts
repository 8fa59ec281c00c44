/** Which sales this tab holds without having asked for their authorisation: remembered, so that none is left behind. */
import { z } from 'zod';
import { currentUserId } from '../../lib/session.ts';
import { tabStorage } from '../../lib/tab-storage.ts';

const storage = () => tabStorage(`held-sales.${currentUserId() ?? ''}`, z.array(z.int()));

/** Remembers the numbers of held sales; an empty list forgets them. */
export const rememberHeld = (numbers: readonly number[]): void =>
  storage().write(numbers.length > 0 ? [...numbers] : null);

/** The held sales of an earlier visit of this tab. */
export const heldNumbers = (): number[] => storage().read() ?? [];
