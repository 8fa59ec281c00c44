/** Logs errors reported by browsers, in production only; the log reports them to the error service if there is one. */
import type { notifyError } from '@anticipa/contract/reports';
import type { BodyOf } from '@anticipa/contract/route';
import type { Deps } from '../deps.ts';

/** Keys, tokens and e-mails, which must not be logged. */
const SECRET = /[A-Za-z0-9_-]{32,}|[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;

/** One line without control characters, to prevent log injection. */
const logged = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').replace(SECRET, '…');

/** Logs a report in production; elsewhere discards it. */
export const logReport = (deps: Pick<Deps, 'config' | 'log'>, report: BodyOf<typeof notifyError>): void => {
  if (!deps.config.production) return;
  const { errorId, error, component, uri } = report;
  const [path = ''] = uri.split(/[?#]/);
  const fields = { errorId: logged(errorId), error: logged(error), component: logged(component), path: logged(path) };
  deps.log.error({ report: fields }, 'error reported by a browser');
};
