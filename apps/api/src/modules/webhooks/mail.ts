import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';
import { clientWebhook, endpointsBy } from './queries.ts';

const makerLeft = z.strictObject({ makerId: z.uuid(), userId: z.uuid() });
const turnedOff = z.strictObject({ endpointId: z.uuid(), userId: z.uuid() });

export const webhookMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'webhook-off': async (work, payload) => {
      const { endpointId, userId } = turnedOff.parse(payload);
      const [user, webhook] = [await activeUserById(work, userId), await clientWebhook(work, endpointId)];
      if (!user || !webhook || webhook.isOn) return null;
      return {
        to: user.email,
        subject: 'Dejamos de enviar avisos a uno de tus programas',
        heading: `${user.first_name}, una dirección para avisos no responde`,
        paragraphs: [
          `Durante cinco días ${webhook.url} no respondió a nuestros avisos, así que la apagamos. Lo que tenía pendiente no se pierde: se envía cuando la enciendas de nuevo, y tu programa también puede leerlo.`,
        ],
        action: { label: 'Ver la dirección', url: `${config.baseUrl}/profile?ver=llaves` },
      };
    },
    'webhook-maker-left': async (work, payload) => {
      const { makerId, userId } = makerLeft.parse(payload);
      const [user, made] = [await activeUserById(work, userId), await endpointsBy(work, makerId)];
      if (!user || !made) return null;
      return {
        to: user.email,
        subject: 'Revisa las direcciones para avisos de tu empresa',
        heading: `${user.first_name}, ${made.name} ya no tiene acceso a tu empresa`,
        paragraphs: [
          `Agregó ${made.urls.length === 1 ? 'esta dirección' : 'estas direcciones'} para avisos: ${made.urls.join(', ')}. Son de tu empresa y siguen recibiendo avisos.`,
          'Quita las que ya no uses. En las demás cambia el secreto: quien las agregó pudo guardarlo.',
        ],
        action: { label: 'Ver las direcciones', url: `${config.baseUrl}/profile?ver=llaves` },
      };
    },
  }) satisfies Record<string, MailMaker>;
