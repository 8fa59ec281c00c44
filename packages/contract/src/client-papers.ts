/** Statement and CFDI of a client for operators, with the answers that the client gets in its portal. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { type ExportedTable, exportTable } from './exports.ts';
import { interestInvoiceFile, listInterestInvoices } from './interest.ts';
import { deskRead } from './route.ts';
import { balanceStatement, getStatement } from './statements.ts';
import { id, isInOrder, period } from './wire.ts';

const params = z.strictObject({ clientId: id });

export const getClientStatement = deskRead({
  path: '/api/lender/clients/:clientId/statement',
  summary: 'The account statement of a client for a period, per currency.',
  roles: operatorRoles,
  isHeavy: true,
  params,
  query: getStatement.query,
  response: getStatement.response,
});

export const printClientStatement = deskRead({
  path: '/api/lender/clients/:clientId/statement/pdf',
  summary: 'The account statement of a client for a period as PDF, in base64.',
  roles: operatorRoles,
  isHeavy: true,
  params,
  query: z.strictObject(period).refine(isInOrder, { path: ['endDate'] }),
  response: balanceStatement.response,
});

/** Lists CFDI by day of issue in Mexico City, both days inclusive, newest first. */
export const listClientCfdi = deskRead({
  path: '/api/lender/clients/:clientId/interestInvoices',
  summary: 'Lists the CFDI that the lender issued to a client.',
  roles: operatorRoles,
  isHeavy: true,
  params,
  query: printClientStatement.query,
  response: listInterestInvoices.response,
});

export const clientCfdiFile = deskRead({
  path: '/api/lender/clients/:clientId/interestInvoices/:fileType/:id',
  summary: 'A CFDI that the lender issued to a client, or one of its payment complements, as XML or PDF, in base64.',
  roles: operatorRoles,
  params: params.extend(interestInvoiceFile.params.shape),
  response: interestInvoiceFile.response,
  errors: interestInvoiceFile.errors,
});

/** Tables of the statement and the CFDI that operators can export. */
export const tablesOfPapers = [
  'interest-invoices',
  'movements',
  'complements',
  'ceded',
  'received',
  'transfers',
  'issued',
] as const satisfies readonly ExportedTable[];

export const exportClientTable = deskRead({
  path: '/api/lender/clients/:clientId/export/:table',
  summary: 'A table of a client’s account as a spreadsheet, or as CSV.',
  roles: operatorRoles,
  isHeavy: true,
  params: params.extend({
    table: z.enum(tablesOfPapers),
  }),
  query: exportTable.query,
  produces: 'application/octet-stream',
  errors: exportTable.errors,
});
