import type { EdgeCase, Requirement } from './catalogue.ts';
import type { Kind, Proof } from './proofs.ts';

const KINDS: Readonly<Record<Kind, string>> = { U: 'unit test', A: 'API test', W: 'journey or component test' };

const named = (kinds: readonly Kind[]): string => kinds.map((kind) => `${KINDS[kind]} (${kind})`).join(', ');

/** Where the rows and the tests disagree, a line each. */
export const findingsIn = (requirements: readonly Requirement[], proofs: readonly Proof[]): string[] => {
  const proofsById = Map.groupBy(proofs, ({ id }) => id);
  const rowsById = Map.groupBy(requirements, ({ id }) => id);
  const unknown = proofs.filter(({ id }) => !rowsById.has(id)).map(({ id, test }) => `${id} is no row: ${test}`);
  const twice = [...rowsById].filter(([, rows]) => rows.length > 1).map(([id]) => `${id} is there twice`);
  const disagreeing = requirements.flatMap(({ id, kinds, unbuilt }) => {
    const has = (kind: Kind): boolean => proofsById.get(id)?.some((proof) => proof.kind === kind) ?? false;
    const missing = kinds.filter((kind) => !has(kind));
    const built = unbuilt.filter(has);
    return [
      ...(missing.length > 0 ? [`${id} has no ${named(missing)}`] : []),
      ...(built.length > 0 ? [`${id} has its ${named(built)}: take it out of the parentheses`] : []),
    ];
  });
  return [...unknown, ...twice, ...disagreeing];
};

/** Edge cases without a test, a line each. */
export const unprovenIn = (cases: readonly EdgeCase[], texts: ReadonlyMap<string, string>): string[] =>
  cases
    .filter(({ path, title }) => !texts.get(path)?.includes(title))
    .map(({ number, path, title }) => `edge case ${number} has no test "${title}" in ${path}`);
