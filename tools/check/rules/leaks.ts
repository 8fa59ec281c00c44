import { lockGaps, parseLock, withoutIntegrity } from '../lock-file.ts';
import type { Finding, Project } from '../project.ts';

const MACHINE = /(?:^|[\s"'`(=])(\/home\/[a-z]\w*|\/Users\/\w+|\/root\/\w+|[A-Z]:\\Users)/;
const REGISTRY = /registry\.npmjs\.org|registry\.yarnpkg|npmmirror|\/\/[^/"\s]*artifactory|_authToken/;

/** `npm ci` refuses a lock that lacks the packages of other platforms, and accepts packages without a checksum. */
export const lock = ({ texts }: Project): Finding[] =>
  texts
    .filter(({ path }) => path === 'package-lock.json')
    .flatMap(({ path, text }) => {
      const locked = parseLock(text);
      const gaps = lockGaps(locked).map(({ name }) => name);
      const unproven = withoutIntegrity(locked);
      const messages = [
        gaps.length > 0 && `${gaps.join(', ')} missing: run npm run lock after npm install.`,
        unproven.length > 0 && `${unproven.join(', ')} without integrity: remove the entry and npm install it again.`,
      ];
      return messages.flatMap((message) => (message === false ? [] : [{ path, line: 1, message }]));
    });

/** The repository must not mention a developer's machine or registry. */
export const leaks = ({ texts }: Project): Finding[] =>
  texts
    .filter(({ path }) => !path.startsWith('tools/check/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) => {
        const line = index + 1;
        if (path === 'package-lock.json' && /"resolved": "[a-z+]+:\/\//.test(content)) {
          return [
            {
              path,
              line,
              message: 'the lock contains a host; npm omits it with omit-lockfile-registry-resolved (.npmrc).',
            },
          ];
        }
        if (REGISTRY.test(content))
          return [{ path, line, message: 'a registry host: the registry is configured at installation.' }];
        if (MACHINE.test(content))
          return [
            { path, line, message: 'a path of one machine: derive it from import.meta or take it as a setting.' },
          ];
        return [];
      }),
    );
