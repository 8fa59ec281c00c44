import { disableOperator, endOperatorSessions, inviteOperatorAgain, listOperators } from '@anticipa/contract/operators';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { disable, endSessions, inviteAgain } from './commands.ts';
import { allOperators, needsSecond } from './queries.ts';

export const operatorRoutes: readonly Served[] = [
  read(listOperators, async (work) => done({ data: await allOperators(work), needsSecond: await needsSecond(work) })),
  write(disableOperator, (work, { params, body }) => disable(work, params.operatorId, body.reason)),
  write(endOperatorSessions, (work, { params }) => endSessions(work, params.operatorId)),
  write(inviteOperatorAgain, (work, { params }) => inviteAgain(work, params.operatorId)),
];
