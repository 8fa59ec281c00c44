/** The scalar forms of the wire: amounts, rates, dates and ids as strings with one strict shape each. */
import { parseDate } from '@anticipa/domain/calendar';
import { currencies, financedCurrencies } from '@anticipa/domain/money';
import { productCodes } from '@anticipa/domain/product';
import { z } from 'zod';

/** An amount with exactly 2 decimals: "116000.00". */
export const amount = z.string().regex(/^-?\d{1,16}\.\d{2}$/);

/** An amount in a request: the string form, or a JSON number of at most 2 decimals. */
export const amountInput = z.union([
  z.string().regex(/^-?\d{1,16}(\.\d{1,2})?$/),
  z
    .number()
    .refine((value) => Number.isFinite(value) && Math.abs(value) < 1e13 && /^-?\d+(\.\d{1,2})?$/.test(String(value)))
    .transform(String),
]);

/** A percentage or an exchange rate as an exact decimal string. */
export const rate = z.string().regex(/^-?\d{1,12}(\.\d{1,8})?$/);
export const rateInput = z.union([
  rate,
  z
    .number()
    .refine((value) => /^-?\d{1,12}(\.\d{1,8})?$/.test(String(value)))
    .transform(String),
]);

/** A civil date `YYYY-MM-DD` of the years 1900 to 3000. */
export const date = z
  .string()
  .max(10)
  .refine((text) => parseDate(text) !== null);

/** An instant in UTC. */
export const instant = z.iso.datetime();

export const id = z.uuid();
/** A CFDI's UUID in its one canonical form, upper case. */
export const fiscalUuid = z
  .string()
  .regex(/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/)
  .transform((text) => text.toUpperCase());

export const currency = z.enum(currencies);
export const financedCurrency = z.enum(financedCurrencies);
export const product = z.enum(productCodes);
/** Days are whole numbers; a term never needs more than three digits. */
export const days = z.int().min(0).max(999);
export const rfc = z.string().min(1).max(13);
/** Any free text of a person or a company. */
export const text = z.string().max(300);
/** One line that a person types: no line breaks, control characters, half letters or marks that turn the writing around. */
export const line = z.string().regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u);
/** Several lines that a person types: as `line`, and with line breaks and tabs. */
export const lines = z.string().regex(/^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u);
