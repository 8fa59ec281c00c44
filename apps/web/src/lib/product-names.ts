import { products } from '@anticipa/contract/session';
import type { ProductCode } from '@anticipa/domain/product';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

export type ProductNames = Readonly<Record<ProductCode, string>>;

/** The lender's names of its products; until they are read, the usual ones. */
export function useProductNames(): ProductNames {
  const { data } = useQuery({
    queryKey: ['products'],
    queryFn: async ({ signal }) => (await call(products, { signal })).data,
    select: namesOf,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? defaultProductNames;
}

const namesOf = (listed: readonly { readonly code: ProductCode; readonly displayName: string }[]): ProductNames => ({
  ...defaultProductNames,
  ...Object.fromEntries(listed.map(({ code, displayName }) => [code, displayName])),
});
