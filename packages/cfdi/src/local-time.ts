import { MEXICO_CITY } from '@anticipa/domain/calendar';

const localTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: MEXICO_CITY,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Local time of central Mexico as in a CFDI, `YYYY-MM-DDTHH:MM:SS`. */
export const cfdiTime = (instant: Date): string => localTime.format(instant).replace(' ', 'T');
