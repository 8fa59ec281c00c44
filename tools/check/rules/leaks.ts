import { z } from 'zod';
import type { Finding, Project } from '../project.ts';

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional(), link: z.boolean().optional() })),
});

const MACHINE = /(?:^|[\s"'`(=])(\/home\/[a-z]\w*|\/Users\/\w+|\/root\/\w+|[A-Z]:\\Users)/;
const REGISTRY = /registry\.npmjs\.org|registry\.yarnpkg|npmmirror|\/\/[^/"\s]*artifactory|_authToken/;

/**
 * npm drops what it knows of other platforms' packages when it edits a lock without hosts over an existing
 * installation; such a lock installs nowhere else.
 */
export const lock = ({ texts }: Project): Finding[] =>
  texts
    .filter(({ path }) => path === 'package-lock.json')
    .flatMap(({ path, text }) => {
      const { packages } = lockFile.parse(JSON.parse(text));
      const gaps = Object.entries(packages).filter(
        ([name, entry]) => name.includes('node_modules/') && entry.link !== true && entry.integrity === undefined,
      );
      if (gaps.length === 0) return [];
      const message = `${gaps.length} packages without version and hash: in a copy without node_modules and lock, run npm install --package-lock-only.`;
      return [{ path, line: 1, message }];
    });

/** Nothing in the repository knows the machine or the registry it was written with. */
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
              message: 'the lock names a host; npm leaves it out with omit-lockfile-registry-resolved (.npmrc).',
            },
          ];
        }
        if (REGISTRY.test(content))
          return [{ path, line, message: 'a registry host: that is the choice of whoever installs.' }];
        if (MACHINE.test(content))
          return [
            { path, line, message: 'a path of one machine: derive it from import.meta or take it as a setting.' },
          ];
        return [];
      }),
    );
