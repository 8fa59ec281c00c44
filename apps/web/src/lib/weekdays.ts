import type { WeekDays } from '@anticipa/domain/calendar';

/** The weekdays on which a receiver can pay, in their order. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

export const weekdayNames = {
  monday: 'lunes',
  tuesday: 'martes',
  wednesday: 'miércoles',
  thursday: 'jueves',
  friday: 'viernes',
} as const satisfies Record<keyof WeekDays, string>;

/** Payment days of a receiver: "Paga a 45 días, los martes y viernes". */
export const paysText = (term: string, days: WeekDays): string =>
  `Paga a ${term}, los ${new Intl.ListFormat('es-MX').format(weekdays.filter((day) => days[day]).map((day) => weekdayNames[day]))}`;
