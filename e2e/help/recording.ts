import type { Page } from '@playwright/test';
import type { Film } from './film.ts';
import type { Person } from './stage.ts';

/** A video of the help centre. */
export interface Recording {
  /** The question's id in the help centre. */
  readonly id: string;
  /** The signed-in user; null for a visitor. */
  readonly as: Person | null;
  readonly start?: string;
  /** Runs before recording. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly play: (film: Film) => Promise<void>;
}
