/** The key of a program, as the program itself sees it. */
import { z } from 'zod';
import { keyScope } from '../api-keys.ts';
import { clientRead } from '../route.ts';
import { id, instant, rfc, text } from '../wire.ts';

export const v1GetKey = clientRead({
  path: '/v1/key',
  scope: 'read',
  summary: 'The key of the call, and the company that it belongs to.',
  response: z.strictObject({
    company: z.strictObject({
      id: id.describe('Id of the company.').meta({ examples: ['0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20'] }),
      tax_id: rfc.describe('RFC of the company.').meta({ examples: ['MNO150401AB9'] }),
      name: text.describe('Registered name of the company.').meta({ examples: ['MANUFACTURAS DEL NORTE'] }),
    }),
    key: z
      .strictObject({
        id: id.describe('Id of the key.').meta({ examples: ['7d1f0c52-4a8b-4d8e-8a94-5b7f1f2f9c11'] }),
        name: text.describe('Name that an administrator gave the key.').meta({ examples: ['ERP'] }),
        scopes: z
          .array(keyScope)
          .describe('What the key may do.')
          .meta({ examples: [['read', 'upload']] }),
      })
      .nullable()
      .describe('Null for a call with the session of a person.'),
    now: instant.describe('Clock of the portal.').meta({ examples: ['2026-11-28T18:00:00.000Z'] }),
  }),
});
