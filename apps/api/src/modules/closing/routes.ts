import { proposeClientState as proposeRoute } from '@anticipa/contract/approvals';
import { getClosing } from '@anticipa/contract/lender-clients';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { oneAtATime } from '../approvals/submit.ts';
import { noteClientReading } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { proposeClientState } from './commands.ts';
import { closingOf } from './queries.ts';

export const closingRoutes: readonly Served[] = [
  read(getClosing, async (wide, { params }) => {
    const tenant = await clientById(wide, params.clientId);
    if (tenant === undefined) return refuse('NOT_FOUND');
    const work = narrowTo(wide, tenant);
    await noteClientReading(work);
    return done(await closingOf(work));
  }),
  write(proposeRoute, (work, { params, body }) => proposeClientState(work, params.clientId, body), {
    broken: oneAtATime,
  }),
];
