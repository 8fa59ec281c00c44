import { registerCollection } from '@anticipa/contract/collections';
import { getEstimate } from '@anticipa/contract/estimate';
import { getLenderSale } from '@anticipa/contract/lender';
import {
  ages,
  type OwedInvoice,
  type Portfolio,
  type PortfolioView,
  portfolioViews,
} from '@anticipa/contract/portfolio';
import { listPortfolioLoads } from '@anticipa/contract/portfolio-load';
import { type FinancedCurrency, financedCurrencies, moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { PromiseState } from '@anticipa/domain/promise';
import { everyRow } from '@anticipa/texts/tables/table';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { formatDate, formatMoney, moneyInText } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { ActionBar, ActionFigure } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { CurrencyField } from '../../ui/field/currency-field.tsx';
import { MoneyList } from '../../ui/money.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { MoreRows } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useTypedSearch } from '../../ui/use-typed-search.ts';
import { AgeingAsOf } from './ageing-as-of.tsx';
import { portfolioQuery } from './api.ts';
import { es } from './es.ts';
import { partyColumns } from './party-columns.tsx';
import { type Paid, PaymentDialog } from './payment-dialog.tsx';
import { ProductField } from './product-field.tsx';
import { SoldInvoices } from './sold-invoices.tsx';

const texts = es.portfolio;
const rowId = ({ documentId }: OwedInvoice): string => documentId;
const dueOf = ({ amountDue, currency }: OwedInvoice) => moneyOf(amountDue, currency);
const dueText = ({ daysLate }: OwedInvoice): string => (daysLate > 0 ? es.late(daysLate) : es.dueIn(-daysLate));

const AS_OF = 'asof';
const SOLD = 'sold';
type Tab = PortfolioView | typeof AS_OF | typeof SOLD;
const tabs: readonly { readonly value: Tab; readonly label: string }[] = [
  ...portfolioViews.map((value) => ({ value, label: es.views[value] })),
  { value: SOLD, label: es.sold.tab },
  { value: AS_OF, label: es.asOf.tab },
];

/** The debt of receivers, by due date and age, now or at the end of a day: where payments are registered. */
export function PortfolioScreen() {
  const [named, name] = useSearchParam('cola');
  const tab = tabs.find(({ value }) => value === named)?.value ?? 'all';
  const mayLoad = useMay(listPortfolioLoads);
  const mayEstimate = useMay(getEstimate);
  return (
    <div className="stack">
      <Tabs label={texts.view} tabs={tabs} value={tab} onChange={(next: Tab) => name(next === 'all' ? '' : next)}>
        {tab === AS_OF ? <AgeingAsOf /> : tab === SOLD ? <SoldInvoices /> : <OwedNow key={tab} view={tab} />}
      </Tabs>
      {mayEstimate ? <Link to={lenderPaths.estimate}>{texts.estimate}</Link> : null}
      {mayLoad ? <Link to={lenderPaths.loads}>{texts.loads}</Link> : null}
    </div>
  );
}

function OwedNow({ view }: { view: PortfolioView }) {
  const [kept, keep] = useSearchParam('buscar');
  const [typed, setTyped] = useTypedSearch(kept, keep);
  const [product, setProduct] = useState<ProductCode | ''>('');
  const [currency, setCurrency] = useState<FinancedCurrency | ''>('');
  const search = kept?.trim();
  const filter = { ...(search && { search }), ...(product && { product }), ...(currency && { currency }) };
  const list = useInfiniteQuery(portfolioQuery({ view, ...filter }));
  const { data, error, refetch } = list;
  const [first] = data?.pages ?? [];
  const clear = (): void => {
    setTyped('');
    setProduct('');
    setCurrency('');
  };
  return data && first ? (
    <div className="stack">
      <Ageing of={first.ageing} />
      <Toolbar label={texts.search} value={typed} onChange={setTyped}>
        <ProductField value={product} onChange={setProduct} />
        <CurrencyField value={currency} onChange={setCurrency} />
      </Toolbar>
      <Invoices
        today={first.today}
        invoices={data.pages.flatMap((page) => page.data)}
        empty={
          Object.keys(filter).length > 0 ? (
            <NothingFound title={texts.notFound} onClear={clear} />
          ) : (
            <EmptyState drawing="papers" level={2} title={texts.emptyTitle[view]}>
              {texts.empty}
            </EmptyState>
          )
        }
        after={<MoreRows label={texts.more} list={list} />}
      />
    </div>
  ) : (
    <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />
  );
}

function Ageing({ of }: { of: Portfolio['ageing'] }) {
  if (of.length === 0) return null;
  return (
    <Card title={texts.ageing}>
      <AgeingSums of={of} />
    </Card>
  );
}

/** The sums of each age, by currency. */
export const AgeingSums = ({ of }: { of: Portfolio['ageing'] }) =>
  financedCurrencies.map((currency) => {
    const own = of.filter((sum) => sum.currency === currency);
    if (own.length === 0) return null;
    return (
      <Facts
        key={currency}
        inLine
        label={`${texts.ageing}, ${currency}`}
        facts={ages.flatMap((age) => {
          const sum = own.find((one) => one.age === age);
          if (!sum) return [];
          return [[es.ages[age], `${formatMoney(moneyOf(sum.owed, currency))} · ${es.invoices(sum.count)}`] as const];
        })}
      />
    );
  });

const promiseTones: Readonly<Record<PromiseState, Tone>> = {
  open: 'info',
  kept: 'good',
  broken: 'bad',
  replaced: 'neutral',
};

/** "En disputa", or "Vigente · 12/03/2026 · MXN 116,000.00". */
const agreedText = (invoice: OwedInvoice): string => {
  if (invoice.isDisputed) return es.disputed;
  return invoice.promise ? `${es.promises[invoice.promise.state]} · ${promisedText(invoice, invoice.promise)}` : '';
};
const promisedText = ({ currency }: OwedInvoice, { payOn, amount }: NonNullable<OwedInvoice['promise']>): string =>
  `${formatDate(payOn)} · ${moneyInText(moneyOf(amount, currency))}`;

export const columnsFor = (hasLinks: boolean): readonly Column<OwedInvoice>[] => [
  {
    id: 'due',
    header: es.columns.due,
    value: ({ dueDate }) => dueDate,
    text: (invoice) => `${formatDate(invoice.dueDate)} · ${dueText(invoice)}`,
    cell: (invoice) => (
      <CellPair note={formatDate(invoice.dueDate)}>
        <StatusBadge tone={invoice.daysLate > 0 ? 'bad' : 'neutral'} icon="clock">
          {dueText(invoice)}
        </StatusBadge>
      </CellPair>
    ),
    width: '9.5rem',
    card: 'note',
  },
  {
    id: 'invoice',
    header: es.columns.invoice,
    value: ({ folio }) => folio,
    text: ({ folio, numberOfSale }) => `${folio} · ${es.sale(numberOfSale)}`,
    cell: ({ documentId, folio, saleId, numberOfSale }) => (
      <CellPair
        note={
          hasLinks ? (
            <Link to={lenderPaths.sale} params={{ saleId }}>
              {es.sale(numberOfSale)}
            </Link>
          ) : (
            es.sale(numberOfSale)
          )
        }
      >
        <Link to={lenderPaths.invoice} params={{ documentId }}>
          {folio}
        </Link>
      </CellPair>
    ),
    width: '7.5rem',
    card: 'title',
  },
  ...partyColumns,
  {
    id: 'agreed',
    header: es.columns.agreed,
    value: ({ promise, isDisputed }) => (isDisputed ? '' : (promise?.payOn ?? null)),
    text: agreedText,
    cell: (invoice) =>
      invoice.isDisputed ? (
        <StatusBadge tone="warn">{es.disputed}</StatusBadge>
      ) : invoice.promise ? (
        <CellPair note={promisedText(invoice, invoice.promise)}>
          <StatusBadge tone={promiseTones[invoice.promise.state]}>{es.promises[invoice.promise.state]}</StatusBadge>
        </CellPair>
      ) : null,
    width: 'minmax(9rem, 1fr)',
    breaks: true,
  },
  amountColumn({
    id: 'owed',
    header: es.columns.owed,
    pick: ({ owed, currency }) => moneyOf(owed, currency),
    total: everyRow,
    width: '10.5rem',
  }),
  amountColumn({
    id: 'amountDue',
    header: es.columns.amountDue,
    pick: dueOf,
    total: everyRow,
    width: '10.5rem',
    card: 'figure',
  }),
];

function Invoices(props: { today: string; invoices: readonly OwedInvoice[]; empty: ReactNode; after: ReactNode }) {
  const { today, invoices, empty, after } = props;
  const may = { register: useMay(registerCollection), sale: useMay(getLenderSale) };
  // Chosen ones stay so while another search looks for the next.
  const [selected, select] = useState<ReadonlyMap<string, OwedInvoice>>(new Map());
  const [paid, setPaid] = useState<Paid | null>(null);
  const columns = useMemo(() => columnsFor(may.sale), [may.sale]);
  const known = new Map([...selected, ...invoices.map((invoice) => [rowId(invoice), invoice] as const)]);
  const chosen = [...known.values()].filter((invoice) => selected.has(rowId(invoice)));
  const [first] = chosen;
  const reason = (invoice: OwedInvoice): string | null =>
    first && (first.clientId !== invoice.clientId || first.currency !== invoice.currency) ? texts.other : null;
  const choose = (ids: ReadonlySet<string>): void => select(new Map([...known].filter(([id]) => ids.has(id))));
  return (
    <>
      <DataTable
        label={texts.label}
        noun={texts.noun}
        rows={invoices}
        columns={columns}
        rowId={rowId}
        {...(may.register && { selection: { selected: new Set(selected.keys()), onChange: choose, reason } })}
        empty={empty}
        after={after}
      />
      {first ? (
        <ActionBar
          label={texts.chosen}
          figures={
            <ActionFigure label={`${es.invoices(chosen.length)} · ${first.entityName}`}>
              <MoneyList amounts={sumPerCurrency(chosen.map(dueOf))} />
            </ActionFigure>
          }
        >
          <Button variant="primary" onClick={() => setPaid(paidBy(first, chosen))}>
            {texts.register}
          </Button>
        </ActionBar>
      ) : null}
      {paid ? <PaymentDialog paid={paid} today={today} onClose={() => setPaid(null)} /> : null}
    </>
  );
}

/** The payment of chosen invoices, of which the first is one. */
function paidBy(first: OwedInvoice, chosen: readonly OwedInvoice[]): Paid {
  const [owed = dueOf(first)] = sumPerCurrency(chosen.map(dueOf));
  return {
    pays: { documentIds: chosen.map(rowId) },
    client: first.entityName,
    of: chosen.map(({ folio }) => folio).join(', '),
    owed,
    invoices: chosen.map(({ documentId, folio, amountDue }) => ({ documentId, folio, owed: amountDue })),
  };
}
