import {
  type CheckedImport,
  checkImport,
  type ImportedRow,
  importTemplate,
  saveImport,
} from '@anticipa/contract/imports';
import { type ImportKind, importKinds } from '@anticipa/domain/import-rows';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiRefusal, call, callForFile } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { paths } from '../../lib/paths.ts';
import { useLacking } from '../../lib/rights.ts';
import { useChange } from '../../lib/use-change.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { weekdayNames, weekdays } from '../../lib/weekdays.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PickButton } from '../../ui/pick-button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { es } from './es.ts';

/** [EFE-22] Purchase orders and receivers' terms from a spreadsheet: seen before they are saved. */
export function ImportsScreen() {
  const [named, name] = useSearchParam('cola');
  const kind = named === es.address.terms ? 'terms' : 'orders';
  return (
    <Page title={es.title} intro={es.intro} back={{ to: paths.home, label: es.back }}>
      <Tabs
        label={es.tabsLabel}
        tabs={importKinds.map((value) => ({ value, label: es.tabs[value] }))}
        value={kind}
        onChange={(next) => name(es.address[next])}
      >
        <Import key={kind} kind={kind} />
      </Tabs>
    </Page>
  );
}

interface Checked {
  readonly file: File;
  readonly answer: CheckedImport;
}

function Import({ kind }: { kind: ImportKind }) {
  const [pasted, setPasted] = useState('');
  const lacking = useLacking('prepare');
  const checking = useMutation({
    mutationFn: async (file: File): Promise<Checked> => ({
      file,
      answer: await call(checkImport, { query: { kind }, file }),
    }),
  });
  const saving = useChange([['invoices'], ['payers']], ({ file, answer: { fingerprint } }: Checked) =>
    call(saveImport, { query: { kind, fingerprint }, file }),
  );
  const check = (file: File): void => {
    saving.reset();
    checking.mutate(file);
  };
  const { data: checked } = checking;
  const outcome = useOutcome(
    checking.isPending || saving.isPending ? null : (saving.data ?? checking.error ?? checked),
  );
  return (
    <div className="blocks">
      <Explanation>{es.explained[kind]}</Explanation>
      <Card
        title={es.table}
        aside={
          <ButtonRow>
            <FileButtons isTemplate download={(format) => callForFile(importTemplate, { query: { kind, format } })} />
          </ButtonRow>
        }
      >
        <div className="stack">
          {lacking === undefined ? (
            <>
              <ButtonRow>
                <PickButton
                  label={es.choose}
                  accept=".xlsx,.csv,.txt,text/csv,text/plain"
                  variant="primary"
                  busy={checking.isPending}
                  onPick={([file]) => {
                    if (file) check(file);
                  }}
                />
              </ButtonRow>
              <TextArea
                label={es.paste}
                help={es.pasteHelp}
                value={pasted}
                onChange={({ target }) => setPasted(target.value)}
              />
              {pasted.trim() === '' ? null : (
                <ButtonRow>
                  <Button busy={checking.isPending} onClick={() => check(new File([pasted], es.pastedName))}>
                    {es.checkPasted}
                  </Button>
                </ButtonRow>
              )}
            </>
          ) : (
            <p>{lacking}</p>
          )}
          {checking.error ? (
            <div ref={outcome} tabIndex={-1}>
              <Notice tone="bad" title={es.checkFailed}>
                {failureText(checking.error)}
              </Notice>
            </div>
          ) : null}
        </div>
      </Card>
      {checked && !checking.isPending ? (
        <div ref={outcome} tabIndex={-1}>
          <Preview
            kind={kind}
            answer={checked.answer}
            saved={saving.data?.changed ?? null}
            error={saving.error}
            busy={saving.isPending}
            onSave={() =>
              saving.mutate(checked, {
                onSuccess: () => setPasted(''),
              })
            }
            onCheck={() => check(checked.file)}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Brings what came of a press into view and takes the focus to it: on a phone it is below the edge, and 'Guardar' goes. */
function useOutcome(outcome: unknown) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome === null || outcome === undefined) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
  }, [outcome]);
  return place;
}

const isWrong = ({ problem }: ImportedRow): boolean => problem !== null;
const textOf = ({ order, term, weekDays }: ImportedRow['before']): string =>
  order ??
  (term === null
    ? '—'
    : [
        es.days(term),
        weekDays
          ? weekdays
              .filter((day) => weekDays[day])
              .map((day) => weekdayNames[day])
              .join(', ')
          : '',
      ]
        .filter(Boolean)
        .join(' · '));
const stateOf = (row: ImportedRow): string =>
  row.problem ? es.problem(row.problem) : textOf(row.before) === textOf(row.after) ? es.state.same : es.state.changes;

const columnsOf = (kind: ImportKind, isSaved: boolean): readonly Column<ImportedRow>[] => [
  { id: 'row', header: es.columns.row, value: ({ row }) => row, align: 'end', width: '6.5rem' },
  {
    id: 'name',
    header: es.columns.name[kind],
    value: ({ name }) => name,
    width: 'minmax(10rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'before',
    header: es.columns.before,
    value: ({ before }) => textOf(before),
    width: 'minmax(8rem, 1fr)',
    breaks: true,
  },
  {
    id: 'after',
    header: es.columns.after,
    value: ({ after }) => textOf(after),
    width: 'minmax(8rem, 1fr)',
    breaks: true,
  },
  {
    id: 'state',
    header: es.columns.state,
    value: stateOf,
    cell: (row) =>
      row.problem ? (
        // A reason is a sentence, which a badge would cut.
        <span>
          <StatusBadge tone="bad">{es.state.wrong}</StatusBadge> {stateOf(row)}
        </span>
      ) : (
        <StatusBadge tone={stateOf(row) === es.state.same ? 'neutral' : 'good'}>
          {isSaved && stateOf(row) === es.state.changes ? es.state.saved : stateOf(row)}
        </StatusBadge>
      ),
    width: 'minmax(12rem, 2fr)',
    breaks: true,
  },
];
const columns = {
  orders: { checked: columnsOf('orders', false), saved: columnsOf('orders', true) },
  terms: { checked: columnsOf('terms', false), saved: columnsOf('terms', true) },
};
const rowId = ({ row }: ImportedRow): string => String(row);

function Preview(props: {
  kind: ImportKind;
  answer: CheckedImport;
  /** Null until the table is saved. */
  saved: number | null;
  error: unknown;
  busy: boolean;
  onSave: () => void;
  onCheck: () => void;
}) {
  const { kind, answer, saved, error, busy, onSave, onCheck } = props;
  // Saving the same changes again would be refused again.
  const isOutdated = error instanceof ApiRefusal && error.code === 'IMPORT_CHANGED';
  const { rows, changes } = answer;
  const wrong = rows.filter(isWrong).length;
  const same = rows.length - wrong - changes;
  return (
    <Card title={es.preview}>
      <div className="stack">
        <div role="status">
          {saved === null ? (
            <p>{changes > 0 ? es.summary(changes, same, wrong) : wrong < rows.length ? es.nothing : es.nothingGood}</p>
          ) : (
            <Notice tone="good" title={es.saved(saved)} />
          )}
        </div>
        {wrong > 0 && (saved !== null || changes > 0 || wrong < rows.length) ? (
          <Notice tone="warn">{es.wrongLeft(wrong)}</Notice>
        ) : null}
        {error ? (
          <Notice tone="bad" title={es.saveFailed}>
            {failureText(error)}
          </Notice>
        ) : null}
        {changes > 0 && saved === null ? (
          <ButtonRow>
            <Button variant="primary" busy={busy} onClick={isOutdated ? onCheck : onSave}>
              {isOutdated ? es.checkAgain : es.save(changes)}
            </Button>
          </ButtonRow>
        ) : null}
        <DataTable
          label={es.preview}
          noun={es.noun}
          rows={rows}
          columns={columns[kind][saved === null ? 'checked' : 'saved']}
          rowId={rowId}
          pinned={isWrong}
          empty={null}
        />
      </div>
    </Card>
  );
}
