/** Invoices in credit that a lender financed before it used the portal, loaded from a file. */
import { loadFaults } from '@anticipa/domain/loaded-invoice';
import { z } from 'zod';
import { approval, approvalRoles } from './approvals.ts';
import { exportFormats } from './exports.ts';
import { loadStates, loadSums, loadTotal } from './portfolio-load-change.ts';
import { deskRead, deskWrite, type ResponseOf, route } from './route.ts';
import { amountInput, date, fiscalUuid, id, instant, line, reason, text } from './wire.ts';

/** Number of invoices in one file. */
export const MAX_LOADED = 500;
/** Limit of the list of files. */
export const LOADS_LIMIT = 50;

/** Why a row cannot be loaded. */
export const loadProblems = [
  ...loadFaults,
  'COLUMN_MISSING',
  'CELL_UNREADABLE',
  'LISTED_TWICE',
  'SALE_DIFFERS',
  'REFERENCE_TAKEN',
  'CLIENT_UNKNOWN',
  'CLIENT_CLOSED',
  'INVOICE_MISSING',
  'INVOICE_DIFFERS',
  'INVOICE_TAKEN',
  'INVOICE_REJECTED',
  'INVOICE_NOT_CONFIRMED',
  'RECEIVER_REFUSED',
  'RECEIVER_LIMIT',
  'LINE_MISSING',
  'LINE_LIMIT',
] as const;
export type LoadProblem = (typeof loadProblems)[number];

const load = z.strictObject({
  loadId: id,
  fileName: text,
  /** The last day of the books before. */
  cutOn: date,
  state: z.enum(loadStates),
  checkedBy: text,
  checkedAt: instant,
  totals: z.array(loadTotal),
  clients: z.array(loadTotal.extend({ clientId: id, entityName: text })),
  /** Whether nothing but interest was booked for its invoices since. */
  canWithdraw: z.boolean(),
});
export type PortfolioLoad = z.output<typeof load>;

const roles = approvalRoles['portfolio-load'];

export const listPortfolioLoads = deskRead({
  path: '/api/lender/portfolio-loads',
  summary: `Lists the newest ${LOADS_LIMIT} files of invoices in credit that were loaded, or wait for a second person.`,
  roles: [...roles, 'auditor'],
  response: z.strictObject({ data: z.array(load) }),
});

export const portfolioLoadTemplate = deskRead({
  path: '/api/lender/portfolio-loads/template',
  summary: 'The columns of a file of invoices in credit, with one row as an example.',
  roles,
  query: z.strictObject({ format: z.enum(exportFormats) }),
  produces: 'application/octet-stream',
});

export const checkPortfolioLoad = route({
  method: 'PUT',
  path: '/api/lender/portfolio-loads',
  summary: `Checks a file of at most ${MAX_LOADED} invoices in credit and books nothing: it is kept if nothing is wrong with it.`,
  audience: 'operator',
  roles,
  rate: 'upload',
  query: z.strictObject({ cutOn: date, fileName: line.trim().min(1).max(200) }),
  consumes: 'application/octet-stream',
  maxBytes: 4 * 1024 * 1024,
  response: z.strictObject({
    /** Null if a row cannot be loaded. */
    load: load.nullable(),
    /** `row`: its number in the file; `column`: the heading of the cell. */
    problems: z.array(z.strictObject({ row: z.int(), column: text.nullable(), problem: z.enum(loadProblems) })),
  }),
  errors: ['LOAD_UNREADABLE', 'LOAD_TOO_LONG', 'CUT_NOT_OPEN'],
});
export type CheckedLoad = ResponseOf<typeof checkPortfolioLoad>;

export const takeInCfdi = route({
  method: 'PUT',
  path: '/api/lender/portfolio-loads/cfdi',
  summary: 'Takes in the CFDI of an invoice for the client that issued it, by the checks of an upload.',
  audience: 'operator',
  roles,
  rate: 'upload',
  query: z.strictObject({ fileName: line.trim().min(1).max(200) }),
  consumes: 'application/octet-stream',
  maxBytes: 2 * 1024 * 1024,
  response: z.strictObject({
    /** Null if it was refused. */
    uuid: fiscalUuid.nullable(),
    /** Why it was refused, in words. */
    refused: text.nullable(),
  }),
  errors: ['PRODUCT_INACTIVE'],
});

export const proposePortfolioLoad = deskWrite({
  path: '/api/lender/portfolio-loads/:loadId/proposals',
  summary:
    'Proposes to book a checked file as of its cut day, if the control totals are its own, or to withdraw a booked one; it applies once a second person approves it.',
  roles,
  params: z.strictObject({ loadId: id }),
  body: z.strictObject({
    state: z.enum(['booked', 'withdrawn']),
    /** The totals of the books before, by currency; only of a file to be booked. */
    totals: z
      .array(z.strictObject({ ...loadSums, owed: amountInput, aforo: amountInput, unearned: amountInput }))
      .max(2),
    reason,
  }),
  response: z.strictObject({ proposal: approval }),
  errors: ['LOAD_TOTALS_DIFFER', 'LOAD_STATE_CONFLICT', 'LOAD_OUTDATED', 'LOAD_IN_USE', 'PROPOSAL_PENDING'],
});
