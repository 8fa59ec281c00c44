import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { OriginalXml } from '../../../lib/original-xml.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../../ui/feedback/query-fallback.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { es } from '../es.ts';
import css from '../invoice-sheet.module.css';
import { printedOf } from '../view-model/printed.ts';
import { PrintedCfdi } from './printed-cfdi.tsx';

type View = keyof typeof es.views;

/** [EST-07] The XML as it was uploaded, and its printed form. */
export function InvoiceDocuments({ original }: { original: UseQueryResult<OriginalXml> }) {
  const { data, error, refetch } = original;
  const [view, setView] = useState<View>('printed');
  const printed = useMemo(() => (data ? printedOf(data.xml) : null), [data]);
  return (
    <Card title={es.documents}>
      {data ? (
        <Tabs
          label={es.documents}
          tabs={[
            { value: 'printed', label: es.views.printed },
            { value: 'xml', label: es.views.xml },
          ]}
          value={view}
          onChange={setView}
        >
          {view === 'xml' ? <Xml of={data} /> : <Printed cfdi={printed} />}
        </Tabs>
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.documentFailed} lines={6}>
          {null}
        </QueryFallback>
      )}
    </Card>
  );
}

/** The XML and its printed form, side by side where there is room. */
export function DocumentsBeside({ original: { data, error, refetch } }: { original: UseQueryResult<OriginalXml> }) {
  const printed = useMemo(() => (data ? printedOf(data.xml) : null), [data]);
  if (!data)
    return (
      <QueryFallback failed={error !== null} onRetry={refetch} title={es.documentFailed} lines={6}>
        {null}
      </QueryFallback>
    );
  return (
    <div className={css.beside}>
      {(['printed', 'xml'] as const).map((view) => (
        <section key={view} aria-label={es.views[view]}>
          {view === 'xml' ? <Xml of={data} /> : <Printed cfdi={printed} />}
        </section>
      ))}
    </div>
  );
}

const Xml = ({ of }: { of: OriginalXml }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
  <pre className={css.xml} tabIndex={0}>
    {of.xml}
  </pre>
);

const Printed = ({ cfdi }: { cfdi: ReturnType<typeof printedOf> }) =>
  cfdi ? <PrintedCfdi cfdi={cfdi} /> : <Notice tone="info">{es.unreadable}</Notice>;
