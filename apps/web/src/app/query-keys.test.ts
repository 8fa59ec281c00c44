import { nouns } from '@anticipa/contract/events';
import { dateOf } from '@anticipa/domain/calendar';
import { monthOf } from '@anticipa/domain/month';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { calendarQuery } from '../features/calendar/api.ts';
import { interestInvoicesQuery, interestQuery } from '../features/interest/api.ts';
import { invoiceQuery, originalQuery } from '../features/invoice-sheet/api.ts';
import { messagesQuery } from '../features/outbox/api.ts';
import {
  instructionsQuery,
  overdueQuote,
  pdfQuery,
  referenceQuery,
  referencesQuery,
} from '../features/references/api.ts';
import { saleQuery, salesQuery } from '../features/sent-sales/api.ts';
import { statementQuery } from '../features/statement/api.ts';
import { countsQuery, statusQuery } from '../features/status/api.ts';
import { surveyQuery } from '../features/surveys/api.ts';
import { taxpayerQuery } from '../features/sync/api.ts';
import { companyQuery } from '../features/users/api.ts';
import { creditQuery, homeQuery, openInvoicesQuery } from '../lib/queries.ts';

const [february, march] = [monthOf(dateOf('2026-02-01')), monthOf(dateOf('2026-03-01'))];
const period = { startDate: '2026-02-01', endDate: '2026-02-28' };

/** Keys of the same data for other inputs, in each part. */
const keys: Readonly<Record<string, readonly { readonly queryKey: QueryKey }[]>> = {
  invoices: [
    openInvoicesQuery,
    countsQuery,
    statusQuery(10),
    statusQuery(20),
    invoiceQuery('a'),
    invoiceQuery('b'),
    calendarQuery(february),
    calendarQuery(march),
    interestQuery(february, '2026-03-02'),
    interestQuery(march, '2026-03-02'),
    interestQuery(march, '2026-03-03'),
    interestInvoicesQuery(february),
    interestInvoicesQuery(march),
    statementQuery(period, '2026-03-02'),
    statementQuery(period, '2026-03-03'),
    statementQuery({ ...period, startDate: '2026-02-02' }, '2026-03-02'),
    statementQuery({ ...period, endDate: '2026-02-27' }, '2026-03-02'),
  ],
  sales: [salesQuery, saleQuery('1'), saleQuery('2')],
  references: [
    referencesQuery('a'),
    referencesQuery('b'),
    referenceQuery('a'),
    referenceQuery('b'),
    pdfQuery('a'),
    pdfQuery('b'),
    instructionsQuery,
  ],
  credit: [creditQuery],
  others: [
    homeQuery,
    originalQuery('a'),
    originalQuery('b'),
    overdueQuote('MXN', null),
    overdueQuote('MXN', '2026-03-02'),
    overdueQuote('USD', '2026-03-02'),
    messagesQuery(null),
    messagesQuery('waiting'),
    surveyQuery('a', false),
    surveyQuery('b', false),
    companyQuery('a'),
    companyQuery('b'),
    taxpayerQuery('a'),
    taxpayerQuery('b'),
  ],
};

describe('what is kept of the server’s answers', () => {
  it('is never shown for another month, product, client or day', () => {
    const hashes = Object.values(keys)
      .flat()
      .map(({ queryKey }) => hashKey(queryKey));
    expect(hashes.filter((hash, index) => hashes.indexOf(hash) !== index)).toEqual([]);
  });

  it.each(nouns.filter((noun) => noun !== 'session'))('is read again after an event of its noun: %s', (noun) => {
    expect(keys[noun]?.map(({ queryKey }) => queryKey[0])).toEqual(keys[noun]?.map(() => noun));
  });
});
