import type { EdgeCase, Requirement } from './catalogue.ts';
import type { Kind, Proof } from './proofs.ts';

const KINDS: Readonly<Record<Kind, string>> = { U: 'unit test', A: 'API test', W: 'journey or component test' };

const named = (kinds: readonly Kind[]): string => kinds.map((kind) => `${KINDS[kind]} (${kind})`).join(', ');

/** Disagreements between the rows and the tests, a line each. */
export const findingsIn = (requirements: readonly Requirement[], proofs: readonly Proof[]): string[] => {
  const proofsById = Map.groupBy(proofs, ({ id }) => id);
  const rowsById = Map.groupBy(requirements, ({ id }) => id);
  const unknown = proofs.filter(({ id }) => !rowsById.has(id)).map(({ id, test }) => `${id} is no row: ${test}`);
  const twice = [...rowsById].filter(([, rows]) => rows.length > 1).map(([id]) => `${id} is there twice`);
  const disagreeing = requirements.flatMap(({ id, kinds, full, unbuilt }) => {
    const ofKind = (kind: Kind): Proof[] => (proofsById.get(id) ?? []).filter((proof) => proof.kind === kind);
    const has = (kind: Kind): boolean => ofKind(kind).length > 0;
    const hasAlways = (kind: Kind): boolean => ofKind(kind).some(({ isFull }) => !isFull);
    const missing = [...kinds.filter((kind) => !hasAlways(kind)), ...full.filter((kind) => !has(kind))];
    const always = full.filter(hasAlways);
    const built = unbuilt.filter(has);
    return [
      ...(missing.length > 0 ? [`${id} has no ${named(missing)}`] : []),
      ...(always.length > 0 ? [`${id} has its ${named(always)} in npm test: take the asterisk off`] : []),
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
