import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { z } from 'zod';
import { deviceOf } from '../../platform/http/device.ts';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { sessionForMail } from '../session/queries.ts';
import { activeUserById } from '../users/queries.ts';
import type { FactorChange } from './holder.ts';

const begun = z.strictObject({ sessionId: z.uuid() });

const changed = z.strictObject({
  userId: z.uuid(),
  change: z.enum([
    'second-factor-enrolled',
    'second-factor-dropped',
    'passkey-added',
    'passkey-removed',
    'app-added',
    'recovery-code-used',
    'second-factor-cleared',
  ]),
});

const changeTexts: Readonly<Record<FactorChange, readonly [subject: string, text: string]>> = {
  'second-factor-enrolled': [
    'Activaste tu segundo factor',
    'Con tu contraseña se activó el segundo factor de tu usuario y se mostraron sus diez códigos de recuperación.',
  ],
  'second-factor-dropped': [
    'Se desactivó tu segundo factor',
    'Desde una sesión abierta se desactivó el segundo factor de tu usuario: ahora se entra solo con la contraseña.',
  ],
  'passkey-added': [
    'Se agregó una llave de acceso',
    'Desde una sesión abierta se agregó una llave de acceso a tu usuario.',
  ],
  'passkey-removed': [
    'Se quitó una llave de acceso',
    'Desde una sesión abierta se quitó una llave de acceso de tu usuario.',
  ],
  'app-added': [
    'Se agregó una aplicación de autenticación',
    'Desde una sesión abierta se agregó una aplicación de autenticación a tu usuario.',
  ],
  'recovery-code-used': [
    'Se usó uno de tus códigos de recuperación',
    'Alguien escribió uno de tus códigos de recuperación. Cada código sirve una sola vez.',
  ],
  'second-factor-cleared': [
    'Se quitó tu segundo factor',
    'Un administrador de tu empresa, o dos personas de la financiera, quitaron el segundo factor de tu usuario porque se perdió, y cerraron tus sesiones: ahora se entra con la contraseña. Activa otro en tu perfil.',
  ],
};

const whenInMexico = new Intl.DateTimeFormat('es-MX', {
  timeZone: MEXICO_CITY,
  dateStyle: 'long',
  timeStyle: 'short',
});

export const sessionMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'new-device': async (work, payload) => {
      const session = await sessionForMail(work, begun.parse(payload).sessionId);
      if (session === undefined) return null;
      const { email, first_name: name, user_agent: userAgent, address, created_at: at } = session;
      return {
        to: email,
        subject: 'Inicio de sesión desde un dispositivo nuevo',
        heading: `${name}, alguien entró con tu usuario`,
        paragraphs: [
          `Iniciaron sesión en el portal desde ${deviceOf(userAgent)} (dirección ${address}) el ${whenInMexico.format(at)}, hora de la Ciudad de México. Si fuiste tú, no tienes que hacer nada.`,
          'Si no fuiste tú, cierra esa sesión en tu perfil y define una contraseña nueva de inmediato.',
        ],
        action: { label: 'Ver mis sesiones', url: `${config.baseUrl}/profile` },
      };
    },
    'factor-changed': async (work, payload) => {
      const { userId, change } = changed.parse(payload);
      const user = await activeUserById(work, userId);
      if (user === undefined) return null;
      const [subject, text] = changeTexts[change];
      return {
        to: user.email,
        subject,
        heading: subject,
        paragraphs: [
          `${text} Si fuiste tú${change === 'second-factor-cleared' ? ' quien lo pidió' : ''}, no tienes que hacer nada.`,
          'Si no fuiste tú, define una contraseña nueva de inmediato, cierra tus sesiones y avisa a tu asesor.',
        ],
        action: { label: 'Ver mi perfil', url: `${config.baseUrl}/profile` },
      };
    },
  }) satisfies Record<string, MailMaker>;
