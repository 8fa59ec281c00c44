/** Deleting an invoice that is in no sale, with a way back, wherever one is listed. */
import { deleteInvoice, restoreInvoice } from '@anticipa/contract/invoices';
import { hashKey, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { ApiRefusal, call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { openInvoicesQuery, patchOpenInvoices } from '../../lib/queries.ts';
import { useConsults } from '../../lib/rights.ts';
import { Button, IconButton } from '../button.tsx';
import { showToast } from '../overlay/toast.tsx';

const texts = {
  delete: 'Eliminar',
  deleteOf: (folio: string) => `Eliminar la factura ${folio}`,
  deletes: 'Eliminar la factura de tu lista',
  deleted: (folio: string) => `Eliminaste la factura ${folio}. Puedes restaurarla en Rechazadas.`,
  undo: 'Deshacer',
  restore: 'Restaurar',
  restoreOf: (folio: string) => `Restaurar la factura ${folio}`,
  restored: (folio: string) => `La factura ${folio} está de nuevo en tu lista.`,
  failed: 'Acción no disponible de momento, intenta mas tarde',
};

/** Long enough to read the text and reach the button, also by keyboard. */
const UNDO_MS = 30_000;

interface Deletable {
  readonly documentId: string;
  readonly folio: string;
}

const body = ({ documentId }: Deletable) => ({ documentId });

/** Reads the invoice again in every list; the open invoices, which can be thousands, are read again for this one only. */
async function refresh(queries: QueryClient, documentId: string): Promise<void> {
  const isPatched = await patchOpenInvoices(queries, [documentId]);
  const open = hashKey(openInvoicesQuery.queryKey);
  await queries.invalidateQueries({
    predicate: ({ queryKey: [noun], queryHash }) =>
      (noun === 'invoices' || noun === 'home') && !(isPatched && queryHash === open),
  });
}

/** Reactions to a deletion where the invoice was chosen for a sale. */
interface Followed {
  readonly onDeleted?: () => void;
  readonly onRestored?: () => void;
}

/** [VTA-16] Both calls, each with its toast. They outlive the row of the invoice. */
function useDeletion({ onDeleted, onRestored }: Followed = {}) {
  const queries = useQueryClient();
  const onSettled = (_done: unknown, _error: unknown, { documentId }: Deletable) => refresh(queries, documentId);
  const onError = (error: Error): void => {
    const reason = error instanceof ApiRefusal && error.status === 409 ? ` ${error.message}` : '';
    showToast({ text: `${texts.failed}.${reason}`, tone: 'bad' });
  };
  const restoring = useMutation({
    mutationFn: (invoice: Deletable) =>
      once({ name: 'restore', content: body(invoice) }, (idempotencyKey) =>
        call(restoreInvoice, { body: body(invoice), idempotencyKey }),
      ),
    onSuccess: (_, { folio }) => {
      onRestored?.();
      showToast({ text: texts.restored(folio), tone: 'good' });
    },
    onError,
    onSettled,
  });
  const deleting = useMutation({
    mutationFn: (invoice: Deletable) =>
      once({ name: 'delete', content: body(invoice) }, (idempotencyKey) =>
        call(deleteInvoice, { body: body(invoice), idempotencyKey }),
      ),
    onSuccess: (_, invoice) => {
      onDeleted?.();
      showToast({
        text: texts.deleted(invoice.folio),
        timeout: UNDO_MS,
        action: { label: texts.undo, run: () => restoring.mutate(invoice) },
      });
    },
    onError,
    onSettled,
  });
  return { deleting, restoring };
}

interface ButtonProps extends Deletable {
  readonly size?: 'small';
}

/** [VTA-16] Deletes at once; the toast takes it back. If small, only an icon, unless `inWords`. `onStart` gets the button. */
export function DeleteInvoice({
  documentId,
  folio,
  size,
  inWords = false,
  onStart,
  ...followed
}: ButtonProps & Followed & { readonly inWords?: boolean; readonly onStart?: (button: HTMLButtonElement) => void }) {
  const { deleting } = useDeletion(followed);
  const consults = useConsults();
  const run = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    onStart?.(currentTarget);
    deleting.mutate({ documentId, folio });
  };
  if (consults) return null;
  if (size && !inWords) return <IconButton icon="trash" size={size} label={texts.deleteOf(folio)} onClick={run} />;
  return (
    <Button
      variant="quiet"
      icon="trash"
      busy={deleting.isPending}
      aria-label={texts.deleteOf(folio)}
      title={texts.deletes}
      onClick={run}
      {...(size ? { size } : {})}
    >
      {texts.delete}
    </Button>
  );
}

/** [VTA-16] For an invoice that a user deleted. */
export function RestoreInvoice({ documentId, folio, ...size }: ButtonProps) {
  const { restoring } = useDeletion();
  if (useConsults()) return null;
  return (
    <Button
      icon="undo"
      busy={restoring.isPending}
      aria-label={texts.restoreOf(folio)}
      onClick={() => restoring.mutate({ documentId, folio })}
      {...size}
    >
      {texts.restore}
    </Button>
  );
}
