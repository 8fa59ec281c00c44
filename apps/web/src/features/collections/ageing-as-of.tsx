import { type Ageing, type AgeingGroup, ageingGroups, ages } from '@anticipa/contract/portfolio';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { type ProductCode, productCodes } from '@anticipa/domain/product';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatDecimal } from '../../lib/format.ts';
import { type ProductNames, useProductNames } from '../../lib/product-names.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { CurrencyField } from '../../ui/field/currency-field.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, NONE } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { ageingQuery, downloadAgeing } from './api.ts';
import { es } from './es.ts';
import { ProductField } from './product-field.tsx';

const texts = es.asOf;
type Group = Ageing[number];

/** A client or a receiver whose invoices alone are counted. */
interface Only {
  readonly by: AgeingGroup;
  readonly id: string;
  readonly name: string;
}

const countOf = ({ currency, count }: Group): string => `${currency} · ${es.invoices(count)}`;

const columnsFor = (by: AgeingGroup, names: ProductNames, onOpen: (group: Group) => void): readonly Column<Group>[] => {
  const nameOf = ({ id, name }: Group): string =>
    by === 'product' ? names[productCodes.find((code) => code === id) ?? 'BI'] : name;
  return [
    {
      id: 'name',
      header: texts.groups[by],
      value: nameOf,
      text: (group) => `${nameOf(group)} · ${countOf(group)}`,
      cell: (group) => (
        <CellPair note={countOf(group)}>
          {by === 'product' ? (
            nameOf(group)
          ) : (
            <TextButton aria-label={texts.onlyOf(group.name)} onClick={() => onOpen(group)}>
              {group.name}
            </TextButton>
          )}
        </CellPair>
      ),
      width: 'minmax(11rem, 1fr)',
      breaks: true,
      card: 'title',
    },
    ...ages.map((age) =>
      amountColumn<Group>({
        id: age,
        header: es.ages[age],
        pick: ({ ages: sums, currency }) => (sums[age] === undefined ? null : moneyOf(sums[age], currency)),
        // The currency is in the first column, so that all of them fit a screen.
        cell: ({ ages: sums }) => (sums[age] === undefined ? NONE : formatDecimal(sums[age])),
        total: everyRow,
        // Most of what is owed is not due yet.
        width: age === ages[0] ? '10rem' : '8.75rem',
      }),
    ),
    amountColumn({
      id: 'owed',
      header: texts.owed,
      pick: ({ owed, currency }) => moneyOf(owed, currency),
      total: everyRow,
      cell: ({ owed }) => formatDecimal(owed),
      width: '10rem',
      card: 'figure',
    }),
  ];
};

/** [DIN-53] What receivers owed at the end of a day, by age, as the books had it or have it now. */
export function AgeingAsOf() {
  const today = dateAt(new Date(), MEXICO_CITY);
  const { hasta = today, conocido = null, moneda = '' } = useSearch({ strict: false });
  const [asOf, setAsOf] = useState<string>(hasta);
  const [knownOn, setKnownOn] = useState<string | null>(conocido);
  const [by, setBy] = useState<AgeingGroup>('client');
  const [product, setProduct] = useState<ProductCode | ''>('');
  const [currency, setCurrency] = useState<FinancedCurrency | ''>(moneda);
  const [only, setOnly] = useState<Only | null>(null);
  const names = useProductNames();
  const filter = {
    ...(only && (only.by === 'client' ? { clientId: only.id } : { companyId: only.id })),
    asOf,
    ...(knownOn && { knownOn }),
    ...(product && { product }),
    ...(currency && { currency }),
  };
  const { data, error, refetch } = useQuery(ageingQuery({ by, ...filter }));
  const columns = useMemo(() => {
    const open = ({ id, name }: Group): void => {
      setOnly({ by, id, name });
      setBy(by === 'client' ? 'receiver' : 'client');
    };
    return columnsFor(by, names, open);
  }, [by, names]);
  return (
    <Card
      title={texts.title}
      aside={
        <ButtonRow>
          <FileButtons download={(format) => downloadAgeing({ format, ...filter })} />
        </ButtonRow>
      }
    >
      <ButtonRow>
        <DateField
          label={texts.day}
          help={texts.dayHelp}
          value={asOf}
          onChange={(day) => day && setAsOf(day)}
          today={today}
          max={today}
        />
        <DateField
          label={texts.known}
          help={texts.knownHelp}
          value={knownOn}
          onChange={setKnownOn}
          today={today}
          max={today}
        />
        <SelectField
          label={texts.by}
          value={by}
          onChange={setBy}
          options={ageingGroups.map((value) => ({ value, label: texts.groups[value] }))}
        />
        <ProductField value={product} onChange={setProduct} />
        <CurrencyField value={currency} onChange={setCurrency} />
      </ButtonRow>
      {only ? (
        <p>
          {texts.only(only.name)}{' '}
          <Button variant="quiet" size="small" onClick={() => setOnly(null)}>
            {texts.all}
          </Button>
        </p>
      ) : null}
      {data ? (
        <DataTable
          label={texts.title}
          noun={texts.nouns[by]}
          rows={data}
          columns={columns}
          rowId={({ id, currency: of }) => `${id} ${of}`}
          empty={
            <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
              {texts.empty}
            </EmptyState>
          }
        />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={6} />
      )}
    </Card>
  );
}
