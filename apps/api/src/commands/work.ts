import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { Config } from '../platform/config/config.ts';
import { runningClock } from '../platform/work/clock.ts';

/** The work of a tool without its database: it acts as the system, at one instant. */
export const workOf = (config: Config) => {
  const at = runningClock(config.portalNow).now();
  return { actor: { kind: 'system' }, requestId: null, address: null, at, today: dateAt(at, MEXICO_CITY) } as const;
};
