import { isCredentialBroken, type SyncCredential } from '@anticipa/domain/sync';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';
import { credentialOf } from './queries.ts';

const interrupted = z.strictObject({ userId: z.uuid() });

const BECAUSE = 'el aviso de desconexión del SAT está encendido en tu perfil, donde lo puedes apagar,';

const TEXTS: Record<SyncCredential, { readonly lost: string; readonly remedy: string }> = {
  ciec: { lost: 'la contraseña', remedy: 'escribe la contraseña actual' },
  efirma: { lost: 'la e.firma', remedy: 'conéctate con tu e.firma vigente' },
};

export const syncMails = ({ config, invoiceSync }: Pick<JobDeps, 'config' | 'invoiceSync'>) =>
  ({
    desync: async (work, payload) => {
      const user = await activeUserById(work, interrupted.parse(payload).userId);
      const credential = await credentialOf(work, 'read');
      // Connected again in the meantime.
      if (!user || credential === undefined || !isCredentialBroken(credential.status)) return null;
      const { lost, remedy } = TEXTS[invoiceSync.connectsWith];
      return {
        to: user.email,
        subject: 'Se interrumpió la sincronización de tus facturas',
        heading: `${user.first_name}, dejamos de recibir tus facturas del SAT`,
        paragraphs: [
          `El SAT ya no acepta ${lost} con la que se conectó tu empresa. Las facturas que ya tienes siguen en el portal, pero las nuevas no llegarán solas.`,
          `Para reanudar la sincronización, entra al portal y ${remedy}. Mientras tanto puedes subir tus facturas manualmente.`,
        ],
        action: { label: 'Volver a conectar', url: `${config.baseUrl}/` },
        because: BECAUSE,
      };
    },
  }) satisfies Record<string, MailMaker>;
