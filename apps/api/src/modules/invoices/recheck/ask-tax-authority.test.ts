import { noTaxAnswer, type TaxAnswer } from '@anticipa/domain/invoice-entry';
import { expect, it } from 'vitest';
import type { TaxStatusPort } from '../../../gateways/tax-status/port.ts';
import { askTaxAuthority } from './recheck.ts';

it('leaves an invoice unreachable whose answer arrives after the deadline', async () => {
  const answer = Promise.withResolvers<TaxAnswer>();
  const taxStatus: TaxStatusPort = { check: () => answer.promise, saleDeadlineMs: 0 };
  const invoice = {
    documentId: 'late',
    uuid: '00000000-0000-4000-8000-000000000000',
    issuer: { rfc: 'AAA010101AAA' },
    receiver: { rfc: 'BBB010101BBB' },
    total: '1.00',
    sealTail: '12345678',
  };
  const answers = await askTaxAuthority(taxStatus, [invoice], 0);
  answer.resolve({ ...noTaxAnswer, status: 'vigente' });
  // Every continuation of the late answer has run.
  await new Promise(setImmediate);
  expect([...answers]).toEqual([['late', noTaxAnswer]]);
});
