import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PickButton } from '../../ui/pick-button.tsx';
import { takeInFiles } from './api.ts';
import { es } from './es.ts';

/** Uploads the CFDI of invoices that the portal does not have. */
export function TakeIn() {
  const [sent, setSent] = useState(0);
  const taking = useMutation({ mutationFn: takeInFiles });
  const { data, error, isPending, variables } = taking;
  const take = (files: readonly File[]): void => {
    setSent(0);
    taking.mutate({ files, onSent: () => setSent((count) => count + 1) });
  };
  return (
    <Card title={es.xml}>
      <div className="stack">
        <p>{es.xmlText}</p>
        <ButtonRow>
          <PickButton label={es.chooseXml} accept=".xml,text/xml" multiple busy={isPending} onPick={take} />
          {isPending ? <span role="status">{es.xmlSent(sent, variables.files.length)}</span> : null}
        </ButtonRow>
        {error ? <Notice tone="bad" title={es.xmlFailed} /> : null}
        {data && data.count > data.refused.length ? (
          <Notice tone="good" title={es.xmlDone(data.count - data.refused.length)} />
        ) : null}
        {data && data.refused.length > 0 ? (
          <Notice tone="bad" title={es.xmlRefused(data.refused.length)}>
            <ul>
              {data.refused.map(({ name, why }) => (
                <li key={name}>{`${name}: ${why}`}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}
