/** Everything that can happen in a day of the simulation, in this order. A new event of the lender's is one entry here. */
import { clientEvents } from './client-events.ts';
import { deskEvents } from './desk-events.ts';
import type { SimulatedEvent } from './event.ts';
import { moneyEvents, payerEvents } from './payers.ts';

export const events: readonly SimulatedEvent[] = [...clientEvents, ...payerEvents, ...deskEvents, ...moneyEvents];
