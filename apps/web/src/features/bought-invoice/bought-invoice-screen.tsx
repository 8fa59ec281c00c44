import type { BoughtInvoice } from '@anticipa/contract/bought-invoice';
import { getLenderSale } from '@anticipa/contract/lender';
import { getReceiver } from '@anticipa/contract/lender-receivers';
import { isPositive, moneyOf } from '@anticipa/domain/money';
import type { SaleItemStanding } from '@anticipa/domain/sale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { mayWith, useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { Page } from '../../ui/page.tsx';
import { boughtInvoiceQuery } from './api.ts';
import { Balances } from './components/balances.tsx';
import { InvoiceCfdi } from './components/invoice-cfdi.tsx';
import { Movements } from './components/movements.tsx';
import { es } from './es.ts';
import type { InvoiceAction } from './view-model.ts';

const back = { to: lenderPaths.portfolio, label: es.back };

/** [DIN-50] An invoice that the lender bought. `children` are cards of other nouns, such as its promises. */
export function BoughtInvoiceScreen(props: {
  documentId: string;
  actions: readonly InvoiceAction[];
  children?: ReactNode;
}) {
  const { data: invoice, error, refetch } = useQuery(boughtInvoiceQuery(props.documentId));
  if (!invoice)
    return (
      <Page title={es.untitled} back={back}>
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />
      </Page>
    );
  return (
    <Page
      title={es.title(invoice.folio)}
      intro={`${invoice.entityName} · ${invoice.receiverName}`}
      back={back}
      aside={<Actions invoice={invoice} actions={props.actions} />}
    >
      <Owed invoice={invoice} />
      <Movements invoice={invoice} />
      {props.children}
      <Balances invoice={invoice} />
      <InvoiceCfdi invoice={invoice} />
      <Identity invoice={invoice} />
    </Page>
  );
}

function Actions({ invoice, actions }: { invoice: BoughtInvoice; actions: readonly InvoiceAction[] }) {
  const { roles } = useUser();
  const shown = actions.filter(({ makes, isShown }) => mayWith(roles, makes) && isShown(invoice));
  return shown.length === 0 ? null : (
    <ButtonRow role="group" aria-label={es.actions}>
      {shown.map(({ label, Dialog }) => (
        <DialogButton key={label} size="small" dialog={(close) => <Dialog invoice={invoice} onClose={close} />}>
          {label}
        </DialogButton>
      ))}
    </ButtonRow>
  );
}

const tones: Readonly<Record<SaleItemStanding, Tone>> = {
  waiting: 'neutral',
  rejected: 'neutral',
  'in-credit': 'info',
  overdue: 'bad',
  paid: 'good',
  'written-off': 'bad',
};

function Owed({ invoice }: { invoice: BoughtInvoice }) {
  const { standing, dueDate, daysLate } = invoice;
  const texts = es.owed;
  const amount = (text: string) => moneyOf(text, invoice.currency);
  const when = daysLate === null ? '' : ` · ${daysLate > 0 ? es.late(daysLate) : es.dueIn(-daysLate)}`;
  const balanceDue = amount(invoice.balanceDue);
  const aforo = invoice.balances.find(({ account }) => account === 'AFORO_POR_DEVOLVER')?.amount ?? '0.00';
  return (
    <Card title={texts.title} aside={<StatusBadge tone={tones[standing]}>{es.standings[standing]}</StatusBadge>}>
      <Facts
        facts={[
          [texts.amountDue, <strong key="due">{formatMoney(amount(invoice.amountDue))}</strong>],
          [texts.owed, formatMoney(amount(invoice.owed))],
          [texts.lateCharges, formatMoney(amount(invoice.lateCharges))],
          [texts.due, `${formatDate(dueDate)}${when}`],
          [texts.total, formatMoney(amount(invoice.total))],
          [texts.aforo, formatMoney(amount(aforo.replace('-', '')))],
          ...(isPositive(balanceDue) ? [[texts.balanceDue, formatMoney(balanceDue)] as const] : []),
        ]}
      />
    </Card>
  );
}

function Identity({ invoice }: { invoice: BoughtInvoice }) {
  const may = { sale: useMay(getLenderSale), receiver: useMay(getReceiver) };
  const { clientId, companyId, saleId, depositedOn } = invoice;
  const texts = es.facts;
  const sale = texts.saleOf(invoice.numberOfSale);
  return (
    <PhoneFoldedCard title={texts.title}>
      <Facts
        facts={[
          [
            texts.client,
            <span key="client">
              <Link to={lenderPaths.client} params={{ clientId }}>
                {invoice.entityName}
              </Link>{' '}
              {invoice.clientRFC}
            </span>,
          ],
          [
            texts.receiver,
            <span key="receiver">
              {may.receiver ? (
                <Link to={lenderPaths.receiver} params={{ companyId }}>
                  {invoice.receiverName}
                </Link>
              ) : (
                invoice.receiverName
              )}{' '}
              {invoice.receiverRFC}
            </span>,
          ],
          [
            texts.sale,
            may.sale ? (
              <Link key="sale" to={lenderPaths.sale} params={{ saleId }}>
                {sale}
              </Link>
            ) : (
              sale
            ),
          ],
          [texts.deposited, depositedOn === null ? texts.notDeposited : formatDate(depositedOn)],
          [texts.uuid, invoice.uuid],
        ]}
      />
    </PhoneFoldedCard>
  );
}
