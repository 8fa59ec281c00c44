/** Rules of what a program sends, in words. The property that breaks one is the subject of each. */
export interface RuleText {
  readonly es: string;
  readonly en: string;
}

/** Rules that a schema names, by the message of its check, and those that no schema has. */
export const namedRules = {
  date: { es: 'debe ser una fecha, como 2026-04-24', en: 'must be a date, such as 2026-04-24' },
  line: {
    es: 'debe ser un solo renglón sin caracteres de control',
    en: 'must be one line without control characters',
  },
  uuid: { es: 'debe ser un UUID', en: 'must be a UUID' },
  cursor: { es: 'debe ser el `next_cursor` de esta lista', en: 'must be a `next_cursor` of this list' },
  limit: { es: 'debe ser un número entero de 1 a 200', en: 'must be a whole number from 1 to 200' },
  'whole-from-1': { es: 'debe ser un número entero a partir de 1', en: 'must be a whole number from 1 on' },
  'not-before-from': { es: 'no debe ser anterior a `from`', en: 'must not be before `from`' },
  'at-most-400-days': {
    es: 'debe ser a lo más 400 días después de `from`',
    en: 'must be at most 400 days after `from`',
  },
  'each-invoice-once': { es: 'debe tener cada factura una sola vez', en: 'must have each invoice once' },
  'idempotency-key': {
    es: 'debe tener de 8 a 200 caracteres ASCII visibles',
    en: 'must have 8 to 200 visible ASCII characters',
  },
  nul: { es: 'no debe tener un carácter NUL', en: 'must not have a NUL character' },
  json: {
    es: 'debe ser JSON en UTF-8, sin nombres repetidos en un objeto y sin caracteres NUL',
    en: 'must be JSON in UTF-8, without equal names in one object and without NUL characters',
  },
  required: { es: 'es obligatoria', en: 'is required' },
  unknown: { es: 'es una propiedad desconocida', en: 'is an unknown property' },
  other: { es: 'no tiene la forma que se pide', en: 'does not have the form that is asked for' },
} as const satisfies Readonly<Record<string, RuleText>>;
export type RuleName = keyof typeof namedRules;

/** By the type that a schema expects. */
export const typeRules: Readonly<Record<string, RuleText>> = {
  string: { es: 'debe ser un texto', en: 'must be a string' },
  array: { es: 'debe ser una lista', en: 'must be an array' },
  object: { es: 'debe ser un objeto', en: 'must be an object' },
  number: { es: 'debe ser un número', en: 'must be a number' },
  int: { es: 'debe ser un número entero', en: 'must be a whole number' },
  boolean: { es: 'debe ser true o false', en: 'must be true or false' },
};

/** By the format that a schema asks of a text. */
export const formatRules: Readonly<Record<string, RuleText>> = {
  uuid: namedRules.uuid,
  base64: { es: 'debe ser base64', en: 'must be base64' },
  datetime: {
    es: 'debe ser un instante en UTC, como 2026-03-01T00:00:00.000Z',
    en: 'must be an instant in UTC, such as 2026-03-01T00:00:00.000Z',
  },
};

export const oneOf = (values: readonly string[]): RuleText => ({
  es: `debe ser uno de estos valores: ${values.join(', ')}`,
  en: `must be one of: ${values.join(', ')}`,
});

interface Bound {
  readonly side: 'least' | 'most';
  readonly count: number;
  /** A bound is of a text, of a list, or of a number itself. */
  readonly of: string;
  /** Whether the bound itself is allowed. */
  readonly inclusive: boolean;
}

export function boundRule({ side, count, of, inclusive }: Bound): RuleText {
  if (!inclusive)
    return side === 'least'
      ? { es: `debe ser mayor que ${count}`, en: `must be greater than ${count}` }
      : { es: `debe ser menor que ${count}`, en: `must be less than ${count}` };
  const [es, en] = side === 'least' ? ['al menos', 'at least'] : ['como máximo', 'at most'];
  const one = count === 1;
  if (of === 'array')
    return {
      es: `debe tener ${es} ${count} ${one ? 'elemento' : 'elementos'}`,
      en: `must have ${en} ${count} ${one ? 'item' : 'items'}`,
    };
  if (of === 'string')
    return {
      es: `debe tener ${es} ${count} ${one ? 'carácter' : 'caracteres'}`,
      en: `must have ${en} ${count} ${one ? 'character' : 'characters'}`,
    };
  return { es: `debe ser ${es} ${count}`, en: `must be ${en} ${count}` };
}
