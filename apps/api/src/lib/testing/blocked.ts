import type pg from 'pg';
import { expect } from 'vitest';

/** Waits until another connection waits for a lock, such as one of the transaction of `owner`. */
export const untilBlocked = (owner: pg.Client): Promise<void> =>
  expect
    .poll(async () => {
      // A transaction sees the activity of its first look otherwise.
      await owner.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    })
    .toBe(1);
