import type { AcceptedContract } from '@anticipa/contract/contract-terms';
import { saleConstancia, saleContract } from '@anticipa/contract/sent-sales';
import { Link } from '@tanstack/react-router';
import { call } from '../../lib/api-client.ts';
import { formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { blobOf, pdfOf, saveFile } from '../../lib/save-file.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

const texts = es.accepted;

const params = ({ numberOfSale }: AcceptedContract) => ({ numberOfSale: String(numberOfSale) });

async function saveContract(of: AcceptedContract): Promise<void> {
  saveFile(pdfOf(await call(saleContract, { params: params(of) })));
}

async function saveConstancia(of: AcceptedContract): Promise<void> {
  const { base64, fileName } = await call(saleConstancia, { params: params(of) });
  saveFile({ blob: blobOf(base64, 'application/zip'), name: fileName });
}

const columns: readonly Column<AcceptedContract>[] = [
  {
    id: 'sale',
    header: texts.sale,
    value: ({ numberOfSale }) => numberOfSale,
    cell: (contract) => (
      <Link to={paths.sale} params={{ number: String(contract.numberOfSale) }}>
        {contract.numberOfSale}
      </Link>
    ),
    width: '6rem',
    card: 'title',
  },
  {
    id: 'at',
    header: texts.at,
    value: ({ acceptedAt }) => acceptedAt,
    text: ({ acceptedAt }) => formatTableDate(acceptedAt),
    width: 'minmax(12rem, 1fr)',
  },
  { id: 'version', header: texts.version, value: ({ version }) => version, width: '7rem' },
  {
    id: 'constancia',
    header: texts.constancia,
    value: ({ certifiedAt }) => certifiedAt,
    text: ({ certifiedAt }) => (certifiedAt === null ? texts.waiting : texts.certified(formatTableDate(certifiedAt))),
    width: 'minmax(14rem, 1fr)',
  },
];
const rowId = ({ numberOfSale }: AcceptedContract): string => String(numberOfSale);

/** The contract of each sale that was accepted, with its constancia. */
export function Accepted({ contracts }: { contracts: readonly AcceptedContract[] }) {
  return (
    <PhoneFoldedCard title={texts.title}>
      <DataTable
        label={texts.title}
        noun={texts.noun}
        rows={contracts}
        columns={columns}
        rowId={rowId}
        actions={(contract) => (
          <>
            <DownloadButton
              variant="quiet"
              aria-label={texts.contract(contract.numberOfSale)}
              download={() => saveContract(contract)}
              failed={texts.failed}
            >
              {texts.contractShort}
            </DownloadButton>
            {contract.certifiedAt === null ? null : (
              <DownloadButton
                variant="quiet"
                aria-label={texts.proof(contract.numberOfSale)}
                download={() => saveConstancia(contract)}
                failed={texts.failed}
              >
                {texts.proofShort}
              </DownloadButton>
            )}
          </>
        )}
        actionsWidth="18rem"
        empty={<p className="quiet">{texts.none}</p>}
      />
    </PhoneFoldedCard>
  );
}
