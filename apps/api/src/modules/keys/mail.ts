import { scopeTexts } from '@anticipa/texts/key-texts';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';
import { clientKey } from './queries.ts';

const created = z.strictObject({ keyId: z.uuid(), userId: z.uuid() });

export const keyMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    'key-created': async (work, payload) => {
      const { keyId, userId } = created.parse(payload);
      const [user, key] = [await activeUserById(work, userId), await clientKey(work, keyId)];
      if (!user || !key) return null;
      return {
        to: user.email,
        subject: `Llave nueva para programas: ${key.name}`,
        heading: `${user.first_name}, tu empresa tiene una llave nueva`,
        paragraphs: [
          `${key.ownerName} creó la llave ${key.mode === 'test' ? 'de prueba ' : ''}${key.name}, que empieza con ${key.prefix}. Un programa puede usarla para ${key.scopes.map((scope) => scopeTexts[scope].mail).join(', ')}.`,
          'Si no la esperabas, revócala de inmediato en tu perfil: su siguiente llamada se rechaza.',
        ],
        action: { label: 'Ver las llaves', url: `${config.baseUrl}/profile?ver=llaves` },
      };
    },
  }) satisfies Record<string, MailMaker>;
