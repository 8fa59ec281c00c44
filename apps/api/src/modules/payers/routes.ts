import { createCostCentre as createRoute, listClabeDebts, listPayers, mailClabe } from '@anticipa/contract/payers';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { createCostCentre, queueClabeMail } from './commands.ts';
import { clabeDebts } from './debt-queries.ts';
import { payersOf } from './queries.ts';

export const payersRoutes: readonly Served[] = [
  read(listPayers, async (work) => done(await payersOf(work)), {
    claims: ({ params }) => params,
  }),
  write(createRoute, (work, { body }) => createCostCentre(work, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
    // Entered by hand within the range: a retry takes the next CLABE.
    broken: { cost_centres_clabe_key: refuse('SERVICE_UNAVAILABLE') },
  }),
  read(listClabeDebts, async (work, { query: { overdue, documentId } }) => {
    const data = await clabeDebts(work, overdue ? { overdue } : { documentIds: documentId ? [documentId] : [] });
    return documentId !== undefined && data.length === 0 ? refuse('NOT_FOUND') : done({ data });
  }),
  write(mailClabe, (work, { body }) => queueClabeMail(work, body)),
];
