/** The key of a program, as the program itself sees it. */
import { z } from 'zod';
import { keyMode, keyScope } from '../api-keys.ts';
import { clientRead } from '../route.ts';
import { rfc } from '../wire.ts';
import { amountOf, idOf, instantOf, named, property, textOf } from './shapes.ts';

export const v1GetKey = clientRead({
  path: '/v1/key',
  scope: 'read',
  summary: 'The key of the call, and the company that it belongs to.',
  response: named(
    'KeyOfCall',
    'The key of a call.',
    z.strictObject({
      company: named(
        'Company',
        'The company of the key.',
        z.strictObject({
          id: idOf('company'),
          tax_id: property(rfc, 'RFC of the company.', 'MNO150401AB9'),
          name: textOf('Registered name of the company.', 'MANUFACTURAS DEL NORTE'),
        }),
      ),
      key: named(
        'Key',
        'A key for a program.',
        z.strictObject({
          id: idOf('key'),
          name: textOf('Name that an administrator gave the key.', 'ERP'),
          mode: property(keyMode, '`test`: the key acts on a test company, and moves no money.', 'live'),
          scopes: property(z.array(keyScope), 'What the key may do.', ['read', 'upload']),
          accept_up_to: amountOf(
            'Most that its owner may sell at once, in pesos; dollars count at the rate of the day',
            '500000.00',
          ).nullable(),
        }),
      ).nullable(),
      now: instantOf('Clock of the portal.'),
    }),
  ),
});
