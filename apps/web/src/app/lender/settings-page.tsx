import { SettingsScreen } from '../../features/settings/settings-screen.tsx';
import { SetupList } from '../../features/setup/setup-list.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const SettingsPage = () => (
  <Page title={es.settings}>
    <SetupList />
    <SettingsScreen />
  </Page>
);
