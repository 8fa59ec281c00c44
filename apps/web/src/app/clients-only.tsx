import type { ReactNode } from 'react';
import { useUser } from '../lib/session.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { es } from './es.ts';

/** A page about a company's own things: the lender's operators have none, and are told so. */
export function ClientsOnly({ children }: { children: ReactNode }) {
  if (useUser().kind === 'client') return children;
  return (
    <EmptyState drawing="locked" level={1} title={es.operator.title}>
      {es.operator.text}
    </EmptyState>
  );
}
