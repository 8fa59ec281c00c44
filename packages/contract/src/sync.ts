/** Synchronisation with the tax authority, with the CIEC password or the e.firma of the client. */
import { ciecStatus, DEFAULT_HISTORY_DAYS, historyDays } from '@anticipa/domain/sync';
import { z } from 'zod';
import { clientRead, route } from './route.ts';
import { id, instant, rfc } from './wire.ts';

const MAX_CIEC = 128;
/** Bytes of a file of the e.firma. The tax authority's have less than 2 kB. */
export const MAX_EFIRMA_FILE = 4500;
const efirmaFile = z
  .base64()
  .min(1)
  .max((MAX_EFIRMA_FILE / 3) * 4);

const taxpayer = z.strictObject({
  rfc,
  /** Whether the provider holds a password of the taxpayer. */
  hasCiec: z.boolean(),
  /** Null before the first password. */
  ciecStatus: z.literal(Object.values(ciecStatus)).nullable(),
});
export type Taxpayer = z.output<typeof taxpayer>;

const syncState = z.strictObject({
  syncActive: z.boolean(),
  SATsyncActive: z.boolean(),
  SATlastSync: instant.nullable(),
  SATdownloading: z.boolean(),
  SATsyncAt: instant.nullable(),
});
export type SyncState = z.output<typeof syncState>;

/**
 * Answers once the tax authority has, which can take half a minute. With `efirma`, the bytes of its two files, the password is
 * that of its key.
 */
export const validateCredentials = route({
  method: 'POST',
  path: '/api/validateCredentials',
  summary: 'Checks the CIEC password or the e.firma of the client at the tax authority.',
  audience: 'client',
  right: 'prepare',
  rate: 'login',
  body: z.strictObject({
    username: rfc,
    password: z.string().min(1).max(MAX_CIEC),
    efirma: z.strictObject({ certificate: efirmaFile, privateKey: efirmaFile }).optional(),
    userId: id.optional(),
    clientId: id.optional(),
  }),
  response: z.strictObject({ data: taxpayer }),
  errors: [
    'CIEC_WRONG',
    'EFIRMA_FOREIGN',
    'EFIRMA_UNMATCHED',
    'EFIRMA_EXPIRED',
    'EFIRMA_REFUSED',
    'SYNC_FAILED',
    'DAILY_LIMIT_REACHED',
  ],
});

/** `days`: the age of the oldest invoice of the first download. `notifyDesync` changes the user's own preference. */
export const clientCredentials = route({
  method: 'PUT',
  path: '/api/clientCredentials',
  summary: 'Connects the client to the tax authority, which begins the first download, or disconnects it.',
  audience: 'client',
  right: 'prepare',
  body: z.strictObject({
    clientId: id.optional(),
    syncActive: z.boolean(),
    days: z.literal([...historyDays]).default(DEFAULT_HISTORY_DAYS),
    notifyDesync: z.boolean().optional(),
  }),
  response: z.strictObject({ data: syncState }),
  errors: ['CIEC_NOT_VALID', 'SYNC_DOWNLOADING'],
});

export const satsync = route({
  method: 'POST',
  path: '/api/satsync',
  summary: 'Downloads the invoices of the last days again; ones that are known stay as they are.',
  audience: 'client',
  right: 'prepare',
  body: z
    .strictObject({ clientId: id.optional(), days: z.literal([...historyDays]).default(DEFAULT_HISTORY_DAYS) })
    .optional(),
  response: z.strictObject({ data: syncState }),
  errors: ['SYNC_INACTIVE'],
});

export const syncNow = route({
  method: 'POST',
  path: '/api/sync/:clientId',
  summary: 'Downloads what is new since the last synchronisation, without waiting for the night.',
  audience: 'client',
  right: 'prepare',
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ data: syncState }),
  errors: ['SYNC_INACTIVE'],
});

export const getTaxpayer = clientRead({
  path: '/api-external/taxpayer/:rfc',
  summary: 'Whether the password of the client works: PENDING 10, VALID 20, INVALID 30, DEACTIVATED 40, ERROR 50.',
  params: z.strictObject({ rfc }),
  response: z.strictObject({ data: taxpayer }),
});

/** Signed by the provider. It only wakes the worker, which asks the provider: a repeated one does no harm. */
export const syncWebhook = route({
  method: 'POST',
  path: '/api/webhooks/syntage',
  summary: 'The provider’s news about a taxpayer.',
  audience: 'public',
  consumes: 'application/octet-stream',
  produces: 'application/octet-stream',
});
