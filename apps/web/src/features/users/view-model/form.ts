/** The form of a person: what it shows, what is wrong with it, and what is sent. */

import type { ClientUser } from '@anticipa/contract/users';
import {
  changeAccess,
  emailProblem,
  formatPhone,
  isPhone,
  losesLastAdministrator,
  phoneDigits,
} from '@anticipa/domain/user';
import { errorTexts } from '@anticipa/texts/texts';
import { z } from 'zod';
import type { ApiRefusal } from '../../../lib/api-client.ts';
import { es } from '../es.ts';

/** What is typed and switched; phones as the mask writes them. */
export const userValues = z.strictObject({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  motherSurname: z.string(),
  phone: z.string(),
  mobile: z.string(),
  initialDeposit: z.boolean(),
  active: z.boolean(),
  isAdmin: z.boolean(),
  syncAllowed: z.boolean(),
});
export type UserValues = z.output<typeof userValues>;
export type TextFieldName = 'email' | 'firstName' | 'lastName' | 'motherSurname' | 'phone' | 'mobile';
export type UserErrors = Partial<Record<TextFieldName, string>>;

/** In the order they stand in the form. */
export const textFields: readonly TextFieldName[] = [
  'email',
  'firstName',
  'lastName',
  'motherSurname',
  'phone',
  'mobile',
];

/** Source: the contract's limit of a name. */
const MAX_NAME = 120;
const EXAMPLE = 'nombre@empresa.com';
// The contract's `line`: what no name contains and some clipboards do.
const UNKEEPABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const newValues: UserValues = {
  email: '',
  firstName: '',
  lastName: '',
  motherSurname: '',
  phone: '',
  mobile: '',
  initialDeposit: true,
  active: true,
  isAdmin: false,
  syncAllowed: false,
};

export const valuesOf = (user: ClientUser): UserValues => ({
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  motherSurname: user.motherSurname,
  phone: formatPhone(user.phone),
  mobile: formatPhone(user.mobile),
  initialDeposit: user.notifications.initialDeposit,
  active: user.active,
  isAdmin: user.isAdmin,
  syncAllowed: user.syncAllowed,
});

export const sameValues = (one: UserValues, other: UserValues): boolean =>
  JSON.stringify(userValues.parse(one)) === JSON.stringify(userValues.parse(other));

const emailTexts = {
  EMAIL_REQUIRED: es.validation.emailRequired,
  EMAIL_WITH_SPACES: es.validation.noSpaces,
  EMAIL_INVALID: es.validation.emailInvalid(EXAMPLE),
} as const;

function nameError(name: string, required: boolean): string | null {
  if (required && name.trim() === '') return es.validation.nameRequired;
  if (name.length > MAX_NAME) return es.validation.nameTooLong(MAX_NAME);
  return UNKEEPABLE.test(name) ? es.validation.nameInvalid : null;
}

const phoneError = (phone: string): string | null =>
  isPhone(phone.trim() === '' ? '' : phoneDigits(phone)) ? null : errorTexts.PHONE_INVALID;

/** [PER-09] What is wrong with each field; empty when the form may be sent. The e-mail of an existing person is fixed. */
export function userErrors(values: UserValues, isNew: boolean): UserErrors {
  const problem = isNew ? emailProblem(values.email.trim()) : null;
  const found: Record<TextFieldName, string | null> = {
    email: problem && emailTexts[problem],
    firstName: nameError(values.firstName, true),
    lastName: nameError(values.lastName, true),
    motherSurname: nameError(values.motherSurname, false),
    phone: phoneError(values.phone),
    mobile: phoneError(values.mobile),
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== null));
}

/** The errors of a refusal beside the fields it is about. */
export function refusedFields(refusal: ApiRefusal): UserErrors {
  if (refusal.code === 'EMAIL_ALREADY_REGISTERED' || refusal.code === 'INVALID_EMAIL')
    return { email: refusal.message };
  const named = refusal.details.filter(({ path }) => textFields.some((field) => field === path));
  return Object.fromEntries(named.map(({ path, message }) => [path, message || refusal.message]));
}

/** The body of creating somebody. */
export const createBody = (values: UserValues) => ({
  email: values.email.trim(),
  ...ownBody(values),
  active: values.active,
  isAdmin: values.isAdmin,
  syncAllowed: values.syncAllowed,
});

/**
 * The body of changing somebody: the permissions only where they changed, so that two administrators at once do not take
 * back each other's; and never from somebody who is no administrator, because the server refuses them then.
 */
export function updateBody(values: UserValues, before: UserValues, byAdministrator: boolean) {
  const { active, isAdmin, syncAllowed } = values;
  if (!byAdministrator) return ownBody(values);
  return {
    ...ownBody(values),
    ...(active === before.active ? {} : { active }),
    ...(isAdmin === before.isAdmin ? {} : { isAdmin }),
    ...(syncAllowed === before.syncAllowed ? {} : { syncAllowed }),
  };
}

const ownBody = (values: UserValues) => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  motherSurname: values.motherSurname.trim(),
  phone: phoneDigits(values.phone),
  mobile: phoneDigits(values.mobile),
  notifications: { initialDeposit: values.initialDeposit },
});

export type Permission = 'active' | 'isAdmin';
export type PermissionChange = { readonly values: UserValues; readonly refused: string | null };

/**
 * [PER-10] [PER-11] Turns access or administration on or off with what follows from it, unless the company would be left
 * without an administrator: then nothing changes. `before` is the person as saved, null for a new one.
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
