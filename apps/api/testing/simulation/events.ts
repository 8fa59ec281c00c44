/** Everything that can happen in a day of the simulation, in this order. A new event of the lender's is one entry here. */
import { adjustmentEvents } from './adjustment-events.ts';
import { bankFileEvents } from './bank-file-events.ts';
import { clientEvents } from './client-events.ts';
import { closeEvents } from './close-events.ts';
import { deskEvents } from './desk-events.ts';
import type { SimulatedEvent } from './event.ts';
import { followUpEvents } from './follow-up-events.ts';
import { loadEvents } from './load-events.ts';
import { madePaymentEvents } from './made-payment-events.ts';
import { fileEvents } from './payables.ts';
import { moneyEvents, payerEvents } from './payers.ts';
import { receiptEvents } from './receipt-events.ts';
import { reversalEvents } from './reversal-events.ts';

export const events: readonly SimulatedEvent[] = [
  ...clientEvents,
  ...payerEvents,
  ...fileEvents,
  ...bankFileEvents,
  ...loadEvents,
  ...madePaymentEvents,
  ...deskEvents,
  ...moneyEvents,
  ...receiptEvents,
  ...adjustmentEvents,
  ...followUpEvents,
  ...reversalEvents,
  ...closeEvents,
];
