import type { LenderClient } from '@anticipa/contract/lender-clients';

/** A typed percentage; null if it is none. */
export const percentTyped = (text: string): string | null =>
  /^\d{1,4}(\.\d{1,8})?$/.test(text.trim()) ? text.trim() : null;

const currencies = ['MXN', 'USD'] as const;

/** The products and currencies in which a client has, or may be given, a line and an account. */
export const placesOf = ({ products, lines, accounts }: LenderClient) =>
  (['BI', 'FB'] as const).flatMap((product) =>
    currencies.flatMap((currency) => {
      const isHere = (one: { product: string; currency: string }) =>
        one.product === product && one.currency === currency;
      const line = lines.find(isHere) ?? null;
      const account = accounts.find(isHere) ?? null;
      const isAuthorised = products.some((one) => one.product === product && one.authorised);
      return line || account || isAuthorised ? [{ product, currency, line, account, isAuthorised }] : [];
    }),
  );
export type Place = ReturnType<typeof placesOf>[number];
