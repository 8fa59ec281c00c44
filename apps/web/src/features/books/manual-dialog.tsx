import type { previewManualEntry, proposeManualEntry } from '@anticipa/contract/manual-entries';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { ALWAYS_OPEN, type ManualAccount, manualAccounts } from '@anticipa/domain/book-close';
import { decimalOf, type FinancedCurrency, financedCurrencies } from '@anticipa/domain/money';
import { manualAccountName } from '@anticipa/texts/manual-entries';
import { byNature } from '@anticipa/texts/tables/books';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDecimal } from '../../lib/format.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { FieldTexts, SelectField, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Preview } from '../../ui/overlay/preview.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { manualPreviewQuery, useProposeManual } from './api.ts';
import { es } from './es.ts';

const texts = es.manual;

interface Line {
  readonly id: number;
  readonly debit: ManualAccount;
  readonly credit: ManualAccount;
  readonly amount: string;
}

interface Values {
  readonly valueDate: string | null;
  readonly currency: FinancedCurrency;
  readonly lines: readonly Line[];
  readonly evidence: string;
}
type Typed = SentBodyOf<typeof previewManualEntry>;

const accounts = manualAccounts.map((value) => ({ value, label: manualAccountName(value) }));
const newLine = (id: number): Line => ({ id, debit: 'GASTOS_GENERALES', credit: 'ACREEDORES', amount: '' });
const isRight = ({ debit, credit, amount }: Line): boolean => debit !== credit && Number(amountTyped(amount) ?? 0) > 0;

/** The typed entry; null while something is not right. */
const typedOf = ({ valueDate, currency, lines }: Values, [first, last]: readonly [string, string]): Typed | null =>
  valueDate === null || valueDate < first || valueDate > last || !lines.every(isRight)
    ? null
    : {
        valueDate,
        currency,
        lines: lines.map(({ debit, credit, amount }) => ({ debit, credit, amount: amountTyped(amount) ?? '' })),
      };

/** Proposes an entry, after what it books was shown. */
export function ManualDialog(props: { openDay: string; today: string; onClose: () => void }) {
  const { openDay, today, onClose } = props;
  const day = openDay === ALWAYS_OPEN ? null : formatDate(openDay);
  const days = [openDay, today] as const;
  return (
    <FormDialog<Values, SentBodyOf<typeof proposeManualEntry>, ResponseOf<typeof proposeManualEntry>>
      title={texts.propose}
      submit={texts.submit}
      values={{ valueDate: today, currency: 'MXN', lines: [newLine(1)], evidence: '' }}
      errorsOf={({ valueDate, lines, evidence }) => ({
        valueDate: valueDate === null || valueDate < openDay || valueDate > today ? texts.dateWrong(day) : null,
        lines: lines.every(isRight) ? null : texts.lineWrong,
        evidence: evidence.trim().length < 5 ? texts.evidenceMissing : null,
      })}
      changing={useProposeManual()}
      bodyOf={(values) => {
        const typed = typedOf(values, days);
        return typed && { ...typed, evidence: values.evidence.trim(), reason: values.reason };
      }}
      onDone={() => texts.proposed}
      onClose={onClose}
    >
      {({ values, field, choice }) => (
        <>
          <DateField
            {...choice('valueDate')}
            label={texts.date}
            help={texts.dateHelp(day)}
            today={today}
            min={openDay}
            max={today}
          />
          <SelectField
            {...choice('currency')}
            label={texts.currency}
            options={financedCurrencies.map((value) => ({ value, label: value }))}
          />
          <Lines {...choice('lines')} />
          <TextField
            {...field('evidence')}
            label={texts.evidence}
            help={texts.evidenceHelp}
            maxLength={300}
            autoComplete="off"
          />
          <Booked typed={typedOf(values, days)} />
        </>
      )}
    </FormDialog>
  );
}

/** The movements, each from one account to another. */
function Lines(props: { value: readonly Line[]; error: string | null; onChange: (lines: readonly Line[]) => void }) {
  const { value: lines, error, onChange } = props;
  const set = (id: number, over: Partial<Line>): void =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...over } : line)));
  return (
    <>
      {lines.map((line, index) => (
        <fieldset key={line.id}>
          <legend className="quiet">{texts.line(index + 1)}</legend>
          <ButtonRow>
            <SelectField
              label={texts.debit}
              value={line.debit}
              options={accounts}
              onChange={(debit) => set(line.id, { debit })}
            />
            <SelectField
              label={texts.credit}
              value={line.credit}
              options={accounts}
              onChange={(credit) => set(line.id, { credit })}
            />
            <TextField
              label={texts.amount}
              inputMode="decimal"
              autoComplete="off"
              value={line.amount}
              aria-invalid={error !== null && !isRight(line)}
              onChange={({ target }) => set(line.id, { amount: target.value })}
            />
            {lines.length > 1 ? (
              <IconButton
                icon="trash"
                label={texts.removeLine(index + 1)}
                onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
              />
            ) : null}
          </ButtonRow>
        </fieldset>
      ))}
      <FieldTexts id="manual-lines" error={error} />
      <div>
        <Button size="small" onClick={() => onChange([...lines, newLine(Math.max(...lines.map(({ id }) => id)) + 1)])}>
          {texts.addLine}
        </Button>
      </div>
    </>
  );
}

type Moved = ResponseOf<typeof previewManualEntry>['accounts'][number];

const columnsIn = (currency: FinancedCurrency): readonly Column<Moved>[] => {
  // The currency is in the title above, so that amounts of millions fit the dialog.
  const balance = (account: ManualAccount, amount: string): string =>
    formatDecimal(decimalOf(byNature(account, amount, currency)));
  const side = (amount: string): string => (amount === '0.00' ? '' : formatDecimal(amount));
  return [
    {
      id: 'account',
      header: texts.account,
      value: ({ account }) => manualAccountName(account),
      width: 'minmax(9rem, 1.2fr)',
      breaks: true,
      card: 'title',
    },
    {
      id: 'debit',
      header: es.close.debit,
      value: ({ debit }) => side(debit),
      width: 'minmax(7.5rem, 1fr)',
      align: 'end',
    },
    {
      id: 'credit',
      header: es.close.credit,
      value: ({ credit }) => side(credit),
      width: 'minmax(7.5rem, 1fr)',
      align: 'end',
    },
    {
      id: 'before',
      header: texts.before,
      value: ({ account, before }) => balance(account, before),
      width: 'minmax(7.5rem, 1fr)',
      align: 'end',
    },
    {
      id: 'after',
      header: texts.after,
      value: ({ account, after }) => balance(account, after),
      width: 'minmax(7.5rem, 1fr)',
      align: 'end',
    },
  ];
};
const accountId = ({ account }: Moved): string => account;

/** The effect of the entry, as the server computes it. */
function Booked({ typed }: { typed: Typed | null }) {
  const empty: Typed = { valueDate: '', currency: 'MXN', lines: [] };
  const preview = useQuery({ ...manualPreviewQuery(typed ?? empty), enabled: typed !== null });
  if (typed === null) return null;
  return (
    <Preview of={preview}>
      {({ accounts: rows }) => (
        <div className="stack">
          <h3>{`${texts.preview} · ${typed.currency}`}</h3>
          <DataTable
            label={texts.preview}
            noun={texts.accountNoun}
            rows={rows}
            columns={columnsIn(typed.currency)}
            rowId={accountId}
            empty={null}
          />
        </div>
      )}
    </Preview>
  );
}
