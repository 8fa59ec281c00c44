import { listPayers } from '@anticipa/contract/payers';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../lib/http/http.ts';
import { payersOf } from './queries.ts';

export const payersRoutes: readonly Served[] = [
  read(listPayers, async (work) => done(await payersOf(work)), { claims: ({ params }) => params }),
];
