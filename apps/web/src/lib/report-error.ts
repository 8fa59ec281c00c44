import type * as reports from '@anticipa/contract/reports';
import { type Address, ApiRefusal, call, newIdempotencyKey, ServerUnreachable } from './api-client.ts';

const notifyError: Address<typeof reports.notifyError> = { method: 'POST', path: '/api/notify-error' };
/** What was reported since the page was loaded: a fault that repeats itself is one fault. */
const reported = new Map<string, string>();

/** Where a fault happened: the innermost component of React's stack, else the first line of the script's. */
export function componentOf(componentStack: string | null | undefined, stack: string | undefined): string {
  const [line = ''] = (componentStack ?? stack?.slice(stack.indexOf('\n') + 1) ?? '').trim().split('\n');
  return line.trim().slice(0, 200);
}

/**
 * Tells the server about a fault of the screens, once, and answers the id to quote. What the server itself refused it
 * already knows, and without a network there is nobody to tell: both have no id. The address goes without its query,
 * which may carry what somebody searched for.
 */
export function reportError(error: unknown, componentStack?: string | null): string {
  if (error instanceof ApiRefusal) return error.requestId;
  if (error instanceof ServerUnreachable) return '';
  const fault = error instanceof Error ? error : new Error(String(error));
  const what = {
    error: `${fault.name}: ${fault.message}`.slice(0, 2000),
    component: componentOf(componentStack, fault.stack),
    uri: window.location.pathname.slice(0, 500),
  };
  const known = reported.get(JSON.stringify(what));
  if (known) return known;
  const errorId = newIdempotencyKey();
  reported.set(JSON.stringify(what), errorId);
  const body = { errorId, ...what };
  call<typeof reports.notifyError>(notifyError, { body }).catch((cause: unknown) =>
    console.error('the fault could not be reported', cause),
  );
  return errorId;
}
