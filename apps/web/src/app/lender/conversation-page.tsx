import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { LenderConfirmations } from '../../ui/invoice/confirmations.tsx';
import { LenderMessages, lenderMessages } from '../../ui/invoice/messages.tsx';
import { Page } from '../../ui/page.tsx';

const route = getRouteApi('/desk/lender/invoices/$documentId');

const texts = {
  untitled: 'Conversación',
  title: (folio: string) => `Conversación sobre la factura ${folio}`,
  back: 'Alertas',
  failed: 'No se pudo leer la conversación',
  bought: 'Ver la factura comprada',
};

/** [EFE-29] What was written about an invoice, bought or not, and what its receiver answered. */
export function ConversationPage() {
  return <Conversation {...route.useParams()} />;
}

/** The page of one invoice. */
export function Conversation({ documentId }: { documentId: string }) {
  const { data, error, refetch } = useQuery(lenderMessages(documentId));
  const back = { to: lenderPaths.alerts, label: texts.back };
  if (!data)
    return (
      <Page title={texts.untitled} back={back}>
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={6} />
      </Page>
    );
  const { folio, entityName, receiverName, isBought } = data.invoice;
  return (
    <Page
      title={texts.title(folio)}
      intro={`${entityName} · ${receiverName}`}
      back={back}
      aside={
        isBought ? (
          <Link to={lenderPaths.invoice} params={{ documentId }}>
            {texts.bought}
          </Link>
        ) : null
      }
    >
      <LenderMessages documentId={documentId} />
      <LenderConfirmations documentId={documentId} />
    </Page>
  );
}
