import type { LenderClient } from '@anticipa/contract/lender-clients';
import { viewClient } from '@anticipa/contract/views';
import { useState } from 'react';
import { leaveFor } from '../../../lib/leave-for.ts';
import { useMay } from '../../../lib/may.ts';
import { viewAddress } from '../../../lib/view.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useViewClient } from '../api.ts';
import { es } from '../es.ts';

const texts = es.view;

/** [OPE-09] Opens the portal in this tab as the client sees it. */
export function SeePortal({ client: { clientId, entityName } }: { client: LenderClient }) {
  const [isAsking, setAsking] = useState(false);
  const viewing = useViewClient(clientId);
  if (!useMay(viewClient)) return null;
  return (
    <>
      <div>
        <Button icon="eye" onClick={() => setAsking(true)}>
          {texts.open}
        </Button>
      </div>
      {isAsking ? (
        <FormDialog
          title={texts.title(entityName)}
          submit={texts.open}
          values={{}}
          changing={viewing}
          bodyOf={({ reason }) => reason}
          onDone={({ viewId }) => {
            void leaveFor(viewAddress(viewId, clientId));
            return null;
          }}
          onClose={() => setAsking(false)}
        >
          <p>{texts.text}</p>
        </FormDialog>
      ) : null}
    </>
  );
}
