import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';

/** The folio of an invoice as the way to its page. */
export const InvoiceLink = ({ documentId, folio }: { documentId: string; folio: string }) => (
  <Link to={paths.invoice} params={{ id: documentId }}>
    {folio}
  </Link>
);
