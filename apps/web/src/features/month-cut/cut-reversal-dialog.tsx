import { consequenceText } from '@anticipa/texts/reversals';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../lib/failure-text.ts';
import { formatMonth } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { cutReversalQuery, useReverseCut } from './api.ts';
import { es } from './es.ts';

const texts = es.reverse;

/** Proposes to cancel every CFDI of interest of a client's month, and lists before what is cancelled with them. */
export function CutReversalDialog(props: {
  client: { readonly clientId: string; readonly entityName: string };
  month: string;
  onClose: () => void;
}) {
  const { client, month, onClose } = props;
  const { clientId, entityName } = client;
  return (
    <FormDialog
      title={texts.title(formatMonth(month), entityName)}
      submit={texts.submit}
      isDanger
      values={{}}
      changing={useReverseCut(month)}
      bodyOf={({ reason }) => ({ clientId, reason })}
      onDone={() => texts.done}
      onClose={onClose}
    >
      <Consequences month={month} clientId={clientId} />
      <p>{texts.second}</p>
    </FormDialog>
  );
}

function Consequences({ month, clientId }: { month: string; clientId: string }) {
  const { data, error } = useQuery(cutReversalQuery(month, clientId));
  if (error) return <Notice tone="bad" title={failureText(error)} />;
  if (!data) return <p role="status">{texts.reading}</p>;
  return (
    <section aria-label={texts.consequences}>
      <ul>
        {data.consequences.map((one) => (
          <li key={`${one.kind} ${one.folio}`}>{consequenceText(one, '')}</li>
        ))}
      </ul>
    </section>
  );
}
