import type { Payables } from '@anticipa/contract/payables';
import type { makePaymentFile, PaymentFiles, PaymentLayoutRow } from '@anticipa/contract/payment-files';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { isClabe } from '@anticipa/domain/clabe';
import { type FinancedCurrency, moneyOf, sum } from '@anticipa/domain/money';
import { reaches } from '@anticipa/domain/payment-layout';
import { everyRow } from '@anticipa/texts/tables/table';
import { useMemo, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { useMakeFile } from './api.ts';
import { es as payablesTexts } from './es.ts';

const es = payablesTexts.files;
const texts = es.new;

type Body = SentBodyOf<typeof makePaymentFile>;

/** A payment that can be in a file; money that goes back needs its account typed. */
interface Candidate {
  readonly id: string;
  readonly kind: 'deposit' | 'payout' | 'return';
  readonly subject: string;
  readonly amount: string;
  readonly currency: FinancedCurrency;
  readonly name: string;
  readonly clabe: string | null;
}

function candidatesOf({ deposits, payouts, returns }: Payables, { filed }: PaymentFiles): Candidate[] {
  const candidates: Candidate[] = [
    ...deposits
      .filter(({ obstacle, way }) => obstacle === null && (way === 'hand' || way === 'order'))
      .map(({ saleId, numberOfSale, entityName, amount, currency, account }) => ({
        id: saleId,
        kind: 'deposit' as const,
        subject: saleId,
        amount,
        currency,
        name: `${payablesTexts.sale(numberOfSale)} · ${entityName}`,
        clabe: account?.clabe ?? null,
      })),
    ...payouts
      .filter(({ account, way }) => account !== null && account.coolingUntil === null && way !== 'proposed')
      .map(({ clientId, entityName, amount, currency, account }) => ({
        id: `${clientId} ${currency}`,
        kind: 'payout' as const,
        subject: clientId,
        amount,
        currency,
        name: entityName,
        clabe: account?.clabe ?? null,
      })),
    ...returns
      .filter(({ way }) => way !== 'proposed')
      .map(({ paymentId, trackingKey, bank, amount, currency }) => ({
        id: paymentId,
        kind: 'return' as const,
        subject: paymentId,
        amount,
        currency,
        name: bank === '' ? trackingKey : `${trackingKey} · ${bank}`,
        clabe: null,
      })),
  ];
  const isFree = ({ kind, subject, currency }: Candidate) =>
    !filed.some((each) => each.kind === kind && each.subject === subject && each.currency === currency);
  return candidates.filter(isFree);
}

const columns: readonly Column<Candidate>[] = [
  {
    id: 'name',
    header: es.columns.kind,
    value: ({ name }) => name,
    cell: ({ name, kind, clabe }) => (
      <CellPair note={clabe === null ? es.kinds[kind] : `${es.kinds[kind]} · ${clabe}`}>{name}</CellPair>
    ),
    width: 'minmax(14rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.one,
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: everyRow,
    card: 'figure',
  }),
];

interface Typed {
  readonly clabe: string;
  readonly beneficiary: string;
}
const NOTHING: Typed = { clabe: '', beneficiary: '' };

const PAYMENTS = 'payments';
const fieldOf = (id: string, field: keyof Typed): string => `${field} ${id}`;

/** Chooses what goes into a file, in one layout, and shows its total before it is made. */
export function FileDialog(props: { files: PaymentFiles; payables: Payables; onClose: () => void }) {
  const { files, payables, onClose } = props;
  const [first] = files.layouts;
  const [layout, setLayout] = useState<PaymentLayoutRow | undefined>(first);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [typed, type] = useState<Readonly<Record<string, Typed>>>({});
  const making = useMakeFile();
  const all = useMemo(() => candidatesOf(payables, files), [payables, files]);
  const candidates = useMemo(() => all.filter(({ currency }) => currency === layout?.currency), [all, layout]);
  const payer = files.payers.find(({ currency }) => currency === layout?.currency);
  const reason = ({ clabe }: Candidate): string | null =>
    clabe === null || layout === undefined || reaches(layout.reach, payer?.clabe ?? '', clabe)
      ? null
      : texts.otherReach;
  const chosen = candidates.filter((each) => selected.has(each.id) && reason(each) === null);
  const back = chosen.filter(({ kind }) => kind === 'return');
  const errorsOf = () =>
    Object.fromEntries([
      [PAYMENTS, layout !== undefined && chosen.length === 0 ? texts.chooseSome : null],
      ...back.flatMap(({ id }) => {
        const { clabe, beneficiary } = typed[id] ?? NOTHING;
        return [
          [fieldOf(id, 'clabe'), isClabe(clabe.trim()) ? null : texts.clabeWrong],
          [fieldOf(id, 'beneficiary'), beneficiary.trim().length < 3 ? texts.beneficiaryWrong : null],
        ];
      }),
    ]);
  const bodyOf = ({ reason }: { reason: string }): Body | null => {
    if (layout === undefined) return null;
    const payments = chosen.map(({ id, kind, subject, amount }) => {
      const { clabe, beneficiary } = typed[id] ?? NOTHING;
      return kind === 'return'
        ? { kind, subject, amount, clabe: clabe.trim(), beneficiary: beneficiary.trim() }
        : { kind, subject, amount };
    });
    return { layoutId: layout.layoutId, payments, ...(reason !== '' && { reason }) };
  };
  return (
    <FormDialog<Readonly<Record<string, string>>, Body, ResponseOf<typeof makePaymentFile>>
      title={texts.title}
      submit={texts.submit}
      reasonHelp={null}
      values={{}}
      errorsOf={errorsOf}
      changing={making}
      bodyOf={bodyOf}
      canPropose
      onDone={({ file }) => (file === null ? payablesTexts.proposedDone : texts.done(file.number))}
      onClose={onClose}
    >
      {({ errorOf }) =>
        layout === undefined ? (
          <Notice tone="warn" title={texts.noLayout} />
        ) : (
          <>
            <SelectField
              label={texts.layout}
              value={layout.layoutId}
              options={files.layouts.map(({ layoutId: value, name: label }) => ({ value, label }))}
              onChange={(layoutId) => setLayout(files.layouts.find((each) => each.layoutId === layoutId))}
            />
            <DataTable
              label={texts.candidates}
              noun={['pago', 'pagos']}
              rows={candidates}
              columns={columns}
              rowId={({ id }) => id}
              selection={{ selected, onChange: select, reason }}
              height={300}
              empty={
                <EmptyState drawing="papers" level={3} title={texts.noneTitle}>
                  {texts.none}
                </EmptyState>
              }
            />
            {back.map(({ id, name }) => (
              <div key={id} className="stack">
                <TextField
                  label={texts.clabe(name)}
                  help={texts.clabeHelp}
                  inputMode="numeric"
                  maxLength={18}
                  value={typed[id]?.clabe ?? ''}
                  error={errorOf(fieldOf(id, 'clabe'))}
                  onChange={({ target }) =>
                    type({ ...typed, [id]: { ...(typed[id] ?? NOTHING), clabe: target.value } })
                  }
                />
                <TextField
                  label={texts.beneficiary(name)}
                  maxLength={120}
                  value={typed[id]?.beneficiary ?? ''}
                  error={errorOf(fieldOf(id, 'beneficiary'))}
                  onChange={({ target }) =>
                    type({ ...typed, [id]: { ...(typed[id] ?? NOTHING), beneficiary: target.value } })
                  }
                />
              </div>
            ))}
            {chosen.length === 0 ? (
              <p {...(errorOf(PAYMENTS) && { role: 'alert' })}>{texts.chooseSome}</p>
            ) : (
              <Facts
                facts={[
                  [
                    texts.total(chosen.length),
                    formatMoney(
                      sum(
                        layout.currency,
                        chosen.map(({ amount }) => moneyOf(amount, layout.currency)),
                      ),
                    ),
                  ],
                ]}
              />
            )}
          </>
        )
      }
    </FormDialog>
  );
}
