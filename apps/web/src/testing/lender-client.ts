/** A client, a proposal and settings, as the tests of these screens change them. */

import type { Approval } from '@anticipa/contract/approvals';
import type { LenderClient } from '@anticipa/contract/lender-clients';
import type { Settings } from '@anticipa/contract/settings';

export const clientId = '00000000-0000-4000-8000-000000000001';
export const client: LenderClient = {
  clientId,
  rfc: 'CNA010101AAA',
  entityName: 'Comercial Ñandú',
  branch: 'MTY',
  state: 'open',
  readsUntil: null,
  taxRegime: 'PM',
  fiscalRegime: '601',
  postalCode: '64000',
  promoterPhone: '81 1000 0000',
  paymentOrderCompany: null,
  sync: { allowed: false, active: false },
  createdAt: '2026-03-10T18:00:00.000Z',
  products: [{ product: 'BI', authorised: true, active: true }],
  lines: [],
  accounts: [],
  people: [
    {
      userId: clientId,
      email: 'ana@comercial.test',
      name: 'Ana Ruiz',
      isAdmin: true,
      active: true,
      hasPassword: true,
      hasSecondFactor: true,
      openSessions: 2,
    },
  ],
  pending: 1,
};
/** Waits for a second person. */
export const proposal: Approval = {
  id: '00000000-0000-4000-8000-000000000002',
  state: 'open',
  change: {
    kind: 'bank-account',
    about: { clientId, product: 'BI', currency: 'USD' },
    before: null,
    now: null,
    proposed: { bank: 'Banco del Bajío', clabe: '030180001234567895' },
  },
  names: { [clientId]: client.entityName },
  reason: 'cambió de banco',
  proposedBy: { operatorId: '00000000-0000-4000-8000-000000000003', name: 'Luz Mesa' },
  proposedAt: '2026-03-10T18:00:00.000Z',
  expiresAt: '2026-03-17T06:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  motive: null,
  effect: null,
  ground: 'a',
};

export const noSettings: Settings = {
  products: [],
  branches: [],
  lender: null,
  brand: null,
  accounts: [],
  clabeRanges: [],
  ownAccounts: [],
  accountFormats: [],
  estimateTerms: [],
  approvalAmounts: [],
  factorsFrom: null,
  terms: [],
};
