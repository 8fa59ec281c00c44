/** Simulates some days of a lender with its clients, on its own clock. `npm run simulate` plays a year and reports on it. */
import { rounds } from '@anticipa/sandbox/rounds';
import { expect, it } from 'vitest';
import { askedPlan, show, showOutcome, timeoutMsOf } from '../testing/simulation/asked.ts';
import { simulate } from '../testing/simulation/play.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const plan = askedPlan({ days: rounds(30, 90), clients: rounds(2, 10) });
/** Days after which two months are over, and closed. */
const TWO_MONTHS = 75;

it(
  `[DIN-80] [LIB-69] ${plan.days} days of a lender with ${plan.clients} clients leave no difference between the books, the bank and what was shown`,
  async () => {
    const outcome = await simulate(plan, { db: await createTestDatabase() }, show);
    showOutcome(plan, outcome);
    const { counts } = outcome;
    const everyMonth = ['sale', 'deposit', 'payment on time', 'payment short', 'devoluciones paid', 'money sent back'];
    expect([...counts.keys()]).toEqual(expect.arrayContaining(everyMonth));
    if (plan.days >= TWO_MONTHS) {
      expect(counts.get('month closed')).toBeGreaterThanOrEqual(2);
      expect(counts.get('receipt of a closed month reversed')).toBeGreaterThanOrEqual(1);
    }
  },
  timeoutMsOf(plan),
);
