import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/rows.tsx';
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
  edit: ((close: () => void) => ReactNode) | null | undefined;
}) {
  const { title, value, note, badge, action = es.change, actionLabel, edit } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <div>
        <strong>{title}</strong>
        <span>{value}</span>
        {badge}
        {note ? <span className="quiet">{note}</span> : null}
      </div>
      {edit ? (
        <Button size="small" aria-label={actionLabel} onClick={() => setOpen(true)}>
          {action}
        </Button>
      ) : null}
      {isOpen && edit ? edit(() => setOpen(false)) : null}
    </Row>
  );
}
