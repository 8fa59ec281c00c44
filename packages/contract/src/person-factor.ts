/** The lost second factor of a client's person, as the lender's support takes it away. */
import { z } from 'zod';
import { approval, approvalRoles } from './approvals.ts';
import { deskWrite } from './route.ts';
import { id, reason } from './wire.ts';

export const proposePersonFactor = deskWrite({
  path: '/api/lender/clients/:clientId/people/:userId/secondFactor',
  summary:
    'Proposes to take away the second factor of a client’s user, who has lost it. Once a second person approves it the user’s sessions end, in every company.',
  roles: approvalRoles['person-factor'],
  params: z.strictObject({ clientId: id, userId: id }),
  body: z.strictObject({ reason }),
  response: z.strictObject({ proposal: approval }),
  errors: ['ROLE_NEEDED', 'PROPOSAL_PENDING', 'NO_FACTOR'],
});
