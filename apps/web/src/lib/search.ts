/** Values from the query of an address, which may contain anything. */
import { paths } from './paths.ts';

/** A text. The router parses one of digits alone, such as a folio, as a number. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

/** An e-mail. A hand-written "+" arrives as a space, which no e-mail contains. */
export const emailIn = (value: unknown): string | undefined => textIn(value)?.trim().replaceAll(' ', '+');

export interface LoginSearch {
  readonly email?: string;
  /** The address to continue at after signing in, not yet validated. */
  readonly returnTo?: string;
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const email = emailIn(search.email);
  const returnTo = textIn(search.returnTo);
  return { ...(email ? { email } : {}), ...(returnTo ? { returnTo } : {}) };
}

/** The address that {@link loginSearch} reads. */
export function loginAddress(search: LoginSearch): string {
  const query = new URLSearchParams(Object.entries(search));
  return query.size > 0 ? `${paths.login}?${query}` : paths.login;
}

/** The company that a link of a message is about. */
export const companySearch = ({ empresa }: Record<string, unknown>): { readonly empresa?: string } =>
  typeof empresa === 'string' ? { empresa } : {};

export interface OtherCompanySearch {
  readonly empresa?: string;
  /** The address that the link leads to, not yet validated. */
  readonly returnTo?: string;
}

export const otherCompanySearch = (search: Record<string, unknown>): OtherCompanySearch => {
  const returnTo = textIn(search.returnTo);
  return { ...companySearch(search), ...(returnTo ? { returnTo } : {}) };
};

/** The month that a screen shows, `YYYY-MM`; each has its own default. */
export const monthSearch = ({ mes }: Record<string, unknown>): { readonly mes?: string } =>
  typeof mes === 'string' && /^\d{4}-\d{2}$/.test(mes) ? { mes } : {};

/** The queue of one of the desk's screens of money, each of which knows its own; without one of those, the first one. */
export const queueSearch = ({ cola }: Record<string, unknown>): { readonly cola?: string } =>
  typeof cola === 'string' && /^[a-z]{1,20}$/.test(cola) ? { cola } : {};

export interface ListSearch {
  /** The search text of a table. */
  readonly buscar?: string;
}

export function listSearch(search: Record<string, unknown>): ListSearch {
  const buscar = textIn(search.buscar);
  return buscar ? { buscar } : {};
}
