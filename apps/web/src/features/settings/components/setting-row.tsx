import type { ReactNode } from 'react';
import type { ProposalKey } from '../../../lib/waiting-proposals.ts';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { Row } from '../../../ui/rows.tsx';
import { UnlessProposed } from '../../../ui/unless-proposed.tsx';
import { es } from '../es.ts';

/** One setting with its value; `edit` renders the dialog that changes it, for operators who may. */
export function SettingRow(props: {
  title: string;
  value: ReactNode;
  note?: ReactNode;
  action?: string;
  /** A badge, such as that of a change that waits. */
  badge?: ReactNode;
  actionLabel: string;
  /** The change that it proposes to a second person. */
  proposes?: ProposalKey;
  edit: ((close: () => void) => ReactNode) | null | undefined;
}) {
  const { title, value, note, badge, action = es.change, actionLabel, proposes, edit } = props;
  return (
    <Row>
      <div>
        <strong>{title}</strong>
        <div>{value}</div>
        {badge}
        {note ? <span className="quiet">{note}</span> : null}
      </div>
      {edit ? (
        <UnlessProposed of={proposes}>
          <DialogButton size="small" aria-label={actionLabel} dialog={edit}>
            {action}
          </DialogButton>
        </UnlessProposed>
      ) : null}
    </Row>
  );
}
