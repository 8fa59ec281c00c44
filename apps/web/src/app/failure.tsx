import { ApiRefusal, ServerUnreachable } from '../lib/api-client.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { es } from './es.ts';

/** The last resort: something on the page failed. Says what, and offers the button that tries again. */
export function Failure({ error, reset }: { error: unknown; reset: () => void }) {
  const unreachable = error instanceof ServerUnreachable;
  const requestId = error instanceof ApiRefusal ? error.requestId : '';
  return (
    <main>
      <EmptyState
        drawing="broken"
        level={1}
        title={unreachable ? es.failure.unreachableTitle : es.failure.title}
        action={
          <Button variant="primary" onClick={unreachable ? () => window.location.reload() : reset}>
            {es.failure.retry}
          </Button>
        }
      >
        {unreachable ? es.failure.unreachable : es.failure.text}
        {requestId ? ` ${es.failure.reference(requestId)}` : ''}
      </EmptyState>
    </main>
  );
}
