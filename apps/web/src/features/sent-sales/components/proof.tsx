import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { downloadProof, type SaleSheetData } from '../api.ts';
import { es } from '../es.ts';

const texts = es.sale.proof;

/** Banxico's proof of the deposit; nothing for a deposit that it cannot prove. */
export function Proof({
  sale: { hasProof, numberOfSale },
}: {
  sale: Pick<SaleSheetData, 'hasProof' | 'numberOfSale'>;
}) {
  if (!hasProof) return null;
  return (
    <Card title={texts.title}>
      <p>{texts.meaning}</p>
      <ButtonRow>
        {(['pdf', 'xml'] as const).map((format) => (
          <DownloadButton key={format} failed={texts.failed} download={() => downloadProof(numberOfSale, format)}>
            {texts.download[format]}
          </DownloadButton>
        ))}
      </ButtonRow>
    </Card>
  );
}
