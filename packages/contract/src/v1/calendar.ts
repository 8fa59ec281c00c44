/** Days on which receivers can pay, for programs. */
import { daysBetween, parseDate } from '@anticipa/domain/calendar';
import { z } from 'zod';
import { MAX_CALENDAR_DAYS } from '../calendar.ts';
import { clientRead } from '../route.ts';
import * as wire from '../wire.ts';
import { dateOf, isInOrder, NOT_BEFORE, named, property, textOf } from './shapes.ts';

const period = z.strictObject({
  from: dateOf('First day.'),
  to: dateOf(`Last day, at most ${MAX_CALENDAR_DAYS} days after \`from\`.`),
});

/** A day that is none breaks a rule of its own. */
const isShort = ({ from, to }: { readonly from: string; readonly to: string }): boolean => {
  const [first, last] = [parseDate(from), parseDate(to)];
  return first === null || last === null || daysBetween(first, last) <= MAX_CALENDAR_DAYS;
};

export const v1GetCalendar = clientRead({
  path: '/v1/calendar',
  scope: 'read',
  summary: 'The days of a period on which receivers can pay, and the bank holidays in it.',
  query: period.refine(isInOrder, NOT_BEFORE).refine(isShort, { path: ['to'], error: 'at-most-400-days' }),
  response: named(
    'Calendar',
    'Days on which receivers can pay. Quotes, holds and prepared sales know the same ones.',
    z.strictObject({
      today: dateOf('Today in Mexico City.'),
      payment_dates: property(
        z.array(wire.date),
        'Days of the period that can be the `due_date` of an invoice: business days of Mexican banks after today. Besides, a `due_date` is within 180 days of the date of the CFDI, and factoring (`FB`) takes the `fixed_due_date` of its credit line alone.',
        ['2026-04-24'],
      ),
      holidays: z
        .array(
          named(
            'Holiday',
            'A day on which neither banks nor the lender work.',
            z.strictObject({
              date: dateOf('The day.'),
              name: textOf('Its name, in Spanish.', 'Viernes Santo'),
            }),
          ),
        )
        .meta({ description: 'Holidays of the period, weekends apart. The lender can add one at any time.' }),
    }),
  ),
});
