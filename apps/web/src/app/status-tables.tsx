import { type ComponentProps, useMemo, useState } from 'react';
import { ClabeDialog } from '../features/payers/clabe-dialog.tsx';
import { ReferenceMaker } from '../features/references/reference-maker.tsx';
import { whyNotReferenced } from '../features/references/view-model.ts';
import { StatusWorkspace } from '../features/status/status-workspace.tsx';

interface TablesProps
  extends Pick<ComponentProps<typeof StatusWorkspace>, 'search' | 'onFilter' | 'onClose' | 'onSell' | 'onCredit'> {
  /** Shows a payment reference, new or of an invoice. */
  readonly onReference: (reference: string) => void;
}

/** [EST-02, RPG-02] The invoices of a status; those in credit make payment references or are paid by CLABE. */
export function StatusTables({ onReference, ...workspace }: TablesProps) {
  const [documentId, setDocumentId] = useState<string | null>(null);
  const places = useMemo(() => ({ onOpenReference: onReference, onOpenClabe: setDocumentId }), [onReference]);
  return (
    <>
      <StatusWorkspace
        {...workspace}
        whyNotChosen={whyNotReferenced}
        actions={(chosen, onChoose) => <ReferenceMaker chosen={chosen} onChoose={onChoose} onMade={onReference} />}
        places={places}
      />
      {documentId ? <ClabeDialog owing={{ documentId }} onClose={() => setDocumentId(null)} /> : null}
    </>
  );
}
