import { getContractTerms } from '@anticipa/contract/contract-terms';
import { getCreditInformation, listCredits } from '@anticipa/contract/credit';
import { getSaleTerms } from '@anticipa/contract/sale-terms';
import { done, refuse } from '@anticipa/domain/errors';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { read, type Served } from '../../platform/http/http.ts';
import { clientById } from '../session/client-by-id.ts';
import { contractTerms } from './contract-terms.ts';
import { creditsOf } from './credits-queries.ts';
import { creditInformation } from './queries.ts';
import { saleTermsHistory } from './sale-terms.ts';

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
  read(getSaleTerms, async (work, { query: { clientId } }) => {
    const tenant = clientId === undefined ? null : await clientById(work, clientId);
    return tenant === undefined ? refuse('NOT_FOUND') : done(await saleTermsHistory(work, tenant));
  }),
  read(getContractTerms, async (work) => done(await contractTerms(work))),
  read(listCredits, async (work) => done({ data: await creditsOf(work) }), {
    claims: ({ params }) => params,
  }),
];
