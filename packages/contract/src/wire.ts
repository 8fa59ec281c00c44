/**
 * Scalar types of the wire format: amounts, rates, dates and ids as strings with one strict form each. The message of a check names
 * its rule, which programs are told in words (`rule-texts.ts`).
 */
import { parseDate } from '@anticipa/domain/calendar';
import { currencies, financedCurrencies } from '@anticipa/domain/money';
import { parseMonth } from '@anticipa/domain/month';
import { MIN_REASON } from '@anticipa/domain/operator';
import { productCodes } from '@anticipa/domain/product';
import { z } from 'zod';

/** An amount with exactly 2 decimals: "116000.00". */
export const amount = z.string().regex(/^-?\d{1,16}\.\d{2}$/);

/** An amount in a request: the string form, or a JSON number with at most 2 decimals. */
export const amountInput = z
  .union([
    z.string().regex(/^-?\d{1,16}(\.\d{1,2})?$/),
    z
      .number()
      .refine((value) => Number.isFinite(value) && Math.abs(value) < 1e13 && /^-?\d+(\.\d{1,2})?$/.test(String(value)))
      .transform(String),
  ])
  .transform((text) => {
    const [whole, cents = ''] = text.split('.');
    return `${whole}.${cents.padEnd(2, '0')}`;
  });

/** A limit, or a payment, that an operator types: below a million millions, since sums of many must still be amounts. */
export const limitAmount = amountInput.refine((text) => Number(text) >= 0 && Number(text) < 1e12);

/** A percentage or an exchange rate as an exact decimal string. */
export const rate = z.string().regex(/^-?\d{1,12}(\.\d{1,8})?$/);
export const rateInput = z.union([
  rate,
  z
    .number()
    .refine((value) => /^-?\d{1,12}(\.\d{1,8})?$/.test(String(value)))
    .transform(String),
]);

/** A civil date `YYYY-MM-DD` from 1900 to 3000. */
export const date = z
  .string()
  .max(10)
  .refine((text) => parseDate(text) !== null, 'date');

/** A civil month, `YYYY-MM`. */
export const month = z
  .string()
  .max(7)
  .refine((text) => parseMonth(text) !== null);

/** The first and the last day of a period. */
export const period = { startDate: date, endDate: date };
export const isInOrder = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }): boolean =>
  startDate <= endDate;

/** A boolean in a query. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** An instant in UTC. */
export const instant = z.iso.datetime();

/** Normalised to lower case, as the database returns it. */
export const id = z.uuid().toLowerCase();
/** A CFDI's UUID, normalised to upper case. */
export const fiscalUuid = z
  .string()
  .regex(/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/)
  .transform((text) => text.toUpperCase());

export const currency = z.enum(currencies);
export const financedCurrency = z.enum(financedCurrencies);
export const product = z.enum(productCodes);
export const days = z.int().min(0).max(999);
export const rfc = z.string().min(1).max(13);
/** 300 characters, each of up to two UTF-16 units. */
export const text = z.string().max(600);
/** One line of user input: no line breaks, control characters, lone surrogates or bidirectional marks. */
export const line = z.string().regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'line');
/** An operator's reason for an action. */
export const reason = line.trim().min(MIN_REASON).max(300);
/** A tax id as typed; spaces and signs are ignored. */
export const typedRfc = z.string().max(40);
/** A company's name as typed; stored in upper case. */
export const typedName = line.max(300).refine((name) => name.toUpperCase().length <= 300);
/** Several lines of user input: as `line`, plus line breaks and tabs. */
export const lines = z.string().regex(/^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u);

/** Values of a repeated parameter, or separated by commas. */
export const listed = <T>(values: z.ZodType<T, string>, most: number) =>
  z
    .union([z.string().max(40 * most), z.array(z.string().max(40)).max(most)])
    .transform((given) => [given].flat().flatMap((text) => text.split(',')))
    .pipe(z.array(values).min(1).max(most));
