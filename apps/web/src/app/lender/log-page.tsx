import { LogScreen } from '../../features/log/log-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const LogPage = () => (
  <Page title={es.log}>
    <LogScreen />
  </Page>
);
