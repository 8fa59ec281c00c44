import type { ResponseOf } from '@anticipa/contract/route';
import type { saleContract } from '@anticipa/contract/sent-sales';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { formatDate } from '@anticipa/texts/format';
import { renderPdf } from '../../../platform/documents/pdf.ts';
import type { Caller } from '../../../platform/work/caller.ts';
import { runAs } from '../../../platform/work/transaction.ts';
import { letterheadOf } from '../../brand/queries.ts';
import type { Deps } from '../../deps.ts';
import { contractOf } from '../sent-queries.ts';

/**
 * The text of a sale with its SHA-256 and, once accepted, who accepted it, when and from where. NOT_FOUND before its terms
 * are fixed and after it ended without being accepted.
 */
export async function printContract(
  deps: Deps,
  caller: Caller,
  number: number,
): Promise<Outcome<ResponseOf<typeof saleContract>>> {
  const { contract, brand } = await runAs(deps, caller, async (work) => ({
    contract: await contractOf(work, number),
    brand: await letterheadOf(work),
  }));
  if (!contract) return refuse('NOT_FOUND');
  const { text, hash, acceptance } = contract;
  const title = acceptance ? `Contrato de la venta ${number}` : 'Términos y Condiciones';
  const company = ['Empresa', `${caller.actor.entityName} · RFC ${caller.actor.rfc}`] as const;
  const fingerprint = ['Huella (SHA-256)', hash] as const;
  const pdf = await renderPdf({ brand, title, madeAt: acceptance?.at ?? deps.clock.now() }, (page) => {
    page.heading(title);
    page.facts(
      acceptance
        ? [
            ...(acceptance.preparedBy === null ? [] : [['Preparado por', acceptance.preparedBy] as const]),
            ['Aceptado por', acceptance.by],
            company,
            [
              'Fecha',
              `${formatDate(dateAt(acceptance.at, MEXICO_CITY))}, ${clockOf(acceptance.at)} (Ciudad de México)`,
            ],
            ['Dirección IP', acceptance.address],
            fingerprint,
          ]
        : [company, ['Estado', 'Sin aceptar'], fingerprint],
    );
    page.heading(acceptance ? 'Texto aceptado' : 'Texto por aceptar');
    for (const paragraph of text.split(/\n+/)) page.paragraph(paragraph);
  });
  const fileName = acceptance ? `contrato-venta-${number}.pdf` : 'terminos-y-condiciones.pdf';
  return done({ base64: pdf.toString('base64'), fileName });
}

const clock = new Intl.DateTimeFormat('es-MX', {
  timeZone: MEXICO_CITY,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const clockOf = (at: Date): string => clock.format(at);
