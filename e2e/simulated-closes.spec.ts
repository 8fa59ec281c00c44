/** A simulated lender whose accountant closes the months on screen. `npm run simulate -- --screen` reports on it. */
import type { Production } from '@anticipa/api/testing/production';
import { askedPlan, show, showOutcome, timeoutMsOf } from '@anticipa/api/testing/simulation/asked';
import { simulate } from '@anticipa/api/testing/simulation/play';
import { type Browser, expect, test } from '@playwright/test';
import { browsersOf } from './browsers.ts';
import { emptyDatabase, WEB_DIR } from './lender.ts';
import { CLOSE_PATH, closeMonth } from './month-close.ts';

/** Days after which two months are over, and closed. */
const TWO_MONTHS = 75;
const plan = askedPlan({ days: TWO_MONTHS, clients: 3 });

const accountantAt = (browser: Browser, onScreen: string[]) => async (production: Production) => {
  const browsers = browsersOf(production);
  const email = 'carla@financiera.example';
  const link = await production.inviteOperator(email, ['contabilidad']);
  const carla = await browsers.join(browser, email, 'operator', link);
  /** Days pass until the next close: no page of hers stays open. */
  const rest = () => carla.page.goto('about:blank');
  await rest();
  return {
    close: async (month: string): Promise<void> => {
      browsers.endDay();
      await closeMonth(await browsers.open(carla, CLOSE_PATH), month);
      onScreen.push(month);
      await rest();
    },
    leave: browsers.close,
  };
};

test('[LIB-66] [LIB-69] months closed on screen are answered as they were, whatever is reversed later', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(timeoutMsOf(plan));
  const onScreen: string[] = [];
  const stage = { db: await emptyDatabase('simulated'), webDir: WEB_DIR, hire: accountantAt(browser, onScreen) };
  const outcome = await simulate(plan, stage, show);
  showOutcome(plan, outcome);
  const { closedMonths } = outcome;
  expect(closedMonths.map(({ month }) => month)).toEqual(onScreen);
  for (const { compared } of closedMonths) expect(compared).toBeGreaterThan(0);
  if (plan.days < TWO_MONTHS) return;
  expect(onScreen.slice(0, 2)).toEqual(['2026-01', '2026-02']);
  expect(closedMonths.filter(({ isReversed }) => isReversed).length).toBeGreaterThanOrEqual(1);
});
