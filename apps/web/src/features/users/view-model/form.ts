/** The form of a user: values, errors, and the body to send. */

import type { ClientUser } from '@anticipa/contract/users';
import { changeSaleGrant, losesLastSeller, type SaleGrant, saleRights } from '@anticipa/domain/sale-right';
import {
  changeAccess,
  emailProblem,
  formatPhone,
  isPersonName,
  isPhone,
  losesLastAdministrator,
  phoneDigits,
} from '@anticipa/domain/user';
import { formatAmount } from '@anticipa/texts/format';
import { errorTexts } from '@anticipa/texts/texts';
import { z } from 'zod';
import type { ApiRefusal } from '../../../lib/api-client.ts';
import { failuresByField } from '../../../lib/failure-text.ts';
import { amountTyped } from '../../../lib/typed-amount.ts';
import { es } from '../es.ts';

/** The form's values; phones as masked. */
export const userValues = z.strictObject({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  motherSurname: z.string(),
  phone: z.string(),
  mobile: z.string(),
  initialDeposit: z.boolean(),
  desyncSAT: z.boolean(),
  sales: z.boolean(),
  active: z.boolean(),
  isAdmin: z.boolean(),
  syncAllowed: z.boolean(),
  saleRight: z.enum(saleRights),
  /** As typed; empty without a bound. */
  acceptUpTo: z.string(),
});
export type UserValues = z.output<typeof userValues>;
export type TextFieldName = 'email' | 'firstName' | 'lastName' | 'motherSurname' | 'phone' | 'mobile' | 'acceptUpTo';

/** Maximum length of a name, from the contract. */
const MAX_NAME = 120;
const EXAMPLE = 'nombre@empresa.com';
// Characters that the contract's `line` forbids and some clipboards contain.
const UNKEEPABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const newValues: UserValues = {
  email: '',
  firstName: '',
  lastName: '',
  motherSurname: '',
  phone: '',
  mobile: '',
  initialDeposit: true,
  desyncSAT: true,
  sales: true,
  active: true,
  isAdmin: false,
  syncAllowed: false,
  saleRight: 'accept',
  acceptUpTo: '',
};

export const valuesOf = (user: ClientUser): UserValues => ({
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  motherSurname: user.motherSurname,
  phone: formatPhone(user.phone),
  mobile: formatPhone(user.mobile),
  initialDeposit: user.notifications.initialDeposit,
  desyncSAT: user.notifications.desyncSAT,
  sales: user.notifications.sales,
  active: user.active,
  isAdmin: user.isAdmin,
  syncAllowed: user.syncAllowed,
  saleRight: user.saleRight,
  acceptUpTo: user.acceptUpTo === null ? '' : formatAmount(user.acceptUpTo, '').trim(),
});

export const sameValues = (one: UserValues, other: UserValues): boolean =>
  JSON.stringify(userValues.parse(one)) === JSON.stringify(userValues.parse(other));

const emailTexts = {
  EMAIL_REQUIRED: es.validation.emailRequired,
  EMAIL_WITH_SPACES: es.validation.noSpaces,
  EMAIL_INVALID: es.validation.emailInvalid(EXAMPLE),
} as const;

const name = z
  .string()
  .trim()
  .max(MAX_NAME, es.validation.nameTooLong(MAX_NAME))
  .refine((text) => !UNKEEPABLE.test(text), es.validation.nameInvalid)
  .refine(isPersonName, errorTexts.NAME_INVALID);
const requiredName = name.min(1, es.validation.nameRequired);
const phone = z.string().transform(phoneDigits).refine(isPhone, errorTexts.PHONE_INVALID);
const email = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = emailProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: emailTexts[problem] });
  });

const isBound = (typed: string): boolean => typed.trim() === '' || Number(amountTyped(typed) ?? 0) > 0;
const bound = z.string().refine(isBound, errorTexts.ACCEPT_UP_TO_INVALID).transform(amountTyped);

/** [PER-09] The form's rules, resulting in the body of a new user. The e-mail of an existing user is fixed. */
export const userForm = (isNew: boolean) =>
  z
    .object({
      email: isNew ? email : z.string(),
      firstName: requiredName,
      lastName: requiredName,
      motherSurname: name,
      phone,
      mobile: phone,
      initialDeposit: z.boolean(),
      desyncSAT: z.boolean(),
      sales: z.boolean(),
      active: z.boolean(),
      isAdmin: z.boolean(),
      syncAllowed: z.boolean(),
      saleRight: z.enum(saleRights),
      acceptUpTo: bound,
    })
    .transform(({ initialDeposit, desyncSAT, sales, saleRight, acceptUpTo, ...values }) => ({
      ...values,
      ...changeSaleGrant({ saleRight, acceptUpTo }, {}),
      notifications: { initialDeposit, desyncSAT, sales },
    }));
export type UserBody = z.output<ReturnType<typeof userForm>>;

/** First fault of each field. */
export const userErrors =
  (isNew: boolean) =>
  (values: UserValues): Partial<Record<keyof UserValues, string>> => {
    const issues = userForm(isNew).safeParse(values).error?.issues ?? [];
    return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
  };

/** The fields of a refusal, each with its text. */
export const refusedFields = (refusal: ApiRefusal): Readonly<Partial<Record<string, string>>> =>
  refusal.code === 'EMAIL_ALREADY_REGISTERED' || refusal.code === 'INVALID_EMAIL'
    ? { email: refusal.message }
    : failuresByField(refusal);

/**
 * The body of a change. Permissions only if changed, so that concurrent administrators do not undo each other's
 * changes; none from other users, whom the server would refuse.
 */
export function updateBody(body: UserBody, before: UserValues, byAdministrator: boolean) {
  const { email: _, active, isAdmin, syncAllowed, saleRight, acceptUpTo, ...own } = body;
  if (!byAdministrator) return own;
  return {
    ...own,
    ...(active === before.active ? {} : { active }),
    ...(isAdmin === before.isAdmin ? {} : { isAdmin }),
    ...(syncAllowed === before.syncAllowed ? {} : { syncAllowed }),
    ...(saleRight === before.saleRight ? {} : { saleRight }),
    ...(acceptUpTo === amountTyped(before.acceptUpTo) ? {} : { acceptUpTo }),
  };
}

export type Permission = 'active' | 'isAdmin';
export type PermissionChange = { readonly values: UserValues; readonly refused: string | null };

/**
 * [PER-10] [PER-11] Switches access or administration with its consequences, unless the company would be left without
 * an administrator: then nothing changes. `before` is the saved user, null for a new one.
 */
export function switchPermission(
  values: UserValues,
  change: Partial<Record<Permission, boolean>>,
  company: { readonly before: UserValues | null; readonly activeAdministrators: number },
): PermissionChange {
  const after = changeAccess(values, change);
  const { before, activeAdministrators } = company;
  if (before !== null && losesLastAdministrator(before, after, activeAdministrators)) {
    return { values, refused: es.validation.lastAdministrator };
  }
  return { values: { ...values, ...after }, refused: null };
}

const grantOf = ({ saleRight, acceptUpTo }: UserValues): SaleGrant => ({
  saleRight,
  acceptUpTo: amountTyped(acceptUpTo),
});

/** [DER-04] Why a change of the right to sell is refused: nobody would be left who sells any amount. */
export const saleGrantRefusal = (
  before: UserValues | null,
  after: UserValues,
  people: readonly ClientUser[],
): string | null => {
  if (before === null) return null;
  const unbounded = people.filter(
    ({ active, saleRight, acceptUpTo }) => active && saleRight === 'accept' && acceptUpTo === null,
  ).length;
  const [was, is] = [before, after].map((values) => ({ active: values.active, ...grantOf(values) }));
  return was && is && losesLastSeller(was, is, unbounded) ? errorTexts.AT_LEAST_ONE_SELLER_IS_REQUIRED : null;
};
