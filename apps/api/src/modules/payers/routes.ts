import { createCostCentre as createRoute, listPayers } from '@anticipa/contract/payers';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { createCostCentre } from './commands.ts';
import { payersOf } from './queries.ts';

export const payersRoutes: readonly Served[] = [
  read(listPayers, async (work) => done(await payersOf(work)), {
    claims: ({ params }) => params,
    remote: 'dispersions',
  }),
  write(createRoute, (work, { body }) => createCostCentre(work, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
    remote: 'dispersions',
    // Entered by hand within the range: a retry takes the next CLABE.
    broken: { cost_centres_clabe_key: refuse('SERVICE_UNAVAILABLE') },
  }),
];
