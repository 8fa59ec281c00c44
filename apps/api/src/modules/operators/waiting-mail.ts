/** Mail to operators about changes that wait for them as the second person. */
import { changeSchema } from '@anticipa/contract/approvals';
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { mailSubjectOf } from '@anticipa/texts/approvals';
import { sql } from 'kysely';
import type { Principal, WideWork } from '../../platform/work/work.ts';

const lastDay = new Intl.DateTimeFormat('es-MX', { timeZone: MEXICO_CITY, dateStyle: 'long' });

interface Waiting {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The screen of the desk to which the mail leads, and the words of the link. */
  readonly path: string;
  readonly label: string;
}

/** Mail about the change, or another one of the same subject proposed after it was withdrawn; null if none is open. */
export async function waitingProposal(work: WideWork<Principal>, approvalId: string): Promise<Waiting | null> {
  const { db, at } = work;
  const found = await db
    .selectFrom('approvals')
    .leftJoin('clients', 'clients.client_id', 'approvals.client_id')
    .select(['entity_name', 'expires_at', 'change'])
    .where(
      sql<boolean>`(kind, change -> 'about') =
        (select mailed.kind, mailed.change -> 'about' from approvals mailed where mailed.approval_id = ${approvalId})`,
    )
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .executeTakeFirst();
  const change = found && changeSchema.parse(found.change);
  if (change?.kind === 'answer') return waitingAnswer(work, change.about.saleId);
  if (!change || found.expires_at === null) return null;
  const client = found.entity_name === null ? '' : ` Es sobre ${found.entity_name}.`;
  // It expires at midnight, which reads as a day later.
  const until = lastDay.format(found.expires_at.getTime() - 1);
  return {
    subject: mailSubjectOf(change.kind),
    paragraphs: [
      `La propuesta es de otra persona, y con tu rol puedes decidirla.${client} Vence al terminar el ${until}.`,
    ],
    path: '/lender/proposals',
    label: 'Ver las propuestas',
  };
}

/** Null once the sale has ended. */
async function waitingAnswer({ db }: WideWork<Principal>, saleId: string): Promise<Waiting | null> {
  const found = await db
    .selectFrom('sales')
    .innerJoin('clients', 'clients.client_id', 'sales.client_id')
    .select(['number_of_sale', 'entity_name'])
    .where('sale_id', '=', saleId)
    .where('state', '=', 'proposed')
    .executeTakeFirst();
  if (found === undefined) return null;
  return {
    subject: 'La respuesta a una venta espera a una segunda persona',
    paragraphs: [
      `Otra persona contestó la venta ${found.number_of_sale} de ${found.entity_name}, que por su importe necesita dos personas. Nada queda autorizado hasta que confirmes la respuesta.`,
    ],
    path: `/lender/sales/${saleId}`,
    label: 'Ver la venta',
  };
}
