import { getCreditInformation } from '@anticipa/contract/credit';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../lib/http/http.ts';
import { creditInformation } from './queries.ts';

export const creditRoutes: readonly Served[] = [
  read(getCreditInformation, async (work) => done(await creditInformation(work))),
];
