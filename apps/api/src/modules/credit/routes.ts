import { getCreditInformation, listCredits } from '@anticipa/contract/credit';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../lib/http/http.ts';
import { creditsOf } from './credits-queries.ts';
import { creditInformation } from './queries.ts';

export const creditRoutes: readonly Served[] = [
  read(getCreditInformation, async (work) => done(await creditInformation(work))),
  read(listCredits, async (work) => done({ data: await creditsOf(work) }), {
    claims: ({ params }) => params,
    remote: 'credits',
  }),
];
