import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from './queries.ts';

const declined = z.strictObject({ userId: z.uuid(), addedBy: z.uuid() });

export const userMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    // Only to who typed the address: the portal says nothing more of the person.
    'invitation-declined': async (work, payload) => {
      const { userId, addedBy } = declined.parse(payload);
      const inviter = await activeUserById(work, addedBy);
      const invited = await work.db
        .selectFrom('users')
        .select('email')
        .where('client_id', '=', work.tenant)
        .where('user_id', '=', userId)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      if (!inviter || !invited) return null;
      return {
        to: inviter.email,
        subject: 'Rechazaron tu invitación',
        heading: `${inviter.first_name}, rechazaron tu invitación`,
        paragraphs: [
          `${invited.email} no aceptó entrar a tu empresa en el portal: se queda sin acceso. Si fue un error, dale acceso otra vez en tu perfil y la invitación vuelve a esperarle.`,
        ],
        action: { label: 'Ver los usuarios', url: `${config.baseUrl}/profile` },
      };
    },
  }) satisfies Record<string, MailMaker>;
