import { basename } from 'node:path';
import type { Finding, Project } from '../project.ts';

interface Vocabulary {
  /** The folder that the rule applies to; its last group is the noun. */
  readonly folder: RegExp;
  readonly allowed: RegExp;
  readonly message: string;
}

const VOCABULARIES: readonly Vocabulary[] = [
  {
    folder: /^apps\/api\/src\/modules\/([^/]+)\//,
    allowed: /^([a-z-]+\/)?[a-z0-9-]+(\.test)?\.ts$/,
    message:
      'a module has routes, queries, policy, jobs and one file per step of its noun; a large one has rooms, one deep.',
  },
  {
    folder: /^apps\/api\/src\/gateways\/([^/]+)\//,
    allowed: /^[a-z0-9-]+(\.test)?\.ts$/,
    message: 'a gateway is flat: port.ts, its interface, embedded.ts, and adapters named after a protocol or a vendor.',
  },
  {
    folder: /^apps\/web\/src\/features\/([^/]+)\/(components\/)?/,
    allowed:
      /^((api|view-model|es)\.ts|view-model\/[a-z0-9-]+(\.test)?\.ts|use-[a-z0-9-]+\.ts|[a-z0-9-]+\.tsx|[a-z0-9-]+\.module\.css|[a-z0-9-]+(\.browser)?\.test\.tsx?)$/,
    message:
      'a feature has api.ts, screens and forms (.tsx), es.ts, hooks (use-….ts), components/ and view-model.ts (a large one: view-model/<part>.ts); rules belong into the domain.',
  },
];

// Meaningless names: the contents belong in a file named after their noun.
const DRAWERS = /(^|-)(helpers?|utils?|services?|managers?)(-|$)|^(common|misc|shared|stuff|index)$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
const FORBIDDEN_FILES = /\.(js|jsx|cjs|mts|cts)$/;

const nameProblem = (path: string): string | undefined => {
  const name = basename(path);
  if (!KEBAB.test(name)) return 'file names are kebab-case, for case-insensitive file systems.';
  if (FORBIDDEN_FILES.test(name))
    return 'code is TypeScript; run.mjs alone is not, because it runs before anything is installed.';
  if (DRAWERS.test(name.split('.')[0] ?? '')) return `${name} is a drawer: name the file after what it does.`;
  const vocabulary = VOCABULARIES.find(({ folder }) => folder.test(path));
  if (vocabulary === undefined) return undefined;
  const rest = path.replace(vocabulary.folder, '');
  return !vocabulary.allowed.test(rest) ? vocabulary.message : undefined;
};

/** File names follow the vocabulary of their folder. */
export const names = ({ texts }: Project): Finding[] =>
  texts
    .filter(({ path }) => /^(apps|packages|tools|e2e|bench)\//.test(path) && /\.[cm]?[jt]sx?$|\.css$/.test(path))
    .flatMap(({ path }) => {
      const message = nameProblem(path);
      return message === undefined ? [] : [{ path, line: 1, message }];
    });
