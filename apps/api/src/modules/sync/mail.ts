import { isCredentialBroken } from '@anticipa/domain/sync';
import { z } from 'zod';
import type { JobDeps } from '../../lib/deps.ts';
import type { MailMaker } from '../../lib/jobs/outbox.ts';
import { activeUserById } from '../users/queries.ts';
import { credentialOf } from './queries.ts';

const interrupted = z.strictObject({ userId: z.uuid() });

const FOOTER =
  'Recibes este correo porque en tu perfil está encendido el aviso de desconexión de la autoridad fiscal; ahí lo puedes apagar. No respondas a este mensaje.';

export const syncMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    desync: async (work, payload) => {
      const user = await activeUserById(work, interrupted.parse(payload).userId);
      const credential = await credentialOf(work, 'read');
      // Connected again in the meantime.
      if (!user || credential === undefined || !isCredentialBroken(credential.status)) return null;
      return {
        to: user.email,
        subject: 'Se interrumpió la sincronización de tus facturas',
        heading: `${user.first_name}, dejamos de recibir tus facturas de la autoridad fiscal`,
        paragraphs: [
          'El SAT ya no acepta la contraseña con la que se conectó tu empresa. Las facturas que ya tienes siguen en el portal, pero las nuevas no llegarán solas.',
          'Para reanudar la sincronización, entra al portal y escribe la contraseña actual. Mientras tanto puedes subir tus facturas manualmente.',
        ],
        action: { label: 'Volver a conectar', url: `${config.baseUrl}/` },
        footer: FOOTER,
      };
    },
  }) satisfies Record<string, MailMaker>;
