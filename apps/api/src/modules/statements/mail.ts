import { dateOf } from '@anticipa/domain/calendar';
import { formatDate } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import { type Opening, readLong, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { activeUserById } from '../users/queries.ts';
import { statementPdf } from './pdf.ts';
import { statementOf } from './statement.ts';

const asked = z.strictObject({ userId: z.uuid(), from: z.iso.date(), to: z.iso.date(), knownAt: z.iso.datetime() });

export const statementMails = (deps: Opening) =>
  ({
    statement: async (work, payload) => {
      const { userId, from, to, knownAt } = asked.parse(payload);
      const user = await activeUserById(work, userId);
      if (!user) return null;
      const period = { from: dateOf(from), to: dateOf(to), knownAt: new Date(knownAt) };
      // Read after the transaction that claims the message, since a standby may answer.
      const content = async () =>
        statementPdf(await readLong(deps, WORKER, (wide) => statementOf(narrowTo(wide, work.tenant), period)));
      const days = `del ${formatDate(from)} al ${formatDate(to)}`;
      return {
        to: user.email,
        subject: `Estado de cuenta ${days}`,
        heading: `${user.first_name}, aquí está tu estado de cuenta`,
        paragraphs: [`Va adjunto en PDF el estado de cuenta de tu empresa ${days}.`],
        attachments: [{ filename: `estado-de-cuenta-${from}-a-${to}.pdf`, contentType: 'application/pdf', content }],
      };
    },
  }) satisfies Record<string, MailMaker>;
