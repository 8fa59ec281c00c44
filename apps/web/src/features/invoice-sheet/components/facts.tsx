import { invoiceColumns } from '@anticipa/texts/tables/invoices';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { InvoiceSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../invoice-sheet.module.css';

/** [EST-07] What identifies the invoice, and where it went. */
export function Facts({ data: { invoice, trackingKey } }: { data: InvoiceSheetData }) {
  const { uuid, receiverName, receiverRFC, numberOfSale, paymentReference, paymentMethod } = invoice;
  return (
    <Card title={es.facts}>
      <dl className={`${css.lines} ${css.facts}`}>
        <Fact label={es.uuid}>
          {uuid} <CopyButton what={es.uuid} text={uuid} />
        </Fact>
        <Fact label={es.payer}>
          {receiverName} · {receiverRFC}
        </Fact>
        <Fact label={es.product}>{invoice.Product.name}</Fact>
        <Fact label={es.method}>{paymentMethod && es.methods[paymentMethod]}</Fact>
        <Fact label={es.verification}>{invoiceColumns.verification.cell(invoice)?.value.toString()}</Fact>
        <Fact label={es.order}>{invoice.purchaseOrder}</Fact>
        <Fact label={es.sale}>
          {numberOfSale === null ? null : (
            <Link to={paths.sale} params={{ number: String(numberOfSale) }}>
              {es.saleName(numberOfSale)}
            </Link>
          )}
        </Fact>
        <Fact label={es.trackingKey}>
          {trackingKey ? (
            <>
              {trackingKey} <CopyButton what={es.trackingKey} text={trackingKey} />
            </>
          ) : null}
        </Fact>
        <Fact label={es.reference}>
          {paymentReference ? (
            <Link to={paths.references} search={{ buscar: paymentReference }}>
              {paymentReference}
            </Link>
          ) : null}
        </Fact>
        <Fact label={es.paidBy}>{invoice.paidAutomatically ? es.automatic : null}</Fact>
        <Fact label={es.file}>{invoice.fileName}</Fact>
      </dl>
    </Card>
  );
}

/** Nothing without a value. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;
