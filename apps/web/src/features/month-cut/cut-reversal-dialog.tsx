import { consequenceText } from '@anticipa/texts/reversals';
import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '../../lib/format.ts';
import { Consequences } from '../../ui/consequences.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { cutReversalQuery, useReverseCut } from './api.ts';
import { es } from './es.ts';

const texts = es.reverse;

/** Proposes to cancel every CFDI of interest of a client's month, after listing the CFDI that are cancelled with them. */
export function CutReversalDialog(props: {
  client: { readonly clientId: string; readonly entityName: string };
  month: string;
  onClose: () => void;
}) {
  const { client, month, onClose } = props;
  const { clientId, entityName } = client;
  const preview = useQuery(cutReversalQuery(month, clientId));
  return (
    <FormDialog
      title={texts.title(formatMonth(month), entityName)}
      submit={texts.submit}
      isDanger
      dismiss={texts.dismiss}
      values={{}}
      changing={useReverseCut(month)}
      bodyOf={({ reason }) => ({ clientId, reason })}
      onDone={() => texts.done}
      onClose={onClose}
    >
      <Consequences of={preview} textsOf={(data) => data.consequences.map((one) => consequenceText(one, ''))} />
      <p>{texts.second}</p>
    </FormDialog>
  );
}
