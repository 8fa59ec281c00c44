import type { Config } from '../../platform/config/config.ts';
import type { Mail } from '../../platform/jobs/mail-template.ts';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { brandOf } from '../brand/queries.ts';
import { mintOperatorKey } from '../recovery/operator-keys.ts';
import type { OperatorMailKind } from './queue-mail.ts';
import { waitingProposal } from './waiting-mail.ts';

const BECAUSE = 'eres operador de la financiera';

const NOT_YOU =
  'Si no fuiste tú, avisa de inmediato a un administrador: alguien conoce tu contraseña o usa tu sesión. Él puede cerrar tus sesiones y reparar tu segundo factor.';

/** Changes of the second factor. Each is mailed, so that the operator notices those that others make. */
const factorChanges = {
  'second-factor-enrolled': {
    subject: 'Se registró tu segundo factor',
    text: 'Con tu contraseña se registró el segundo factor de tu usuario y se mostraron sus diez códigos de recuperación.',
  },
  'passkey-added': {
    subject: 'Se agregó una llave de acceso',
    text: 'Desde una sesión abierta se agregó una llave de acceso a tu usuario.',
  },
  'passkey-removed': {
    subject: 'Se quitó una llave de acceso',
    text: 'Desde una sesión abierta se quitó una llave de acceso de tu usuario.',
  },
  'app-added': {
    subject: 'Se agregó una aplicación de autenticación',
    text: 'Desde una sesión abierta se agregó una aplicación de autenticación a tu usuario.',
  },
  'recovery-code-used': {
    subject: 'Se usó uno de tus códigos de recuperación',
    text: 'Alguien escribió uno de tus códigos de recuperación. Cada código sirve una sola vez.',
  },
} as const;

const isFactorChange = (kind: OperatorMailKind): kind is keyof typeof factorChanges =>
  Object.hasOwn(factorChanges, kind);

/** The mail to an operator with access; null if it is obsolete. Each attempt at an invitation carries a new key. */
export async function operatorMail(
  work: WideWork<Principal>,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  {
    operatorId,
    kind,
    about = '',
  }: { readonly operatorId: string; readonly kind: OperatorMailKind; readonly about?: string | undefined },
): Promise<Mail | null> {
  const operator = await work.db
    .selectFrom('operators')
    .select(['email', 'has_password'])
    .where('operator_id', '=', operatorId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (operator === undefined) return null;
  const { email: to, has_password: hasPassword } = operator;
  if (kind === 'second-factor-cleared')
    return {
      to,
      subject: 'Se retiró tu segundo factor',
      heading: 'Se retiró tu segundo factor',
      paragraphs: [
        'Dos administradores aprobaron que registres otra vez tu segundo factor. Tus sesiones se cerraron y tus códigos de recuperación ya no sirven. Al entrar con tu contraseña registrarás uno nuevo.',
        'Si no lo pediste, avisa de inmediato a un administrador.',
      ],
      action: { label: 'Iniciar sesión', url: `${baseUrl}/login` },
      because: BECAUSE,
    };
  if (isFactorChange(kind)) {
    const { subject, text } = factorChanges[kind];
    return {
      to,
      subject,
      heading: subject,
      paragraphs: [`${text} Si fuiste tú, no tienes que hacer nada.`, NOT_YOU],
      action: { label: 'Ver mi cuenta', url: `${baseUrl}/lender/account` },
      because: BECAUSE,
    };
  }
  if (kind === 'proposal-waiting') {
    const waiting = await waitingProposal(work, about);
    if (waiting === null) return null;
    const { path, label, ...texts } = waiting;
    return { to, heading: texts.subject, ...texts, action: { label, url: `${baseUrl}${path}` }, because: BECAUSE };
  }
  if (hasPassword === true) return null;
  const key = await mintOperatorKey(work, operatorId);
  const { name } = await brandOf(work);
  return {
    to,
    subject: `Tu usuario en la mesa de ${name}`,
    heading: 'Te damos la bienvenida',
    paragraphs: [
      `Un administrador de la financiera te dio de alta como operador del portal de ${name}. Define tu contraseña para entrar; tu usuario es ${to}. Al entrar por primera vez registras un segundo factor.`,
    ],
    // The key is in the fragment, which browsers do not send, so that no log contains it.
    action: { label: 'Definir contraseña', url: `${baseUrl}/recoverPass#${new URLSearchParams({ k: key, e: to })}` },
    closing: ['La liga sirve una sola vez y vence en 7 días. Si ya venció, pide otra a un administrador.'],
    because: BECAUSE,
  };
}
