import { useLacking } from '../lib/rights.ts';
import { StatusBar } from '../ui/feedback/status-bar.tsx';
import { es } from './es.ts';

/** [DER-01] Says that the person only consults, and who may do more. */
export function RightBar() {
  const lacking = useLacking('prepare');
  return lacking === undefined ? null : (
    <StatusBar icon="eye">
      {es.consults} {lacking}
    </StatusBar>
  );
}
