import { moneyOf } from '@anticipa/domain/money';
import { invoiceColumns } from '@anticipa/texts/tables/invoices';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { RelatedLines } from '../../../ui/invoice/related-cfdi.tsx';
import { Line, Lines } from '../../../ui/lines.tsx';
import type { InvoiceSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../invoice-sheet.module.css';

/** [EST-07] What identifies the invoice, and where it went. */
export function Facts({ data: { invoice, trackingKey, orderSource, face, related } }: { data: InvoiceSheetData }) {
  const { uuid, receiverName, receiverRFC, numberOfSale, paymentReference, paymentMethod } = invoice;
  return (
    <Card title={es.facts}>
      <Lines>
        <Line label={es.uuid} isLong>
          <span className={css.uuid}>{uuid}</span> <CopyButton what={es.uuid} text={uuid} />
        </Line>
        <Line label={es.payer} isLong>
          {receiverName} · {receiverRFC}
        </Line>
        {face === invoice.total ? null : <Line label={es.face}>{formatMoney(moneyOf(face, invoice.currency))}</Line>}
        <RelatedLines
          related={related}
          link={(id, folio) => (
            <Link to={paths.invoice} params={{ id }}>
              {folio}
            </Link>
          )}
        />
        <Line label={es.product}>{invoice.Product.name}</Line>
        <Line label={es.method}>{paymentMethod && es.methods[paymentMethod]}</Line>
        <Line label={es.verification}>{invoiceColumns.verification.cell(invoice)?.value.toString()}</Line>
        <Line label={es.order}>
          {[invoice.purchaseOrder, invoice.purchaseOrder && orderSource && es.orderSources[orderSource]]
            .filter(Boolean)
            .join(' · ')}
        </Line>
        <Line label={es.sale}>
          {numberOfSale === null ? null : (
            <Link to={paths.sale} params={{ number: String(numberOfSale) }}>
              {es.saleName(numberOfSale)}
            </Link>
          )}
        </Line>
        <Line label={es.trackingKey} isLong>
          {trackingKey ? (
            <>
              {trackingKey} <CopyButton what={es.trackingKey} text={trackingKey} />
            </>
          ) : null}
        </Line>
        <Line label={es.reference}>
          {paymentReference ? (
            <Link to={paths.references} search={{ buscar: paymentReference }}>
              {paymentReference}
            </Link>
          ) : null}
        </Line>
        <Line label={es.paidBy}>{invoice.paidAutomatically ? es.automatic : null}</Line>
        <Line label={es.file}>{invoice.fileName}</Line>
      </Lines>
    </Card>
  );
}
