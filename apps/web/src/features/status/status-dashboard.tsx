import type { ProductCode } from '@anticipa/domain/product';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { Card } from '../../ui/card.tsx';
import { Donut } from '../../ui/chart/donut.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { MoneyList } from '../../ui/money.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { countsQuery } from './api.ts';
import { NextSteps } from './components/next-steps.tsx';
import { es } from './es.ts';
import css from './status.module.css';
import { useStatusNews } from './use-status-news.ts';
import type { StatusSlug } from './view-model/address.ts';
import { authorisedProducts, countOf, productShown, statusesOf } from './view-model/dashboard.ts';
import { dayOf, nextStepOf } from './view-model/next-step.ts';

interface DashboardProps {
  /** The product in the address. */
  readonly product: ProductCode | undefined;
  readonly onProduct: (product: ProductCode) => void;
  readonly onOpen: (slug: StatusSlug, product: ProductCode) => void;
  /** Opens the settled invoices. */
  readonly onSettled: () => void;
}

/** [EST-01] The invoices of a product by status, with the next step of each. */
export function StatusDashboard({ product, onProduct, onOpen, onSettled }: DashboardProps) {
  const credit = useQuery(creditQuery);
  const counts = useQuery(countsQuery);
  const nameOf = (code: ProductCode): string =>
    credit.data?.products.find((one) => one.product === code)?.displayName ?? code;
  useStatusNews(counts.data, nameOf, { onOpen, onSettled });
  if (!credit.data || !counts.data) {
    const retry = (): void => {
      for (const query of [credit, counts]) if (query.isError) void query.refetch();
    };
    return (
      <Card title={es.title}>
        <QueryFallback failed={credit.isError || counts.isError} onRetry={retry} lines={4}>
          {es.failed}
        </QueryFallback>
      </Card>
    );
  }
  const products = authorisedProducts(credit.data);
  const { data } = counts;
  const shown = productShown(products, product);
  if (!shown) return null;
  const figures = statusesOf(data, shown.code);
  const day = dayOf(credit.data);
  const steps = figures.flatMap((status) => {
    const step = nextStepOf(status, shown.code, day);
    return step ? [{ ...step, label: status.label }] : [];
  });
  return (
    <Card title={es.title} aside={<Link to={paths.sales}>{es.sales}</Link>}>
      <Tabs
        label={es.products}
        tabs={products.map(({ code, name }) => ({ value: code, label: name, count: countOf(data, code) }))}
        value={shown.code}
        onChange={onProduct}
      >
        {countOf(data, shown.code) === 0 ? (
          <EmptyState drawing="papers" title={es.emptyTitle}>
            {es.empty(shown.name)}
          </EmptyState>
        ) : (
          <div className={css.dashboard}>
            <Donut
              label={es.chart(shown.name)}
              noun={es.noun}
              parts={figures.map((status) => ({
                key: status.slug,
                label: status.label,
                count: status.count,
                shade: status.shade,
                detail: <MoneyList amounts={status.totals} />,
                onOpen: () => onOpen(status.slug, shown.code),
              }))}
            />
            <NextSteps steps={steps} />
          </div>
        )}
      </Tabs>
    </Card>
  );
}
