/** Findings of a rule in made files, for tests. */
import { projectOf, type Rule } from './project.ts';

export type Files = Readonly<Record<string, string>>;
export const run = (rule: Rule, files: Files): string[] =>
  rule(projectOf(Object.entries(files).map(([path, text]) => ({ path, text })))).map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  );
