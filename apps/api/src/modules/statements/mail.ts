import { dateOf } from '@anticipa/domain/calendar';
import { formatDate } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import { activeUserById } from '../users/queries.ts';
import { statementPdf } from './pdf.ts';
import { statementOf } from './statement.ts';

const asked = z.strictObject({ userId: z.uuid(), from: z.iso.date(), to: z.iso.date(), knownAt: z.iso.datetime() });

export const statementMails = {
  statement: async (work, payload) => {
    const { userId, from, to, knownAt } = asked.parse(payload);
    const user = await activeUserById(work, userId);
    if (!user) return null;
    const period = { from: dateOf(from), to: dateOf(to), knownAt: new Date(knownAt) };
    const statement = await statementOf(work, period);
    const content = () => statementPdf(statement);
    const days = `del ${formatDate(from)} al ${formatDate(to)}`;
    return {
      to: user.email,
      subject: `Estado de cuenta ${days}`,
      heading: `${user.first_name}, aquí está tu estado de cuenta`,
      paragraphs: [`Va adjunto en PDF el estado de cuenta de tu empresa ${days}.`],
      attachments: [{ filename: `estado-de-cuenta-${from}-a-${to}.pdf`, contentType: 'application/pdf', content }],
    };
  },
} satisfies Record<string, MailMaker>;
