import { listProposals } from '@anticipa/contract/approvals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lenderPaths } from '../lib/lender-paths.ts';
import { useMay } from '../lib/may.ts';
import { type ProposalKey, waitingQuery } from '../lib/waiting-proposals.ts';

/**
 * [WEB-12] The button that proposes a change or, while one of the same subject waits for a second person, a link to it: the server
 * would refuse another one only after its form is filled.
 */
export function UnlessProposed({ of, children }: { of: ProposalKey | undefined; children: ReactNode }) {
  const enabled = useMay(listProposals) && of !== undefined;
  const { data } = useQuery({ ...waitingQuery, enabled });
  const waiting = of && data?.get(of);
  return waiting === undefined ? (
    children
  ) : (
    <Link to={lenderPaths.proposals} hash={waiting}>
      Ver la propuesta que espera
    </Link>
  );
}
