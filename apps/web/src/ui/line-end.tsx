import { addDays, dateAt, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import { LINE_END_DAYS } from '@anticipa/domain/credit';
import { formatDate, relativeDay } from '../lib/format.ts';
import { StatusBadge } from './feedback/status-badge.tsx';

/** The last day of new sales on a credit line: red once it is over, yellow in its last 30 days; nothing without end. */
export function LineEnd({ validUntil }: { validUntil: string | null }) {
  if (validUntil === null) return null;
  const today = dateAt(new Date(), MEXICO_CITY);
  const date = formatDate(validUntil);
  if (validUntil < today) return <StatusBadge tone="bad">{`Terminó el ${date}`}</StatusBadge>;
  const endsSoon = dateOf(validUntil) <= addDays(today, LINE_END_DAYS);
  return (
    <StatusBadge tone={endsSoon ? 'warn' : 'neutral'}>
      {endsSoon ? `Vigente hasta ${date}, ${relativeDay(validUntil, today)}` : `Vigente hasta ${date}`}
    </StatusBadge>
  );
}
