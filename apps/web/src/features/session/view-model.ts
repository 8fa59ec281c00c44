import {
  emailProblem,
  type LoginProblem,
  loginPasswordProblem,
  type NewPasswordProblem,
  newPasswordProblem,
} from '@anticipa/domain/user';
import { es } from './es.ts';

export interface LoginValues {
  readonly email: string;
  readonly password: string;
}

/** Field → error text; empty when the form may be sent. */
export type LoginErrors = Partial<Record<keyof LoginValues, string>>;

const exampleEmail = 'nombre@empresa.com';

const texts: Record<LoginProblem, string> = {
  EMAIL_REQUIRED: es.validation.emailRequired,
  EMAIL_WITH_SPACES: es.validation.noSpaces,
  EMAIL_INVALID: es.validation.emailInvalid(exampleEmail),
  PASSWORD_REQUIRED: es.validation.passwordRequired,
};

/**
 * The checks of [SES-05]. Ignores spaces around the e-mail, common in pasted text; the form trims them before sending.
 */
export function loginErrors({ email, password }: LoginValues): LoginErrors {
  const ofEmail = emailProblem(email.trim());
  const ofPassword = loginPasswordProblem(password);
  return {
    ...(ofEmail ? { email: texts[ofEmail] } : {}),
    ...(ofPassword ? { password: texts[ofPassword] } : {}),
  };
}

/** The checks of [REC-01]. */
export function recoveryErrors({ email }: { readonly email: string }): { email?: string } {
  const problem = emailProblem(email.trim());
  return problem ? { email: texts[problem] } : {};
}

export interface NewPasswordValues {
  readonly password: string;
  readonly repeated: string;
}
export type NewPasswordErrors = Partial<Record<keyof NewPasswordValues, string>>;

const passwordTexts: Record<NewPasswordProblem, string> = {
  PASSWORD_REQUIRED: es.validation.passwordRequired,
  PASSWORD_WITH_SPACES: es.validation.noSpaces,
  PASSWORD_TOO_SHORT: es.validation.passwordTooShort,
  PASSWORD_TOO_LONG: es.validation.passwordTooLong,
  PASSWORDS_DIFFER: es.validation.passwordsDiffer,
};

/** The checks of [REC-04]: the first error, at the field that can fix it. */
export function newPasswordErrors({ password, repeated }: NewPasswordValues): NewPasswordErrors {
  const problem = newPasswordProblem(password, repeated);
  if (problem === null) return {};
  return { [problem === 'PASSWORDS_DIFFER' ? 'repeated' : 'password']: passwordTexts[problem] };
}
