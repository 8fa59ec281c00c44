/** The next step for the invoices of a status: who takes it, which, and by when. */
import type { getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf, daysBetween, type ExtraHolidays, type IsoDate } from '@anticipa/domain/calendar';
import type { ProductCode } from '@anticipa/domain/product';
import { lastSaleDay } from '@anticipa/domain/sale-deadline';
import { formatCount, formatDate, relativeDay } from '../../../lib/format.ts';
import type { Tone } from '../../../ui/feedback/status-badge.tsx';
import { es } from '../es.ts';
import type { StatusSlug } from './address.ts';
import type { StatusFigures } from './dashboard.ts';

type CreditAnswer = Pick<ResponseOf<typeof getCreditInformation>, 'today' | 'holidays'>;

export interface Day {
  readonly today: IsoDate;
  readonly holidays: ExtraHolidays;
}

/** The server's day; the browser's clock is never used. */
export const dayOf = (credit: CreditAnswer): Day => ({
  today: dateOf(credit.today),
  holidays: new Map(credit.holidays.map(({ date, name }) => [dateOf(date), name])),
});

export interface NextStep {
  readonly slug: StatusSlug;
  readonly who: string;
  readonly what: string;
  readonly when: string;
  /** Its urgency. */
  readonly tone: Tone;
}

const SOON_DAYS = 7;

/** "03/07/2026 (en 3 días)". */
const dayInWords = (date: string, today: string): string => es.dayInWords(formatDate(date), relativeDay(date, today));

/** The next step for the invoices of one status; null without invoices. */
export function nextStepOf(figures: StatusFigures, product: ProductCode, day: Day): NextStep | null {
  if (figures.count === 0) return null;
  const { slug } = figures;
  return { slug, ...es.next[slug], ...pressure(figures, product, day) };
}

type Pressure = Pick<NextStep, 'when' | 'tone'> & Partial<Pick<NextStep, 'who' | 'what'>>;

function pressure(figures: StatusFigures, product: ProductCode, day: Day): Pressure {
  const { slug, firstDue, overdue } = figures;
  if (slug === 'validacion') return { when: es.answerTime[product], tone: 'info' };
  if (slug === 'rechazadas') return { when: es.rejectedAgain, tone: 'neutral' };
  if (slug !== 'credito') return saleDeadline(figures, product, day);
  if (overdue > 0) return { ...es.overdue(formatCount(overdue, 'vencida', 'vencidas')), tone: 'bad' };
  if (firstDue === null) return { when: '', tone: 'neutral' };
  const tone = daysBetween(day.today, dateOf(firstDue)) <= SOON_DAYS ? 'warn' : 'good';
  return { when: es.firstDue(dayInWords(firstDue, day.today)), tone };
}

function saleDeadline(figures: StatusFigures, product: ProductCode, day: Day): Pick<NextStep, 'when' | 'tone'> {
  if (figures.firstEmitted === null) return { when: '', tone: 'neutral' };
  const last = lastSaleDay({ product, emittedOn: dateOf(figures.firstEmitted) }, day);
  if (last === null) return { when: es.someTooOld, tone: 'warn' };
  const tone = daysBetween(day.today, last) <= SOON_DAYS ? 'warn' : 'neutral';
  return { when: es.sellBy(dayInWords(last, day.today)), tone };
}
