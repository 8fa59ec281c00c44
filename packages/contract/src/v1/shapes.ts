/** Parts that the calls for programs have in common. Their documentation is made of the descriptions and examples here. */
import { z } from 'zod';
import * as wire from '../wire.ts';

/** A property with its description and an example. */
export const property = <S extends z.ZodType>(schema: S, description: string, example: unknown): S =>
  schema.meta({ description, examples: [example] });

/** An object with the name under which the documentation has it. */
export const named = <S extends z.ZodType>(id: string, description: string, schema: S): S =>
  schema.meta({ id, description });

const ID = '0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20';
export const idOf = (what: string) => property(wire.id, `Id of the ${what}.`, ID);
export const amountOf = (what: string, example = '116000.00') =>
  property(wire.amount, `${what}, with two decimals.`, example);
export const rateOf = (what: string, example = '24') => property(wire.rate, `${what}, in per cent.`, example);
export const dateOf = (what: string) => property(wire.date, what, '2026-04-24');
export const instantOf = (what: string) => property(wire.instant, what, '2026-03-11T01:30:00.000Z');
export const textOf = (what: string, example: string) => property(wire.text, what, example);
export const currency = property(wire.financedCurrency, 'Currency (ISO 4217).', 'MXN');
export const anyCurrency = property(wire.currency, 'Currency (ISO 4217).', 'MXN');
export const product = property(
  wire.product,
  'Product: `FB` is factoring, whose receivers confirm the debt, `BI` the advance of unconfirmed invoices.',
  'FB',
);
export const taxId = property(wire.rfc, 'RFC of the receiver; foreign receivers share one.', 'GIS850101AB1');

/** Instant and id of the last object of a page. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

const position = z.tuple([z.string().max(40), z.string().max(60)]);

const decoded = (text: string): Cursor | null => {
  try {
    const [at, id] = position.parse(JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))));
    return { at, id };
  } catch {
    return null;
  }
};

export const cursorOf = ({ at, id }: Cursor): string =>
  btoa(JSON.stringify([at, id]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A cursor of a list whose places are such. */
const cursorIn = (isPlace: (place: Cursor) => boolean) =>
  property(
    z
      .string()
      .max(200)
      .transform((text, context): Cursor => {
        const found = decoded(text);
        if (found && isPlace(found)) return found;
        context.addIssue({ code: 'custom', message: 'cursor' });
        return z.NEVER;
      }),
    'Where the page begins: `next_cursor` of the page before.',
    'WyIyMDI2LTAzLTExVDAxOjMwOjAwLjAwMFoiLCIwYjVlMmMxYSJd',
  );

/** An instant to the microsecond, as PostgreSQL writes it, and an id. */
const isChange = ({ at, id }: Cursor): boolean =>
  /\d{3}\+00$/.test(at) &&
  wire.instant.safeParse(at.replace(/\d{3}\+00$/, 'Z')).success &&
  wire.id.safeParse(id).success;

/** The instant as of which the pages of a statement are, and the place in them. */
const isMovement = ({ at, id }: Cursor): boolean => wire.instant.safeParse(at).success && /^\d{1,9}$/.test(id);

/** The number of an event. */
const isEvent = ({ at, id }: Cursor): boolean => at === '' && /^\d{1,18}$/.test(id);

export const DEFAULT_LIMIT = 50;

const limit = property(
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'limit')
    .transform(Number)
    .refine((count) => count <= 200, 'limit'),
  `Objects of the page, ${DEFAULT_LIMIT} unless it is given, 200 at most.`,
  '50',
);

/** The query of a list. */
export const page = { cursor: cursorIn(() => true).optional(), limit: limit.optional() };
/** The query of a list by change. */
export const pageByChange = { cursor: cursorIn(isChange).optional(), limit: limit.optional() };
/** The query of the movements. */
export const pageOfMovements = { cursor: cursorIn(isMovement).optional(), limit: limit.optional() };
/** The query of the feed. */
export const pageOfEvents = { cursor: cursorIn(isEvent).optional(), limit: limit.optional() };

export const updatedSince = property(
  wire.instant,
  'Only objects that changed at this instant or later. Lists begin with the least recently changed object, so that a later call continues from the `updated_at` of the last one.',
  '2026-03-01T00:00:00.000Z',
).optional();

/** The rule of a period's last day. */
export const NOT_BEFORE = { path: ['to'], error: 'not-before-from' };
export const isInOrder = ({ from, to }: { readonly from: string; readonly to: string }): boolean => from <= to;

/** A page of a list. */
export const listOf = <S extends z.ZodType>(name: string, item: S) =>
  named(
    `${name}List`,
    `A page of a list.`,
    z.strictObject({
      data: z.array(item).meta({ description: 'Objects of the page.' }),
      next_cursor: property(
        z.string().nullable(),
        '`cursor` of the next page; null on the last one.',
        'WyIyMDI2LTAzLTExVDAxOjMwOjAwLjAwMFoiLCIwYjVlMmMxYSJd',
      ),
    }),
  );

/** Body of every refusal (RFC 9457), in the language of the Accept-Language header: Spanish or English. */
export const problem = named(
  'Problem',
  'Why a call was refused (RFC 9457), in the language of the Accept-Language header: Spanish unless English is preferred.',
  z.strictObject({
    type: textOf('Address of the explanation of the code.', '/v1/docs#INVALID_REQUEST'),
    title: textOf('What the code means, in words.', 'The request is not valid.'),
    status: property(z.int(), 'HTTP status.', 400),
    code: property(z.string(), 'Stable code, by which a program decides.', 'INVALID_REQUEST'),
    instance: textOf('Id of the request, for support.', 'urn:uuid:0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20'),
    errors: z
      .array(
        named(
          'ProblemError',
          'One fault of the request.',
          z.strictObject({
            field: textOf(
              'What the fault is about. Of `INVALID_REQUEST`: the path of a property of the body, of a parameter or of a header, its parts separated by full stops, with places in arrays counted from 0; empty for the body itself. Of other codes: such a path, or the id of an object that was sent.',
              'invoices.0.due_date',
            ),
            code: textOf('Stable code.', 'INVALID_REQUEST'),
            title: textOf('What the code means, in words.', 'The request is not valid.'),
            detail: textOf(
              'Rule that the property breaks, in words that follow its name. Each `INVALID_REQUEST` of a property has one; it never repeats the value that was sent.',
              'must be a date, such as 2026-04-24',
            ).optional(),
            expected: textOf('Right value, where the one that was sent differs.', '24').optional(),
          }),
        ),
      )
      .meta({ description: 'Each fault; empty if the refusal is about the whole request.' }),
  }),
);
