import type { OwedInvoice } from '@anticipa/contract/portfolio';
import { moneyOf, subtract } from '@anticipa/domain/money';
import { formatMoney } from '../../lib/format.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { useCloseShortfall } from './api.ts';
import { es } from './es.ts';

const texts = es.shortfall;

/** Closes what a receiver did not pay with the aforo, and shows before what that leaves. */
export function ShortfallDialog(props: {
  invoice: Pick<OwedInvoice, 'documentId' | 'folio' | 'currency' | 'owed'> & { readonly aforo: string };
  onClose: () => void;
}) {
  const { invoice, onClose } = props;
  const { documentId, folio, currency } = invoice;
  const covered = moneyOf(invoice.aforo, currency);
  const rest = subtract(moneyOf(invoice.owed, currency), covered);
  return (
    <FormDialog
      title={texts.title(folio)}
      size="small"
      submit={texts.submit}
      values={{}}
      changing={useCloseShortfall(documentId)}
      bodyOf={({ reason }) => reason}
      onDone={({ proposal }) => (proposal ? texts.proposed : texts.done)}
      onClose={onClose}
    >
      <p>{unbroken(texts.text(formatMoney(covered)))}</p>
      <p>{unbroken(rest.cents === 0n ? texts.settles : texts.rest(formatMoney(rest)))}</p>
    </FormDialog>
  );
}
