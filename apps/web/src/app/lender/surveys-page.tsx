import { SurveysScreen } from '../../features/lender-surveys/surveys-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const SurveysPage = () => (
  <Page title={es.surveys}>
    <SurveysScreen />
  </Page>
);
