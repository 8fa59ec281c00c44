import { emailProblem, type LoginProblem, loginPasswordProblem } from '@anticipa/domain/user';
import { es } from './es.ts';

export interface LoginValues {
  readonly email: string;
  readonly password: string;
}

/** Field → text of what is wrong with it; empty when the form may be sent. */
export type LoginErrors = Partial<Record<keyof LoginValues, string>>;

export const exampleEmail = 'nombre@empresa.com';

const texts: Record<LoginProblem, string> = {
  EMAIL_REQUIRED: es.validation.emailRequired,
  EMAIL_WITH_SPACES: es.validation.noSpaces,
  EMAIL_INVALID: es.validation.emailInvalid(exampleEmail),
  PASSWORD_REQUIRED: es.validation.passwordRequired,
};

/** The checks of [SES-05]. Spaces around the e-mail come from the clipboard; the form drops them before asking. */
export function loginErrors({ email, password }: LoginValues): LoginErrors {
  const ofEmail = emailProblem(email.trim());
  const ofPassword = loginPasswordProblem(password);
  return {
    ...(ofEmail ? { email: texts[ofEmail] } : {}),
    ...(ofPassword ? { password: texts[ofPassword] } : {}),
  };
}
