/** Faults that browsers report: written to the log, and only where somebody watches it. */
import type { notifyError } from '@anticipa/contract/reports';
import type { BodyOf } from '@anticipa/contract/route';
import type { Deps } from '../../lib/deps.ts';

/** Keys, tokens and e-mails have no business in a log, whatever message they got into. */
const SECRET = /[A-Za-z0-9_-]{32,}|[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;

/** One line without control characters: a report cannot write lines of its own into the log. */
const logged = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').replace(SECRET, '…');

/** Writes a report down in production-like environments; elsewhere it is taken and forgotten. */
export const keepReport = (deps: Pick<Deps, 'config' | 'log'>, report: BodyOf<typeof notifyError>): void => {
  if (!deps.config.production) return;
  const { errorId, error, component, uri } = report;
  const [path = ''] = uri.split(/[?#]/);
  const fields = { errorId: logged(errorId), error: logged(error), component: logged(component), path: logged(path) };
  deps.log.error({ report: fields }, 'a browser reported an error');
};
