import { dirname } from 'node:path';
import { isTest, type Project, readProject, type SourceFile } from '../check/project.ts';
import { ROOT } from '../test/program.ts';
import type { Removal } from './removals.ts';

const MUTATED = /^(apps\/api|packages\/(?!sandbox\/)\w+)\/src\//;
const LIMIT = /^(?:export )?const ([A-Z][A-Z_]*_(?:MS|SECONDS|MINUTES|HOURS|DAYS|MONTHS)) = ([\w *.]+);$/gm;
const UNIT = /^(SECOND|MINUTE|HOUR|DAY|YEAR)_MS$/;

/** Tests beside the file or beside one that imports the limit, and those that import the file. */
function testsOf({ sources }: Project, { path }: SourceFile, limit: string): string[] {
  const importers = sources.filter(({ imports }) => imports.some(({ target }) => target === path));
  const users = importers.filter(({ imports }) =>
    imports.some(({ target, names }) => target === path && names.includes(limit)),
  );
  const folders = new Set([path, ...users.map((user) => user.path)].map(dirname));
  return sources
    .filter((file) => folders.has(dirname(file.path)) || importers.includes(file))
    .flatMap((file) => (/(?<!\.browser)\.test\.tsx?$/.test(file.path) ? file.path : []));
}

/** Every limit in time of the server and its packages, halved and doubled. */
export function limits(): Removal[] {
  const project = readProject(ROOT);
  return project.sources.flatMap((file) => {
    if (!MUTATED.test(file.path) || isTest(file.path)) return [];
    return [...file.text.matchAll(LIMIT)].flatMap(([text, name = '', value = '']) => {
      if (UNIT.test(name)) return [];
      const tests = testsOf(project, file, name);
      const changed = { halved: `Math.ceil((${value}) / 2)`, doubled: `(${value}) * 2` };
      return Object.entries(changed).map(([how, by]) => ({
        name: `${name} ${how}`,
        file: file.path,
        text,
        by: text.replace(`= ${value};`, `= ${by};`),
        tests,
      }));
    });
  });
}
