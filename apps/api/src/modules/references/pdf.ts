import type { Invoice } from '@anticipa/contract/invoices';
import type { PaymentReference } from '@anticipa/contract/references';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { decimalOf, moneyOf, subtract } from '@anticipa/domain/money';
import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { type PdfBrand, type PdfColumn, renderPdf } from '../../platform/documents/pdf.ts';
import type { LenderAccount } from './queries.ts';

interface PrintedReference {
  readonly brand: PdfBrand;
  readonly reference: PaymentReference & { readonly invoices: readonly Invoice[] };
  /** The lender's accounts; only those in the reference's currency are printed. */
  readonly accounts: readonly LenderAccount[];
  readonly client: { readonly entityName: string; readonly rfc: string };
}

const columns: readonly PdfColumn<Invoice>[] = [
  { title: 'Factura', share: 0.14, text: formatFolio },
  { title: 'Receptor', share: 0.36, text: (invoice) => `${invoice.receiverName}\n${invoice.receiverRFC}` },
  { title: 'Emisión', share: 0.14, text: (invoice) => formatDate(invoice.emittedOn) },
  { title: 'Pago', share: 0.14, text: (invoice) => (invoice.dueDate === null ? '' : formatDate(invoice.dueDate)) },
  { title: 'Total', share: 0.22, align: 'right', text: (invoice) => formatAmount(invoice.total, invoice.currency) },
];

const endings: Readonly<Record<PaymentReference['state'], string | null>> = {
  pending: null,
  paid: 'pagada',
  cancelled: 'cancelada',
  expired: 'vencida',
};

/** Payment instructions for a reference: amount, account and invoices. One that is not to be paid has no account. */
export const referencePdf = ({ brand, reference, accounts, client }: PrintedReference): Promise<Buffer> => {
  const madeAt = new Date(reference.date);
  const madeOn = dateAt(madeAt, MEXICO_CITY);
  const { currency, invoices } = reference;
  const lateCharges = moneyOf(reference.lateCharges, currency);
  const totals = subtract(moneyOf(reference.amount, currency), lateCharges);
  const until = formatDate(reference.validUntil);
  const end = endings[reference.state];
  return renderPdf({ brand, title: `Referencia de pago ${reference.reference}`, madeAt }, (page) => {
    page.heading(
      end === null
        ? 'Referencia de pago'
        : `Referencia de pago ${end}: no se debe pagar${reference.state === 'paid' ? ' otra vez' : ''}`,
    );
    page.facts([
      ['Referencia', reference.reference],
      ...(end === null ? [['Importe a pagar', formatAmount(reference.left, currency)] as const] : []),
      ...(reference.left === reference.amount
        ? []
        : [[end === null ? 'Se generó por' : 'Importe', formatAmount(reference.amount, currency)] as const]),
      ['Suma de las facturas', formatAmount(decimalOf(totals), currency)],
      ['Recargos', formatAmount(decimalOf(lateCharges), currency)],
      [lateCharges.cents > 0n ? 'Recargos incluidos hasta' : 'Sin recargos hasta', until],
      ['Facturas', String(reference.count)],
      ['Fecha de generación', formatDate(madeOn)],
      ['Cliente', `${client.entityName} · RFC ${client.rfc}`],
      ['Generada por', `${reference.ClientUser.firstName} ${reference.ClientUser.lastName}`],
    ]);
    if (end !== null) return;
    for (const account of accounts.filter((each) => each.currency === currency)) {
      page.heading(`Transferencia en ${currency}`);
      page.facts([
        ['Banco', account.bank],
        ['Beneficiario', account.beneficiary],
        ['CLABE', account.clabe],
        ['Cuenta', account.account],
        ...(account.swift === null ? [] : [['SWIFT', account.swift] as const]),
        ['Concepto o referencia', reference.reference],
      ]);
    }
    page.heading('Facturas que ampara');
    page.table(columns, invoices);
    page.paragraph(
      `Transfiere el importe exacto y escribe la referencia tal como aparece en el concepto. Paga a más tardar el ${until}: después la referencia vence y se debe generar otra.`,
    );
  });
};
