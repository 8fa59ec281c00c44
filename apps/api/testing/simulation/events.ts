/** Everything that can happen in a day of the simulation, in this order. A new event of the lender's is one entry here. */
import { adjustmentEvents } from './adjustment-events.ts';
import { clientEvents } from './client-events.ts';
import { deskEvents } from './desk-events.ts';
import type { SimulatedEvent } from './event.ts';
import { followUpEvents } from './follow-up-events.ts';
import { fileEvents } from './payables.ts';
import { moneyEvents, payerEvents } from './payers.ts';
import { reversalEvents } from './reversal-events.ts';

export const events: readonly SimulatedEvent[] = [
  ...clientEvents,
  ...payerEvents,
  ...fileEvents,
  ...deskEvents,
  ...moneyEvents,
  ...adjustmentEvents,
  ...followUpEvents,
  ...reversalEvents,
];
