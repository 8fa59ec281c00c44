import { SettingsScreen } from '../../features/settings/settings-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const SettingsPage = () => (
  <Page title={es.settings}>
    <SettingsScreen />
  </Page>
);
