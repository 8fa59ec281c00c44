import type { Page } from '@playwright/test';
import type { Film } from './film.ts';
import type { Person } from './stage.ts';

/** One video of the help centre. */
export interface Recording {
  /** The question's id in the help centre. */
  readonly id: string;
  /** Who is signed in; null for a visitor. */
  readonly as: Person | null;
  readonly start?: string;
  /** Out of the film. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly play: (film: Film) => Promise<void>;
}
