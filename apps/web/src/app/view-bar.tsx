import { useEffect, useState } from 'react';
import { formatTableDate } from '../lib/format.ts';
import { useUser } from '../lib/session.ts';
import { endView, leaveView } from '../lib/view.ts';
import { Button } from '../ui/button.tsx';
import { StatusBar } from '../ui/feedback/status-bar.tsx';
import { es } from './es.ts';

/** [OPE-09] Marks the portal of a client as seen by an operator, until the view ends by itself. */
export function ViewBar() {
  const { client, view } = useUser();
  const [isLeaving, setLeaving] = useState(false);
  const endsAt = view?.endsAt;
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setTimeout(() => void leaveView(), Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (endsAt === undefined || client === null) return null;
  const leave = (): void => {
    setLeaving(true);
    void endView();
  };
  return (
    <StatusBar
      icon="eye"
      action={
        <Button size="small" busy={isLeaving} onClick={leave}>
          {es.view.leave}
        </Button>
      }
    >
      {es.view.text(client.entityName, formatTableDate(endsAt))}
    </StatusBar>
  );
}
