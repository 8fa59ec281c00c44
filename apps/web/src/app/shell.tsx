import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useUploads } from '../features/files/api.ts';
import { HelpButton } from '../features/help/help-button.tsx';
import { useLeftSales } from '../features/sales/use-open-sales.ts';
import { SurveyHost } from '../features/surveys/survey-host.tsx';
import { brand } from '../lib/brand.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { paths } from '../lib/paths.ts';
import { screens } from '../lib/screens.ts';
import { isReadOnly, useUser } from '../lib/session.ts';
import { BrandFooter } from '../ui/brand-footer.tsx';
import { loadPopovers } from '../ui/overlay/popover.tsx';
import { loadToasts } from '../ui/overlay/toast.tsx';
import { DESKTOP, useMedia } from '../ui/use-media.ts';
import { useClientMenu } from './client-menu.ts';
import { ClosedBar } from './closed-bar.tsx';
import { es } from './es.ts';
import { Frame } from './frame.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { Menu } from './menu.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import type { router as portal } from './router.ts';
import { shortcutsTo } from './shortcut-keys.ts';
import { Status } from './status.tsx';
import { StepUp } from './step-up.tsx';
import { TestBanner } from './test-banner.tsx';
import { ViewBar } from './view-bar.tsx';

const RightBar = lazyPart(() => import('./right-bar.tsx'), 'RightBar');
const FactorBar = lazyPart(() => import('./factor-bar.tsx'), 'FactorBar');
const CompanySwitch = lazyPart(() => import('./company-switch.tsx'), 'CompanySwitch');
const Search = lazyPart(() => import('./search.tsx'), 'Search');
const Bell = lazyPart(() => import('../features/notices/bell.tsx'), 'Bell');

const shortcuts = shortcutsTo(Object.values(screens), es.search.find);

/** The portal's frame, with what only clients have. */
export function Shell() {
  const user = useUser();
  const desktop = useMedia(DESKTOP);
  const [isSearching, setSearching] = useState(false);
  const adviser = user.client?.promoterPhone || brand.supportPhone;
  useOtherScreens();
  useLeftSales();
  return (
    <>
      <LiveUpdates />
      <Frame
        home={paths.home}
        menu={desktop ? <ClientMenu /> : <PhoneMenu syncAllowed={user.syncAllowed} adviser={adviser} />}
        whose={user.companies.length > 1 ? <CompanySwitch /> : user.client?.entityName}
        shortcuts={shortcuts}
        onSearch={() => setSearching(true)}
        tool={<Bell />}
        bars={
          <>
            <ViewBar />
            <ClosedBar />
            {user.saleRight === 'consult' ? <RightBar /> : null}
            {user.factorDueOn === null ? null : <FactorBar />}
            <TestBanner displayed={false} />
            <Status />
          </>
        }
        footer={<BrandFooter copyright={es.copyright} />}
      />
      <StepUp />
      {isSearching ? <Search onClose={() => setSearching(false)} /> : null}
      {isReadOnly(user) ? null : <Survey key={user.userId} userId={user.userId} />}
      <HelpButton label={es.help} syncAllowed={user.syncAllowed} adviser={adviser} />
    </>
  );
}

function ClientMenu() {
  return <Menu label={es.menu.label} items={useClientMenu()} />;
}

/** A survey does not come between the upload of invoices and their sale. */
function Survey({ userId }: { userId: string }) {
  return <SurveyHost userId={userId} isBusy={useUploads().length > 0} />;
}

const AFTER_FIRST_SCREEN_MS = 3_000;

/**
 * Loads the code of overlays and other screens once the first one is drawn: they open at once, and without a network
 * too. One after the other, because all in one task would delay a click.
 */
function useOtherScreens(): void {
  const router = useRouter<typeof portal>();
  useEffect(() => {
    let isMounted = true;
    const load = async (): Promise<void> => {
      await Promise.all([loadPopovers(), loadToasts(), import('./search.tsx')]);
      for (const { to } of Object.values(screens)) if (isMounted) await router.loadRouteChunk(router.routesByPath[to]);
    };
    const timer = setTimeout(() => void load(), AFTER_FIRST_SCREEN_MS);
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [router]);
}
