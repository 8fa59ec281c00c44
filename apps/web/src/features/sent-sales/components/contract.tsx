import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { downloadContract, type SaleSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../sent-sales.module.css';

/** The accepted terms: their hash, and the text as a PDF. */
export function Contract({ sale }: { sale: SaleSheetData }) {
  const saving = useMutation({
    mutationFn: () => downloadContract(sale.numberOfSale),
    onError: (error) => showToast({ text: `${es.sale.downloadFailed}. ${failureText(error)}`, tone: 'bad' }),
  });
  return (
    <Card title={es.sale.contract}>
      <p>{es.sale.contractNote}</p>
      <dl>
        <dt className={css.quiet}>{es.sale.hash}</dt>
        <dd className={css.hash}>
          {sale.terms.hash} <CopyButton what={es.sale.hash} text={sale.terms.hash} />
        </dd>
      </dl>
      <ButtonRow>
        <Button icon="download" busy={saving.isPending} onClick={() => saving.mutate()}>
          {es.sale.download}
        </Button>
      </ButtonRow>
    </Card>
  );
}
