import { listUnreadMessages } from '@anticipa/contract/invoice-messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../lib/api-client.ts';
import { formatCount, formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { unbroken } from '../../ui/unbroken.tsx';

const texts = {
  title: (count: number) => `Tienes ${formatCount(count, 'mensaje sin leer', 'mensajes sin leer')}`,
  of: (folio: string, receiver: string) => `Factura ${folio} de ${receiver}`,
};

/** [EFE-29] The invoices about which the lender wrote and the person has not read; nothing if there are none. */
export function UnreadMessages() {
  const { data } = useQuery({
    queryKey: ['invoices', 'unread-messages'],
    queryFn: async ({ signal }) => (await call(listUnreadMessages, { signal })).data,
  });
  if (!data || data.length === 0) return null;
  return (
    <Notice tone="info" title={texts.title(data.reduce((sum, { unread }) => sum + unread, 0))}>
      <ul>
        {data.map(({ documentId, folio, receiverName, at }) => (
          <li key={documentId}>
            <Link to={paths.invoice} params={{ id: documentId }}>
              {texts.of(folio, receiverName)}
            </Link>{' '}
            <span className="quiet">{unbroken(formatTableDate(at))}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
