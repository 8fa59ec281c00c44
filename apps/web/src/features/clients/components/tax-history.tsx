import { reissueCfdi, type TaxData } from '@anticipa/contract/tax-data';
import { moneyOf } from '@anticipa/domain/money';
import { withName } from '@anticipa/texts/catalogue-keys';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatDate, formatMoney } from '../../../lib/format.ts';
import { useMay } from '../../../lib/may.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { taxDataQuery, useReissueCfdi } from '../api.ts';
import { es } from '../es.ts';

const texts = es.fiscal;
const cfdi = (count: number): string => formatCount(count, 'CFDI', 'CFDI');

/** [DIN-97] [DIN-98] CFDI that wait for a stamp, and the tax data that the client had, has and will have; nothing without either. */
export function TaxHistory({ clientId }: { clientId: string }) {
  const { data } = useQuery(taxDataQuery(clientId));
  const mayIssue = useMay(reissueCfdi);
  if (!data) return null;
  return (
    <>
      {data.unissued.length === 0 ? null : (
        <Rows>
          <Row>
            <div>
              <StatusBadge tone="warn">{texts.unissued(cfdi(data.unissued.length))}</StatusBadge>
            </div>
            {mayIssue ? (
              <DialogButton
                size="small"
                dialog={(close) => <ReissueDialog clientId={clientId} unissued={data.unissued} onClose={close} />}
              >
                {texts.reissue}
              </DialogButton>
            ) : null}
          </Row>
        </Rows>
      )}
      {data.data.length === 0 ? null : (
        <details>
          <summary>{texts.history}</summary>
          <Rows>
            {data.data.map((one) => (
              <Row key={`${one.from} ${one.until}`}>
                <Dated one={one} today={data.today} />
              </Row>
            ))}
          </Rows>
        </details>
      )}
    </>
  );
}

function Dated({ one, today }: { one: TaxData['data'][number]; today: string }) {
  const { from, until, entityName, fiscalRegime, postalCode, branch } = one;
  const values = [
    fiscalRegime === null ? null : withName(fiscalRegime),
    postalCode === null ? null : texts.postalCodeOf(postalCode),
    branch,
  ];
  return (
    <div>
      <strong>
        {until === null ? texts.since(formatDate(from)) : texts.between(formatDate(from), formatDate(until))}
      </strong>
      <span>{entityName}</span>
      <span className="quiet">{values.filter((value) => value !== null).join(' · ')}</span>
      {from > today ? <StatusBadge tone="info">{texts.planned}</StatusBadge> : null}
    </div>
  );
}

/** Issues them after showing each with the reason of its refusal. */
function ReissueDialog(props: { clientId: string; unissued: TaxData['unissued']; onClose: () => void }) {
  const { clientId, unissued, onClose } = props;
  return (
    <FormDialog
      title={texts.reissueTitle}
      submit={texts.reissue}
      values={{}}
      reasonHelp={null}
      changing={useReissueCfdi(clientId)}
      bodyOf={() => undefined}
      onDone={({ issued, left }) =>
        left === 0 ? texts.reissued(cfdi(issued)) : texts.someLeft(cfdi(issued), String(left))
      }
      onClose={onClose}
    >
      <p>{texts.reissueText}</p>
      <Rows>
        {unissued.map(({ id, folio, total, currency, reason }) => (
          <Row key={id}>
            <div>
              <strong>{folio}</strong>
              <span className="quiet">{reason ?? texts.notRefused}</span>
            </div>
            <span>{unbroken(formatMoney(moneyOf(total, currency)))}</span>
          </Row>
        ))}
      </Rows>
      <p className="quiet">{texts.noChange}</p>
    </FormDialog>
  );
}
