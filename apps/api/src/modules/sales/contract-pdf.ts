import type { ResponseOf } from '@anticipa/contract/route';
import type { saleContract } from '@anticipa/contract/sent-sales';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { formatDate } from '@anticipa/texts/format';
import type { Deps } from '../../lib/deps.ts';
import { renderPdf } from '../../lib/pdf.ts';
import type { Caller } from '../../lib/session/context.ts';
import { runAs } from '../../lib/transaction.ts';
import { acceptedContract } from './sent-queries.ts';

/** The accepted text of a sale with who accepted it, when, from where, and its SHA-256. NOT_FOUND unless it was sent. */
export async function printContract(
  deps: Deps,
  caller: Caller,
  number: number,
): Promise<Outcome<ResponseOf<typeof saleContract>>> {
  const contract = await runAs(deps, caller, (work) => acceptedContract(work, number));
  if (!contract) return refuse('NOT_FOUND');
  const { text, hash, acceptedAt, acceptedBy, address } = contract;
  const title = `Contrato de la venta ${number}`;
  const pdf = await renderPdf({ title, madeAt: acceptedAt }, (page) => {
    page.heading(title);
    page.facts([
      ['Aceptado por', acceptedBy],
      ['Empresa', `${caller.actor.entityName} · RFC ${caller.actor.rfc}`],
      ['Fecha', `${formatDate(dateAt(acceptedAt, MEXICO_CITY))}, ${clockOf(acceptedAt)} (Ciudad de México)`],
      ['Dirección IP', address],
      ['Huella (SHA-256)', hash],
    ]);
    page.heading('Texto aceptado');
    for (const paragraph of text.split(/\n+/)) page.paragraph(paragraph);
  });
  return done({ base64: pdf.toString('base64'), fileName: `contrato-venta-${number}.pdf` });
}

const clock = new Intl.DateTimeFormat('es-MX', {
  timeZone: MEXICO_CITY,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const clockOf = (at: Date): string => clock.format(at);
