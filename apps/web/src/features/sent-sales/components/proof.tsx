import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { downloadProof, type ProofFormat, type SaleSheetData } from '../api.ts';
import { es } from '../es.ts';

/** Banxico's proof of the deposit; nothing for a deposit that it cannot prove. */
export function Proof({
  sale: { hasProof, numberOfSale },
}: {
  sale: Pick<SaleSheetData, 'hasProof' | 'numberOfSale'>;
}) {
  if (!hasProof) return null;
  return (
    <Card title={es.sale.proof.title}>
      <p>{es.sale.proof.meaning}</p>
      <ButtonRow>
        <Download numberOfSale={numberOfSale} format="pdf" />
        <Download numberOfSale={numberOfSale} format="xml" />
      </ButtonRow>
    </Card>
  );
}

function Download({ numberOfSale, format }: { numberOfSale: number; format: ProofFormat }) {
  const saving = useMutation({
    mutationFn: () => downloadProof(numberOfSale, format),
    onError: (error) => showToast({ text: `${es.sale.proof.failed}. ${failureText(error)}`, tone: 'bad' }),
  });
  return (
    <Button icon="download" busy={saving.isPending} onClick={() => saving.mutate()}>
      {es.sale.proof.download[format]}
    </Button>
  );
}
