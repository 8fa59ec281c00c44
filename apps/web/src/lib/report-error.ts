import type * as reports from '@anticipa/contract/reports';
import { type Address, ApiRefusal, call, newUuid, ServerUnreachable } from './api-client.ts';

const notifyError: Address<typeof reports.notifyError> = { method: 'POST', path: '/api/notify-error' };
/** Errors reported since the page was loaded; each is reported once. */
const reported = new Map<string, string>();

/** Place of an error: the innermost component of React's stack, else the first line of the script's. */
export function componentOf(componentStack: string | null | undefined, stack: string | undefined): string {
  const [line = ''] = (componentStack ?? stack?.slice(stack.indexOf('\n') + 1) ?? '').trim().split('\n');
  return line.trim().slice(0, 200);
}

/**
 * Reports an error of the page to the server, once, and returns the id to quote. A refusal already has a request id; an
 * unreachable server gets no report and the id is ''. The query is cut off the address: it may contain searches.
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
  const errorId = newUuid();
  reported.set(JSON.stringify(what), errorId);
  const body = { errorId, ...what };
  call<typeof reports.notifyError>(notifyError, { body }).catch((cause: unknown) =>
    console.error('the fault could not be reported', cause),
  );
  return errorId;
}

/** Reports the faults that nothing handles, as far as the browser names them. */
export function reportUnhandled(): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    if (error instanceof Error) reportError(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    const isCancelled = reason instanceof DOMException && reason.name === 'AbortError';
    if (!isCancelled) reportError(reason);
  });
}
