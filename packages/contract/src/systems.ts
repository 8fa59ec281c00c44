import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { deskRead, deskWrite } from './route.ts';
import { date, instant, text } from './wire.ts';

export const outsideSystems = [
  'tax-status',
  'taxpayer-list',
  'invoice-sync',
  'invoicing',
  'mail',
  'payouts',
  'payment-proofs',
  'exchange-rates',
  'conservation',
  'storage',
  'error-reports',
  'base-app',
  'risk',
  'credits',
  'dispersions',
  'whatsapp',
  'push',
] as const;
export type OutsideSystem = (typeof outsideSystems)[number];

/** Systems whose waiting work an operator can have tried again at once. */
export const retriedSystems = [
  'tax-status',
  'taxpayer-list',
  'invoice-sync',
  'mail',
  'payouts',
  'conservation',
] as const;
export type RetriedSystem = (typeof retriedSystems)[number];

const system = z.strictObject({
  system: z.enum(outsideSystems),
  /** Both programs call outside systems, each with a circuit of its own. */
  program: z.enum(['api', 'worker']),
  lastSuccessAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
  /** Kind of the last failure; null if unknown. */
  lastFailure: text.nullable(),
  /** `open`: calls are stopped after repeated failures. */
  circuit: z.enum(['closed', 'open']),
  /** Work that waits for the system, with the newest item's last error; null if nothing ever waits. */
  queue: z.strictObject({ waiting: z.int(), oldestAt: instant.nullable(), lastError: text.nullable() }).nullable(),
  /** Credentials with which the portal signs in or seals there; null if none can expire or be refused. */
  credentials: z
    .strictObject({
      /** The lender's certificate, or the first of the clients' e.firmas; null if unknown or a password. */
      expiry: z.strictObject({ on: date, daysLeft: z.int() }).nullable(),
      /** Connected clients whose password or e.firma is no longer accepted. */
      refused: z.int(),
    })
    .nullable(),
});
export type SystemState = z.output<typeof system>;

export const listSystems = deskRead({
  path: '/api/lender/systems',
  summary: 'Lists the outside systems: how the last calls went, since the programs started, and what waits for them.',
  roles: operatorRoles,
  response: z.strictObject({
    data: z.array(system),
    /** The portal itself, and when its database last changed. */
    portal: z.strictObject({ version: text, migratedAt: instant }),
  }),
});

export const retrySystem = deskWrite({
  path: '/api/lender/systems/:system/retry',
  summary: 'Tries what waits for an outside system again now, not at its next time.',
  roles: ['soporte', 'administrador'],
  params: z.strictObject({ system: z.enum(retriedSystems) }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
});
