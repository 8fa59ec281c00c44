import { formatTableDate } from '../lib/format.ts';
import { useUser } from '../lib/session.ts';
import { StatusBar } from '../ui/feedback/status-bar.tsx';
import { es } from './es.ts';

/** [OPE-86] Says that the client is closed and until when its users read; nothing for an open one. */
export function ClosedBar() {
  const { readsUntil } = useUser();
  return readsUntil === null ? null : <StatusBar icon="info">{es.closed(formatTableDate(readsUntil))}</StatusBar>;
}
