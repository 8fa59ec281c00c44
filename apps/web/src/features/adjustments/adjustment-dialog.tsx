import type { Adjustment, AdjustmentWanted, adjustInvoice } from '@anticipa/contract/adjustments';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { adjustmentNames } from '@anticipa/texts/adjustments';
import { accountNames } from '@anticipa/texts/ledger-texts';
import { useQuery } from '@tanstack/react-query';
import { moneyInText } from '../../lib/format.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { Facts } from '../../ui/facts.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Preview } from '../../ui/overlay/preview.tsx';
import { previewQuery, useAdjust } from './api.ts';
import { es } from './es.ts';

interface Values {
  readonly amount: string;
  readonly cfdiUuid: string;
  readonly paidOn: string | null;
}

export interface Adjusting {
  readonly documentId: string;
  readonly currency: FinancedCurrency;
  readonly today: string;
  readonly kind: Adjustment['kind'];
  /** The adjustment that is withdrawn. */
  readonly withdraws?: string;
  /** Credit notes of the client that the portal has. */
  readonly creditNotes: readonly { readonly cfdiUuid: string; readonly folio: string; readonly total: string }[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hasAmount = (kind: Adjustment['kind']): boolean => kind === 'credit-note' || kind === 'paid-to-client';

/** The typed adjustment; null while a field is not right. */
function wantedOf({ kind, withdraws, today }: Adjusting, values: Values): AdjustmentWanted | null {
  const amount = amountTyped(values.amount);
  const isAmount = amount !== null && Number(amount) > 0;
  if (kind === 'credit-note')
    return isAmount && UUID.test(values.cfdiUuid.trim()) ? { kind, amount, cfdiUuid: values.cfdiUuid.trim() } : null;
  if (kind === 'paid-to-client') {
    const { paidOn } = values;
    return isAmount && paidOn !== null && paidOn <= today ? { kind, amount, paidOn } : null;
  }
  return { kind, ...(withdraws !== undefined && { withdraws }) };
}

/** Books or proposes an adjustment of an invoice in credit, after its entries were shown. */
export function AdjustmentDialog({ of, onClose }: { of: Adjusting; onClose: () => void }) {
  const { documentId, kind, today, creditNotes } = of;
  const [note] = creditNotes;
  return (
    <FormDialog<Values, BodyOf<typeof adjustInvoice>, ResponseOf<typeof adjustInvoice>>
      title={adjustmentNames[kind]}
      submit={hasAmount(kind) ? es.submit : es.propose}
      isDanger={kind === 'write-off'}
      values={{
        amount: kind === 'credit-note' && note ? note.total : '',
        cfdiUuid: kind === 'credit-note' && note ? note.cfdiUuid : '',
        paidOn: today,
      }}
      errorsOf={(values) => ({
        amount: hasAmount(kind) && !(Number(amountTyped(values.amount) ?? 0) > 0) ? es.amountWrong : null,
        cfdiUuid: kind === 'credit-note' && !UUID.test(values.cfdiUuid.trim()) ? es.uuidWrong : null,
        paidOn: kind === 'paid-to-client' && (values.paidOn === null || values.paidOn > today) ? es.paidOnWrong : null,
      })}
      reasonHelp={kind === 'write-off' ? es.ownReasonHelp : es.reasonHelp}
      changing={useAdjust(documentId)}
      bodyOf={(values) => {
        const wanted = wantedOf(of, values);
        return wanted && { ...wanted, reason: values.reason };
      }}
      onDone={({ proposal }) => (proposal ? es.proposed : es.booked)}
      onClose={onClose}
    >
      {({ values, field, choice }) => (
        <>
          <p>{es.about[kind]}</p>
          {hasAmount(kind) ? (
            <TextField {...field('amount')} label={es.amount} inputMode="decimal" autoComplete="off" />
          ) : null}
          {kind === 'credit-note' ? (
            <TextField
              {...field('cfdiUuid')}
              label={es.uuid}
              maxLength={36}
              autoComplete="off"
              {...(note && { help: es.known(creditNotes.map(({ folio }) => folio).join(', ')) })}
            />
          ) : null}
          {kind === 'paid-to-client' ? (
            <DateField {...choice('paidOn')} label={es.paidOn} today={today} max={today} />
          ) : null}
          <Entries of={of} wanted={wantedOf(of, values)} />
        </>
      )}
    </FormDialog>
  );
}

/** The entries that the server would book now. */
function Entries({ of, wanted }: { of: Adjusting; wanted: AdjustmentWanted | null }) {
  const preview = useQuery({
    ...previewQuery(of.documentId, wanted ?? { kind: of.kind }),
    enabled: wanted !== null,
    retry: false,
  });
  if (wanted === null) return null;
  const money = (amount: string): string => moneyInText(moneyOf(amount, of.currency));
  return (
    <Preview of={preview} reading={es.previewing}>
      {({ lines, after, finalDeposit, needsSecondPerson }) => (
        <div role="status" className="stack">
          <h3>{es.preview}</h3>
          <ul>
            {lines.map(({ account, debit, credit }) => (
              <li key={`${account} ${debit} ${credit}`}>
                {credit === '0.00'
                  ? es.debit(accountNames[account], money(debit))
                  : es.credit(accountNames[account], money(credit))}
              </li>
            ))}
          </ul>
          {finalDeposit === null ? (
            <Facts
              facts={[
                [es.receiver, money(after.receiver)],
                [es.after, money(after.buyBack)],
                ...(after.buyBack === '0.00' ? [] : ([[es.toBuyBack, money(after.toBuyBack)]] as const)),
              ]}
            />
          ) : (
            <p>{es.settles(money(finalDeposit))}</p>
          )}
          {needsSecondPerson ? <p className="quiet">{es.second}</p> : null}
        </div>
      )}
    </Preview>
  );
}
