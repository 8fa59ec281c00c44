/** A mail and a document with a brand that nobody has approved, made by the code that makes the real ones. */
import type { previewBrand } from '@anticipa/contract/brand';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome } from '@anticipa/domain/errors';
import { renderPdf } from '../../platform/documents/pdf.ts';
import { type Mail, renderMail } from '../../platform/jobs/mail-template.ts';
import type { Caller, OperatorActor } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { brandRefusal } from './commands.ts';
import { headedAsProposed, logoPath, mailBrandOf, pdfBrandOf } from './queries.ts';

const mailOf = (url: string): Mail => ({
  to: 'cliente@ejemplo.mx',
  subject: 'Tu venta está en revisión',
  heading: 'Tu venta está en revisión',
  paragraphs: ['Recibimos tu venta de 2 facturas. Te avisamos por correo en cuanto la contestemos.'],
  tables: [
    {
      title: 'Facturas',
      head: ['Folio', 'Cliente', 'Recibes'],
      rows: [
        ['FAC-1026', 'Comercializadora de ejemplo', 'MXN 92,740.00'],
        ['FAC-1031', 'Comercializadora de ejemplo', 'MXN 46,370.00'],
      ],
      figures: [2],
    },
  ],
  action: { label: 'Ver la venta', url },
});

/** Reads the proposed logo; the document is drawn after the transaction. */
export async function brandPreview(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller<OperatorActor>,
  { proposed }: BodyOf<typeof previewBrand>,
): Promise<Outcome<ResponseOf<typeof previewBrand>>> {
  const refused = brandRefusal(proposed);
  if (refused) return refused;
  const { baseUrl } = deps.config;
  const brand = await runAs(deps, caller, (work) => headedAsProposed(work, proposed));
  const { html, subject } = renderMail(mailOf(baseUrl), mailBrandOf(brand, baseUrl));
  const facts = { brand: pdfBrandOf(brand), title: 'Estado de cuenta', madeAt: deps.clock.now() };
  const pdf = await renderPdf(facts, (page) => {
    page.heading('Estado de cuenta');
    page.facts([
      ['Cliente', 'Empresa de ejemplo, S.A. de C.V.'],
      ['Financiera', brand.legalName],
    ]);
    page.paragraph('Muestra de la marca propuesta: no es un estado de cuenta.');
  });
  return done({
    mail: {
      from: `${proposed.name} <${proposed.senderAddress}>`,
      subject,
      // A mail carries its logo as a part; a page reads it by its address.
      html: proposed.logo === null ? html : html.replaceAll('cid:logo', logoPath(proposed.logo, 'png')),
    },
    base64: pdf.toString('base64'),
    fileName: 'marca-propuesta.pdf',
  });
}
