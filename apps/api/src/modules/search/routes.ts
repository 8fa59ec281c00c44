import { searchPortal } from '@anticipa/contract/search';
import { done } from '@anticipa/domain/errors';
import { searchTerms } from '@anticipa/domain/search';
import { read, type Served } from '../../platform/http/http.ts';
import { found } from './queries.ts';

export const searchRoutes: readonly Served[] = [
  read(searchPortal, async (work, { query }) => done(await found(work, searchTerms(query.q)))),
];
