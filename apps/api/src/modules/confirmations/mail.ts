import { CONFIRMATION_DAYS, shownFacts, verdictNames } from '@anticipa/domain/confirmation';
import { formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import type { MailMaker } from '../../platform/jobs/outbox.ts';
import { newToken, tokenHash } from '../../platform/work/caller.ts';
import { brandOf } from '../brand/queries.ts';
import type { JobDeps } from '../deps.ts';
import { invoicesById } from '../invoices/queries.ts';
import { activeUserById } from '../users/queries.ts';

const asked = z.strictObject({ confirmationId: z.uuid() });
const answered = z.strictObject({ confirmationId: z.uuid(), userId: z.uuid() });

export const confirmationMails = ({ config: { baseUrl } }: Pick<JobDeps, 'config'>) =>
  ({
    /** Each attempt carries a new key. Null once the person is deleted, or another question took the place of this one. */
    'invoice-confirmation': async (work, payload) => {
      const { confirmationId } = asked.parse(payload);
      const question = await work.db
        .selectFrom('confirmations')
        .innerJoin('receiver_contacts as contact', 'contact.contact_id', 'confirmations.contact_id')
        .select(['shown', 'contact.name', 'contact.email'])
        .where('client_id', '=', work.tenant)
        .where('confirmation_id', '=', confirmationId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', work.at)
        .executeTakeFirst();
      if (!question) return null;
      const key = newToken();
      await work.db
        .insertInto('confirmation_keys')
        .values({ client_id: work.tenant, key_hash: tokenHash(key), confirmation_id: confirmationId })
        .execute();
      const { name: brand } = await brandOf(work);
      const facts = shownFacts(question.shown);
      const [supplier = '', folio = ''] = facts.map(([, value]) => value);
      return {
        to: question.email,
        subject: `Confirma la factura ${folio} de ${supplier}`,
        heading: `${question.name}, ¿nos confirmas esta factura?`,
        paragraphs: [
          `${supplier} trabaja con ${brand} y te pide confirmar que esta factura es correcta. Responde en la página: puedes confirmarla, objetarla o corregir el día de pago.`,
        ],
        tables: [{ title: 'La factura', head: ['Dato', 'Valor'], rows: facts.map((fact) => [...fact]) }],
        // The key is in the fragment, which browsers do not send, so that no log contains it.
        action: { label: 'Responder', url: `${baseUrl}/confirmar#${new URLSearchParams({ k: key })}` },
        closing: [
          `La liga es solo para esta factura, sirve una vez y vence en ${CONFIRMATION_DAYS} días. No te pide contraseñas ni datos bancarios.`,
        ],
        because: `${brand} te tiene como contacto de tu empresa`,
      };
    },
    'confirmation-answered': async (work, payload) => {
      const { confirmationId, userId } = answered.parse(payload);
      const user = await activeUserById(work, userId);
      const found = await work.db
        .selectFrom('confirmation_answers')
        .select(['document_id', 'verdict', 'reason'])
        .where('client_id', '=', work.tenant)
        .where('confirmation_id', '=', confirmationId)
        .executeTakeFirst();
      const [invoice] = found ? await invoicesById(work, [found.document_id]) : [];
      if (!user || !found || !invoice) return null;
      const folio = formatFolio(invoice);
      return {
        to: user.email,
        subject: `${invoice.receiverName} respondió sobre tu factura ${folio}`,
        heading: `${user.first_name}, tu cliente respondió`,
        paragraphs: [
          `${invoice.receiverName}: ${verdictNames[found.verdict]}, factura ${folio}.`,
          ...(found.reason === null ? [] : [`Motivo: ${found.reason}`]),
        ],
        action: { label: 'Ver la factura', url: `${baseUrl}/factura/${found.document_id}` },
      };
    },
  }) satisfies Record<string, MailMaker>;
