import { getCreditInformation, listCredits } from '@anticipa/contract/credit';
import { done } from '@anticipa/domain/errors';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { read, type Served } from '../../platform/http/http.ts';
import { creditsOf } from './credits-queries.ts';
import { creditInformation } from './queries.ts';

export const creditRoutes: readonly Served[] = [
  read(
    getCreditInformation,
    async (work, { query: { product, products = productCodes } }) => {
      const isAsked = (one: { readonly product: ProductCode }): boolean =>
        products.includes(one.product) && (product ?? one.product) === one.product;
      const all = await creditInformation(work);
      return done({ ...all, products: all.products.filter(isAsked), lines: all.lines.filter(isAsked) });
    },
    { claims: ({ query: { clientId, rfc } }) => ({ clientId, rfc }) },
  ),
  read(listCredits, async (work) => done({ data: await creditsOf(work) }), {
    claims: ({ params }) => params,
  }),
];
