import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../../ui/feedback/query-fallback.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { originalQuery } from '../api.ts';
import { es } from '../es.ts';
import css from '../invoice-sheet.module.css';
import { printedOf } from '../view-model/printed.ts';
import { PrintedCfdi } from './printed-cfdi.tsx';

type View = keyof typeof es.views;

/** [EST-07] The XML as it was uploaded, and its printed form. */
export function InvoiceDocuments({ fileId }: { fileId: string }) {
  const { data, error, refetch } = useQuery(originalQuery(fileId));
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
          {view === 'xml' ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
            <pre className={css.xml} tabIndex={0}>
              {data.xml}
            </pre>
          ) : printed ? (
            <PrintedCfdi cfdi={printed} />
          ) : (
            <Notice tone="info">{es.unreadable}</Notice>
          )}
        </Tabs>
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.documentFailed} lines={6}>
          {null}
        </QueryFallback>
      )}
    </Card>
  );
}
