/** Builders for the tests of this feature. */
import { dateOf } from '@anticipa/domain/calendar';
import type { Counts, StatusFigures } from './dashboard.ts';
import { statusOf } from './dashboard.ts';
import type { RowContext } from './rows.ts';

export const aContext = (over: Partial<RowContext> = {}): RowContext => ({
  today: dateOf('2026-03-02'),
  holidays: new Map(),
  product: 'BI',
  lines: [{ product: 'BI', creditCurrency: 'MXN', diasBase: 360 }],
  ...over,
});

export const aCount = (over: Partial<Counts[number]> = {}): Counts[number] => ({
  product: 'BI',
  status: 30,
  count: 2,
  totalMXN: '116000.00',
  totalUSD: '0.00',
  firstEmitted: '2026-02-02',
  firstDue: '2026-05-01',
  overdue: 0,
  ...over,
});

export const someFigures = (over: Partial<StatusFigures> & Pick<StatusFigures, 'slug'>): StatusFigures => ({
  ...statusOf(over.slug),
  count: 2,
  totals: [],
  firstEmitted: '2026-02-02',
  firstDue: null,
  overdue: 0,
  ...over,
});
