import { promises as dns } from 'node:dns';
import type { DomainRecordsPort } from './port.ts';

/** For all attempts at a name together. */
const DEADLINE_MS = 3000;
/** Answers that say that there is nothing. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

interface Options {
  /** `address:port` of a DNS server; undefined for those of the machine. */
  readonly server?: string | undefined;
  readonly deadlineMs?: number;
}

export function domainRecordsOver({ server, deadlineMs = DEADLINE_MS }: Options): DomainRecordsPort {
  return {
    textsOf: async (name) => {
      // A resolver of its own: a deadline cancels all that it is doing.
      const resolver = new dns.Resolver({ timeout: deadlineMs, tries: 1 });
      if (server !== undefined) resolver.setServers([server]);
      const end = setTimeout(() => resolver.cancel(), deadlineMs);
      try {
        const found = await resolver.resolveTxt(name);
        // A text of more than 255 bytes comes in parts.
        return found.map((parts) => parts.join('').slice(0, 1000));
      } catch (cause) {
        const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
        return NOTHING.has(code) ? [] : null;
      } finally {
        clearTimeout(end);
      }
    },
  };
}
