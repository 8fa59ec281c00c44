import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { isOfDesk, lenderPaths } from '../lib/lender-paths.ts';
import { paths } from '../lib/paths.ts';
import { es } from './es.ts';
import { Failure } from './failure.tsx';

/** A page failed inside the portal, whose menu keeps working. Trying again also refetches the data. */
export function PageFailure({ error, info, reset }: ErrorComponentProps) {
  const queries = useQueryClient();
  const retry = (): void => {
    // The data may be the cause of the failure.
    void queries.resetQueries();
    document.getElementById('contenido')?.focus();
    reset();
  };
  return (
    <Failure
      error={error}
      componentStack={info?.componentStack}
      onRetry={retry}
      wayBack={
        isOfDesk(window.location.pathname) ? (
          <Link to={lenderPaths.today}>{es.goToDesk}</Link>
        ) : (
          <Link to={paths.home}>{es.goHome}</Link>
        )
      }
    />
  );
}
