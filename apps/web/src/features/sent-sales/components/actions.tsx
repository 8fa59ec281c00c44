import { moneyOf } from '@anticipa/domain/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useLacking } from '../../../lib/rights.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { cancelSale, mailSale, type SaleSheetData } from '../api.ts';
import { es } from '../es.ts';

/** Resends the summary, and cancels while the lender has not answered. */
export function Actions({ sale }: { sale: SaleSheetData }) {
  const { email } = useUser();
  const [asking, setAsking] = useState(false);
  const lacking = useLacking('accept');
  const mailing = useMutation({
    mutationFn: () => mailSale(sale.numberOfSale, email),
    onSuccess: () => showToast({ text: es.sale.mailed(email), tone: 'good' }),
    onError: (error) => showToast({ text: `${es.sale.mailFailed}. ${failureText(error)}`, tone: 'bad' }),
  });
  if (sale.state === 'cancelled') return null;
  return (
    <ButtonRow data-print="hide">
      <Button disabledReason={lacking} busy={mailing.isPending} onClick={() => mailing.mutate()}>
        {es.sale.mail}
      </Button>
      {sale.state === 'requested' && lacking === undefined ? (
        <Button onClick={() => setAsking(true)}>{es.sale.cancel}</Button>
      ) : null}
      {asking ? <CancelDialog sale={sale} onClose={() => setAsking(false)} /> : null}
    </ButtonRow>
  );
}

function CancelDialog({ sale, onClose }: { sale: SaleSheetData; onClose: () => void }) {
  const queries = useQueryClient();
  const { numberOfSale, count, total, currency } = sale;
  const cancelling = useMutation({
    mutationFn: () => cancelSale(numberOfSale),
    onSuccess: () => showToast({ text: es.sale.cancelled(numberOfSale), tone: 'good' }),
    onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
    // Runs after a refusal too: the lender may have answered in the meantime.
    onSettled: () => {
      onClose();
      return Promise.all(
        ['sales', 'invoices', 'credit'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      );
    },
  });
  return (
    <Dialog
      title={es.sale.cancelTitle(numberOfSale)}
      role="alertdialog"
      size="small"
      onClose={onClose}
      closable={!cancelling.isPending}
      footer={
        <>
          <Button onClick={onClose} busy={cancelling.isPending} data-autofocus>
            {es.sale.keep}
          </Button>
          <Button variant="danger" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {cancelling.isPending ? es.sale.cancelling : es.sale.cancel}
          </Button>
        </>
      }
    >
      {unbroken(es.sale.cancelText(count, formatMoney(moneyOf(total, currency))))}
    </Dialog>
  );
}
