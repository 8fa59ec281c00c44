/** Values that operators type and that could move money: each with what keeps one slip, or one person, from doing so. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/**
 * `doubted`: beyond its bound it needs a reason and a second person. `always`: it always needs them. `as-shown`: a value that is not the
 * one that is due is refused. `harmless`: it moves no money.
 */
type Guard = 'doubted' | 'always' | 'as-shown' | 'harmless';

/** Each value by its call and path, with its guard and its bound. */
const bounds: Readonly<Record<string, readonly [Guard, string]>> = {
  'registerCollection amount': ['doubted', 'the lender’s per cent above what is owed, or ten times it'],
  'registerCollection valueDate': ['doubted', 'more than three days ago, or before the deposit'],
  'registerCollection bank': ['harmless', 'names who sent the money, and pays nobody'],
  'registerCollection deductions.amount': ['doubted', 'a credit note above 1 % of the invoice; others leave it owed'],
  'previewCollection amount': ['harmless', 'shows what would be booked'],
  'previewCollection valueDate': ['harmless', 'shows what would be booked'],
  'previewCollection deductions.amount': ['harmless', 'shows what would be booked'],
  'identifyPayment amount': ['doubted', 'the lender’s per cent above what is owed, or ten times it'],
  'identifyPayment deductions.amount': ['doubted', 'a credit note above 1 % of the invoice; others leave it owed'],
  'previewIdentification amount': ['harmless', 'shows what would be booked'],
  'previewIdentification deductions.amount': ['harmless', 'shows what would be booked'],
  'proposeFiscalData proposed.from': ['always', ''],
  'proposeSaleTerms proposed.from': ['always', 'from today to a year ahead; earlier sales keep their terms'],
  'proposeSaleTerms proposed.openingRate': [
    'always',
    'at most 10 % of a later sale; its client sees it before it sells',
  ],
  'proposeSaleTerms proposed.openingMXN': [
    'always',
    'of later sales; their clients see it, and a deposit stays above zero',
  ],
  'proposeSaleTerms proposed.openingUSD': [
    'always',
    'of later sales; their clients see it, and a deposit stays above zero',
  ],
  'adjustInvoice amount': ['doubted', 'more than 1 % of the invoice; at most what the receiver owes'],
  'adjustInvoice paidOn': ['doubted', 'more than three days ago; never before the deposit'],
  'publishRate tipoCambio': ['doubted', '3 % from the last one or from Banxico’s; between 5 and 100'],
  'proposeExtension dueDate': ['always', ''],
  'propose change.proposed.limit': ['always', ''],
  'propose change.proposed.interestRate': ['always', ''],
  'propose change.proposed.advancePercent': ['always', ''],
  'propose change.proposed.moratoryRate': ['always', ''],
  'propose change.proposed.validUntil': ['always', ''],
  'propose change.proposed.clabe': ['always', 'its bank is that of its first three digits, and not typed'],
  'answerRequest answer.limit': ['always', ''],
  'proposeSetting change.proposed.clabe': ['always', 'its bank is that of its first three digits, and not typed'],
  'proposeSetting change.proposed.account': ['always', ''],
  'proposeSetting change.account': ['always', 'one of the accounts of the journals'],
  'proposeSetting change.proposed.number': ['always', 'a number of the lender’s own chart'],
  'proposeSetting change.proposed.swift': ['always', ''],
  'proposeSetting change.proposed.inForceFrom': ['always', ''],
  'proposeSetting change.from': ['always', 'today or later'],
  'proposeSetting change.proposed.percent1': ['always', 'at most 100, and stages do not fall'],
  'proposeSetting change.proposed.percent2': ['always', 'at most 100, and stages do not fall'],
  'proposeSetting change.proposed.percent3': ['always', 'at most 100, and stages do not fall'],
  'proposeSetting change.proposed.perSale': ['always', 'unless there is one administrator'],
  'proposeSetting change.proposed.perDay': ['always', 'unless there is one administrator'],
  'proposeSetting change.proposed.perPayment': ['always', 'unless there is one administrator'],
  'proposeSetting change.proposed.paymentsPerDay': ['always', 'unless there is one administrator'],
  'proposeSetting change.proposed.surplusPercent': ['always', 'unless there is one administrator'],
  'proposeSetting change.proposed.requiredFrom': ['always', 'today or later, unless there is one administrator'],
  'previewManualEntry valueDate': ['harmless', 'shows what would be booked'],
  'previewManualEntry lines.amount': ['harmless', 'shows what would be booked'],
  'proposeManualEntry valueDate': ['always', 'a day of the open months, today at the latest'],
  'proposeManualEntry lines.amount': ['always', 'between accounts without records of their own'],
  'proposeManualReversal valueDate': ['always', 'a day of the open months, today at the latest'],
  'recordNotice given.on': ['harmless', 'says since when a receiver knows of the assignment'],
  'setReceiverLimit limit': ['doubted', 'a higher one'],
  'disburseSale paidOn': ['doubted', 'more than three days ago; never in the future or before the authorisation'],
  'confirmPayout paidOn': ['doubted', 'more than three days ago; never in the future or before the settlement'],
  'confirmReturn paidOn': ['doubted', 'more than three days ago; never in the future or before the money came'],
  'confirmPayout amount': ['as-shown', 'all that is due'],
  'proposeReturn moved': ['always', 'the payment stays as it was booked'],
  'orderTransfers payments.amount': ['as-shown', 'what is due'],
  'makePaymentFile payments.amount': ['as-shown', 'what is due'],
  'makePaymentFile payments.clabe': ['doubted', 'another bank than the one that sent the money'],
  'forwardPayment amount': ['as-shown', 'what is left of the money'],
  'proposePortfolioLoad totals.owed': ['always', 'the total of the file'],
  'proposePortfolioLoad totals.aforo': ['always', 'the total of the file'],
  'proposePortfolioLoad totals.unearned': ['always', 'the total of the file'],
  'recordPromise promised.amount': ['harmless', 'books nothing; at most what is owed'],
  'recordPromise promised.payOn': ['harmless', 'books nothing'],
  'setHoliday date': ['harmless', 'a day to come, for new sales'],
};

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;
const isFreeText = (schema: z.ZodType): boolean => accepts(schema, 'any text at all');

/** Money and rates are told by what a value accepts, accounts by its name. */
function isGuarded(name: string, schema: z.ZodType): boolean {
  const isMoneyOrRate = ['1.00', '12.50', '17.5'].some((value) => accepts(schema, value)) && !isFreeText(schema);
  const isDay = accepts(schema, '2026-04-24') && !accepts(schema, '2026-13-32');
  return isMoneyOrRate || isDay || /clabe|account(?!Id)|swift|^bank$/i.test(name);
}

/** The values of a body by their paths. */
function valuesOf(schema: z.ZodType, path: readonly string[] = []): (readonly [path: string, schema: z.ZodType])[] {
  const { def } = schema as unknown as { readonly def: Def };
  const inner = [def.innerType, def.element, def.in].find((one) => one !== undefined);
  if (def.shape) return Object.entries(def.shape).flatMap(([name, value]) => valuesOf(value, [...path, name]));
  if (def.options?.every((option) => valuesOf(option).some(([name]) => name !== ''))) {
    return def.options.flatMap((option) => valuesOf(option, path));
  }
  const isLeaf = inner === undefined || valuesOf(inner).every(([name]) => name === '');
  return isLeaf ? [[path.join('.'), schema]] : valuesOf(inner, path);
}

interface Def {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly in?: z.ZodType;
}

const all: readonly (readonly [string, Route])[] = Object.entries(routes);
const typed = all.flatMap(([name, { audience, body }]) =>
  audience === 'operator' && body
    ? [...new Map(valuesOf(body)).entries()]
        .filter(([path, schema]) => isGuarded(path.split('.').at(-1) ?? '', schema))
        .map(([path]) => `${name} ${path}`)
    : [],
);

describe('[DIN-45] a value that an operator types', () => {
  it('has its bound in this table', () => {
    expect(typed.toSorted()).toEqual(Object.keys(bounds).toSorted());
  });

  it.each(Object.entries(bounds))('%s: its call can answer so', (value, [guard]) => {
    const route = all.find(([name]) => value.startsWith(`${name} `))?.[1];
    const answers = route?.response ? valuesOf(route.response).map(([path]) => path.split('.')[0]) : [];
    const isProposed = answers.includes('proposal') || answers.includes('proposalId');
    const shown = ['PAYMENT_AMOUNT_CHANGED', 'PAYMENT_CHANGED', 'PAYOUT_AMOUNT_DIFFERS'] as const;
    const can = {
      doubted: isProposed,
      always: isProposed,
      'as-shown': shown.some((code) => route?.errors?.includes(code)),
      harmless: true,
    };
    expect(can[guard]).toBe(true);
  });
});
