import { Link } from '@tanstack/react-router';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { paths } from '../../lib/paths.ts';
import { useShownClient } from '../../lib/shown-client.ts';

/** The folio of an invoice as the way to its page. */
export function InvoiceLink({ documentId, folio }: { documentId: string; folio: string }) {
  return useShownClient() === null ? (
    <Link to={paths.invoice} params={{ id: documentId }}>
      {folio}
    </Link>
  ) : (
    <Link to={lenderPaths.invoice} params={{ documentId }}>
      {folio}
    </Link>
  );
}
