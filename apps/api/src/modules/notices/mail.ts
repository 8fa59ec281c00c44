/** Mails of notices: one of its own, or one with those of a day. */
import { choiceOf, isLocked } from '@anticipa/domain/notice-event';
import { formatTableDate } from '@anticipa/texts/format';
import { noticeAddress, noticeLinks, noticeText } from '@anticipa/texts/notice-texts';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import type { JobDeps } from '../deps.ts';
import { activeUserById } from '../users/queries.ts';
import { noticesById } from './queries.ts';

const told = z.strictObject({ userId: z.uuid(), noticeId: z.uuid(), isInstead: z.boolean().default(false) });
const toldOfDay = z.strictObject({ userId: z.uuid(), noticeIds: z.array(z.uuid()) });

const BECAUSE = 'en tu perfil elegiste recibir estos avisos por correo';
const INSTEAD = 'elegiste recibir este aviso por WhatsApp y no sabemos que haya llegado a tu teléfono';
const FOR_SECURITY = 'los avisos de seguridad se envían siempre';

export const noticeMails = ({ config }: Pick<JobDeps, 'config'>) =>
  ({
    notice: async (work, payload) => {
      const { userId, noticeId, isInstead } = told.parse(payload);
      const user = await activeUserById(work, userId);
      const [notice] = await noticesById(work, userId, [noticeId]);
      if (!user || !notice) return null;
      const { title, body } = noticeText(notice);
      return {
        to: user.email,
        subject: title,
        heading: title,
        paragraphs: [body],
        action: { label: noticeLinks[notice.object], url: `${config.baseUrl}${noticeAddress(notice)}` },
        because: isInstead ? INSTEAD : isLocked(choiceOf(notice.event), 'mail') ? FOR_SECURITY : BECAUSE,
      };
    },
    'notice-digest': async (work, payload) => {
      const { userId, noticeIds } = toldOfDay.parse(payload);
      const user = await activeUserById(work, userId);
      const notices = await noticesById(work, userId, noticeIds);
      if (!user || notices.length === 0) return null;
      const count = notices.length === 1 ? '1 aviso' : `${notices.length} avisos`;
      return {
        to: user.email,
        subject: `Tu día en el portal: ${count}`,
        heading: `${user.first_name}, esto pasó hoy`,
        paragraphs: [],
        tables: [
          {
            title: 'Avisos',
            head: ['Hora', 'Aviso', 'Detalle'],
            rows: notices.map((notice) => {
              const { title, body } = noticeText(notice);
              return [formatTableDate(notice.createdAt), title, body];
            }),
          },
        ],
        action: { label: 'Ver mis avisos', url: `${config.baseUrl}/avisos` },
        because: BECAUSE,
      };
    },
  }) satisfies Record<string, MailMaker>;
