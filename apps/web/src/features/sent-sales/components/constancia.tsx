import { verificationSteps } from '@anticipa/texts/constancia';
import { formatTableDate } from '../../../lib/format.ts';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { downloadConstancia, type SaleSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../sent-sales.module.css';

/** The constancia of the contract, and how to verify it without us; nothing if none was asked for. */
export function Constancia({ sale }: { sale: SaleSheetData }) {
  if (sale.constancia === null) return null;
  const { issuedAt } = sale.constancia;
  return (
    <Card title={es.sale.constancia.title}>
      <p>{es.sale.constancia.meaning}</p>
      {issuedAt === null ? (
        <p className="quiet">{es.sale.constancia.waiting}</p>
      ) : (
        <Issued numberOfSale={sale.numberOfSale} issuedAt={issuedAt} />
      )}
    </Card>
  );
}

function Issued({ numberOfSale, issuedAt }: { numberOfSale: number; issuedAt: string }) {
  const { certified, download, failed, verify } = es.sale.constancia;
  return (
    <>
      <dl>
        <dt>{certified}</dt>
        <dd>{unbroken(formatTableDate(issuedAt))}</dd>
      </dl>
      <ButtonRow>
        <DownloadButton failed={failed} download={() => downloadConstancia(numberOfSale)}>
          {download}
        </DownloadButton>
      </ButtonRow>
      <details className={css.verify} data-print="hide">
        <summary>{verify}</summary>
        <ol>
          {verificationSteps(new Date(issuedAt)).map(({ what, command }) => (
            <li key={what}>
              <p>{what}</p>
              {command === undefined ? null : (
                <div className={css.command}>
                  <code>{command}</code>
                  <CopyButton what={es.sale.constancia.command} text={command} />
                </div>
              )}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
