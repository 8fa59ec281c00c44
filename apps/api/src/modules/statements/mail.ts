import { dateOf } from '@anticipa/domain/calendar';
import { formatDate, formatTableDate } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import { type Opening, readLong, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { type KeptHead, lastKeptHead } from '../books/chains.ts';
import { letterheadOf } from '../brand/queries.ts';
import { activeUserById } from '../users/queries.ts';
import { statementPdf } from './pdf.ts';
import { statementOf } from './statement.ts';

const asked = z.strictObject({ userId: z.uuid(), from: z.iso.date(), to: z.iso.date(), knownAt: z.iso.datetime() });

/** The client keeps it, so that nobody rewrites its books unnoticed. */
const headText = ({ number, hash, keptAt }: KeptHead): string =>
  `Huella de tus libros al ${formatTableDate(keptAt)}: asiento ${number}, ${hash}. Consérvala: con ella se comprueba que nada de lo anterior cambió.`;

export const statementMails = (deps: Opening) =>
  ({
    statement: async (work, payload) => {
      const { userId, from, to, knownAt } = asked.parse(payload);
      const user = await activeUserById(work, userId);
      if (!user) return null;
      const period = { from: dateOf(from), to: dateOf(to), knownAt: new Date(knownAt) };
      // Read after the transaction that claims the message, since a standby may answer.
      const content = async () =>
        readLong(deps, WORKER, async (wide) => ({
          statement: await statementOf(narrowTo(wide, work.tenant), period),
          brand: await letterheadOf(wide),
        })).then(({ statement, brand }) => statementPdf(statement, brand));
      const days = `del ${formatDate(from)} al ${formatDate(to)}`;
      const head = await lastKeptHead(work, work.tenant, period.knownAt);
      return {
        to: user.email,
        subject: `Estado de cuenta ${days}`,
        heading: `${user.first_name}, aquí está tu estado de cuenta`,
        paragraphs: [`Va adjunto en PDF el estado de cuenta de tu empresa ${days}.`, ...(head ? [headText(head)] : [])],
        attachments: [{ filename: `estado-de-cuenta-${from}-a-${to}.pdf`, contentType: 'application/pdf', content }],
      };
    },
  }) satisfies Record<string, MailMaker>;
