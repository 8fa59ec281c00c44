import { es } from './es.ts';

/** [RUT-01] The dashboard: it composes the features, which do not know each other. */
export function HomePage() {
  return <h1 tabIndex={-1}>{es.menu.home}</h1>;
}
