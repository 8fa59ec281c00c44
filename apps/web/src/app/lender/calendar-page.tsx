import { LenderCalendarScreen } from '../../features/lender-calendar/lender-calendar.tsx';
import { Page } from '../../ui/page.tsx';
import { es } from './es.ts';

export const CalendarPage = () => (
  <Page title={es.calendarTitle}>
    <LenderCalendarScreen />
  </Page>
);
