import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { z } from 'zod';
import { deviceOf } from '../../platform/http/device.ts';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { sessionForMail } from '../session/queries.ts';

const begun = z.strictObject({ sessionId: z.uuid() });

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
  }) satisfies Record<string, MailMaker>;
