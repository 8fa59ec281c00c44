import { OperatorsScreen } from '../../features/operators/operators-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const OperatorsPage = () => (
  <Page title={es.operators}>
    <OperatorsScreen />
  </Page>
);
