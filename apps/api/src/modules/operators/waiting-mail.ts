/** Mail to operators about changes that wait for them as the second person. */
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import type { ProposalKind } from '@anticipa/domain/proposal';
import type { Principal, WideWork } from '../../platform/work/work.ts';

const whats: Readonly<Record<ProposalKind, string>> = {
  'credit-line': 'Un cambio de una línea de crédito',
  'bank-account': 'Un cambio de una cuenta para depósitos',
  'account-release': 'La liberación de una cuenta para depósitos',
  'fiscal-data': 'Un cambio de datos fiscales',
  operator: 'Un cambio de operadores',
  'second-factor': 'La reparación de un segundo factor',
  'receiver-limit': 'Un límite más alto de un receptor',
  'receiver-alias': 'Otro nombre de un receptor',
  'lender-account': 'Un cambio de una cuenta de la financiera',
  'clabe-range': 'Un cambio de un rango de CLABE',
  terms: 'Una versión nueva de los términos',
  'approval-amounts': 'Un cambio de los importes con segunda persona',
  'exchange-rate': 'Un tipo de cambio',
  alert: 'El cierre de una alerta de dinero',
  payment: 'Un cobro',
  shortfall: 'El cierre de un faltante con el aforo',
};

const lastDay = new Intl.DateTimeFormat('es-MX', { timeZone: MEXICO_CITY, dateStyle: 'long' });

interface Waiting {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The screen of the desk to which the mail leads, and the words of the link. */
  readonly path: string;
  readonly label: string;
}

/** Null once the proposal is decided or its time is over. */
export async function waitingProposal({ db, at }: WideWork<Principal>, proposalId: string): Promise<Waiting | null> {
  const found = await db
    .selectFrom('proposals')
    .leftJoin('clients', 'clients.client_id', 'proposals.client_id')
    .select(['kind', 'entity_name', 'expires_at'])
    .where('proposal_id', '=', proposalId)
    .where('state', '=', 'PENDIENTE')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  if (found === undefined) return null;
  const client = found.entity_name === null ? '' : ` Es sobre ${found.entity_name}.`;
  // It expires at midnight, which reads as a day later.
  const until = lastDay.format(found.expires_at.getTime() - 1);
  return {
    subject: `${whats[found.kind]} espera aprobación`,
    paragraphs: [
      `La propuesta es de otra persona, y con tu rol puedes decidirla.${client} Vence al terminar el ${until}.`,
    ],
    path: '/lender/proposals',
    label: 'Ver las propuestas',
  };
}

/** Null once the answer is confirmed, returned or withdrawn. */
export async function waitingAnswer({ db }: WideWork<Principal>, saleId: string): Promise<Waiting | null> {
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
