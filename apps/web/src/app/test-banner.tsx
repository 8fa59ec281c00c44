import { StatusBar } from '../ui/feedback/status-bar.tsx';
import { es } from './es.ts';

/** [RUT-07] Warns that this is a test environment. Ready, but displayed nowhere. */
export const TestBanner = ({ displayed }: { displayed: boolean }) =>
  displayed ? <StatusBar icon="alert">{es.testBanner}</StatusBar> : null;
