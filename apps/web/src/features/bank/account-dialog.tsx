import type { Bank, StatementAccount, saveStatementAccount } from '@anticipa/contract/bank-files';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import {
  type BankColumn,
  type BankMapping,
  bankColumns,
  bankRows,
  bankSeparatorNames,
  dateOrders,
  decimalSigns,
  decodeBankFile,
  mappingProblem,
  readBankCsv,
} from '@anticipa/domain/bank-csv';
import { decimalOf, financedCurrencies, money } from '@anticipa/domain/money';
import { useState } from 'react';
import { formatDate, formatDecimal } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FileField, SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import type { CheckedForm, Errors } from '../../ui/field/use-checked-form.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { useSaveAccount } from './api.ts';
import { keysOf, textOfLine } from './columns.tsx';
import { es } from './es.ts';

const texts = es.account;
type Body = SentBodyOf<typeof saveStatementAccount>;

/** Typed places of columns and number of heading rows. */
type Values = Omit<Body, 'accountId' | 'mapping'> &
  Omit<BankMapping, 'headerRows' | 'columns'> & { readonly headerRows: string } & Readonly<Record<BankColumn, string>>;

const blank: Values = {
  name: '',
  number: '',
  currency: 'MXN',
  separator: 'comma',
  decimal: 'point',
  dateOrder: 'dmy',
  headerRows: '1',
  date: '1',
  text: '2',
  reference: '0',
  trackingKey: '0',
  charge: '3',
  credit: '4',
  amount: '0',
  balance: '0',
};

const valuesOf = ({ name, number, currency, mapping }: StatementAccount): Values => {
  const { columns, headerRows, ...format } = mapping;
  const place = (column: BankColumn): string => String(columns[column]);
  return {
    ...{ name, number, currency, ...format, headerRows: String(headerRows) },
    ...{ date: place('date'), text: place('text'), reference: place('reference'), trackingKey: place('trackingKey') },
    ...{ charge: place('charge'), credit: place('credit'), amount: place('amount'), balance: place('balance') },
  };
};

const mappingOf = (values: Values): BankMapping => {
  const { separator, decimal, dateOrder } = values;
  const place = (column: BankColumn): number => Number(values[column]);
  return {
    ...{ separator, decimal, dateOrder, headerRows: Number(values.headerRows) },
    columns: {
      ...{ date: place('date'), amount: place('amount'), charge: place('charge'), credit: place('credit') },
      ...{
        trackingKey: place('trackingKey'),
        reference: place('reference'),
        text: place('text'),
        balance: place('balance'),
      },
    },
  };
};

/** The accounts, each with the columns of its files. */
export function AccountsDialog({ bank, mayEdit, onClose }: { bank: Bank; mayEdit: boolean; onClose: () => void }) {
  const [edited, edit] = useState<{ readonly accountId?: string; readonly values: Values } | null>(null);
  if (edited) return <EditDialog {...edited} onClose={onClose} />;
  return (
    <Dialog title={texts.title} size="medium" onClose={onClose}>
      <div className="stack">
        {bank.accounts.length === 0 ? <p>{texts.none}</p> : null}
        <Rows>
          {bank.accounts.map((account) => (
            <Row key={account.accountId}>
              <div>
                <strong>{account.name}</strong>
                <span className="quiet">{es.new.accountOf(account.number, account.currency)}</span>
              </div>
              {mayEdit ? (
                <Button
                  size="small"
                  aria-label={texts.changeOf(account.name)}
                  onClick={() => edit({ accountId: account.accountId, values: valuesOf(account) })}
                >
                  {texts.change}
                </Button>
              ) : null}
            </Row>
          ))}
        </Rows>
        {mayEdit ? (
          <ButtonRow>
            <Button variant="primary" onClick={() => edit({ values: blank })}>
              {texts.fresh}
            </Button>
          </ButtonRow>
        ) : null}
      </div>
    </Dialog>
  );
}

function errorsOf(values: Values): Errors<Values> {
  const problem = mappingProblem(mappingOf(values));
  const at = { date: 'date', amount: 'credit', name: 'text', twice: 'balance' } as const;
  return {
    name: values.name.trim().length < 2 ? texts.nameWrong : null,
    number: /^[0-9A-Z]{4,34}$/.test(values.number) ? null : texts.numberWrong,
    headerRows: /^(?:\d{1,2}|100)$/.test(values.headerRows) ? null : texts.headerWrong,
    ...(problem && { [at[problem]]: texts.problems[problem] }),
  };
}

function EditDialog(props: { accountId?: string; values: Values; onClose: () => void }) {
  const { accountId, values: first, onClose } = props;
  const saving = useSaveAccount();
  return (
    <FormDialog<Values, Body, ResponseOf<typeof saveStatementAccount>>
      title={texts.edit}
      submit={texts.submit}
      reasonHelp={null}
      values={first}
      errorsOf={errorsOf}
      changing={saving}
      bodyOf={(values) => ({
        ...(accountId !== undefined && { accountId }),
        ...{ name: values.name.trim(), number: values.number, currency: values.currency },
        mapping: mappingOf(values),
      })}
      onDone={({ account }) => texts.done(account.name)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField {...form.field('name')} label={texts.name} maxLength={60} autoComplete="off" data-autofocus />
          {accountId === undefined ? (
            <>
              <TextField
                {...form.field('number')}
                label={texts.number}
                help={texts.numberHelp}
                maxLength={34}
                autoComplete="off"
              />
              <SelectField
                {...form.choice('currency')}
                label={texts.currency}
                options={financedCurrencies.map((value) => ({ value, label: value }))}
              />
            </>
          ) : null}
          <MappingFields form={form} />
        </>
      )}
    </FormDialog>
  );
}

const SAMPLE_ROWS = 20;

/** Fields of the format and the columns, beside the first rows of a file as the mapping reads them. */
function MappingFields({ form }: { form: CheckedForm<Values & { readonly reason: string }> }) {
  const { values, field, choice } = form;
  const [file, pick] = useState<File | null>(null);
  const [sample, setSample] = useState('');
  const show = (picked: File): void => {
    pick(picked);
    void picked
      .slice(0, 65_536)
      .arrayBuffer()
      .then((bytes) => {
        const rows = decodeBankFile(new Uint8Array(bytes))
          .split(/\r\n|\r|\n/)
          .slice(0, SAMPLE_ROWS);
        setSample(rows.join('\n'));
      });
  };
  const places = placesOf(sample, values);
  return (
    <>
      <FileField label={texts.sample} help={texts.sampleHelp} file={file} onPick={show} accept=".csv,.txt,text/*" />
      <SelectField
        {...choice('separator')}
        label={texts.separator}
        options={bankSeparatorNames.map((value) => ({ value, label: texts.separators[value] }))}
      />
      <SelectField
        {...choice('decimal')}
        label={texts.decimal}
        options={decimalSigns.map((value) => ({ value, label: texts.decimals[value] }))}
      />
      <SelectField
        {...choice('dateOrder')}
        label={texts.dateOrder}
        options={dateOrders.map((value) => ({ value, label: texts.dateOrders[value] }))}
      />
      <TextField {...field('headerRows')} label={texts.headerRows} inputMode="numeric" maxLength={3} />
      {bankColumns.map((column) => (
        <SelectField key={column} {...choice(column)} label={texts.columns[column]} options={places} />
      ))}
      {sample === '' ? null : <Sample sample={sample} mapping={mappingOf(values)} />}
    </>
  );
}

const FEWEST_PLACES = 12;

/** Columns by their place, with their heading in the sample. */
function placesOf(sample: string, values: Values): readonly { readonly value: string; readonly label: string }[] {
  const rows = bankRows(sample, values.separator);
  const headings =
    'problem' in rows ? [] : (rows.filter(({ row }) => row <= Number(values.headerRows)).at(-1)?.cells ?? []);
  const used = bankColumns.map((column) => Number(values[column]));
  const count = Math.max(FEWEST_PLACES, headings.length, ...used);
  return [
    { value: '0', label: texts.noColumn },
    ...Array.from({ length: count }, (_, at) => ({
      value: String(at + 1),
      label: texts.column(at + 1, (headings[at] ?? '').trim()),
    })),
  ];
}

function Sample({ sample, mapping }: { sample: string; mapping: BankMapping }) {
  const read = readBankCsv(sample, mapping);
  if ('problem' in read) return <Notice tone="warn" title={texts.notText} />;
  const lines = read.lines.map(({ cents, date, balance, ...line }) =>
    [
      formatDate(date),
      formatDecimal(decimalOf(money(cents, 'MXN'))),
      textOfLine(line),
      keysOf(line),
      balance === null ? '' : `${es.columns.balance} ${formatDecimal(decimalOf(money(balance, 'MXN')))}`,
    ]
      .filter(Boolean)
      .join(' · '),
  );
  return (
    <>
      <TextArea label={texts.raw} rows={5} value={sample} readOnly wrap="off" />
      <TextArea
        label={texts.read}
        help={read.unread.length === 0 ? undefined : texts.unread(read.unread.length)}
        rows={5}
        value={lines.length === 0 ? texts.readEmpty : lines.join('\n')}
        readOnly
        wrap="off"
      />
    </>
  );
}
