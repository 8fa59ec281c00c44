import { isNode, isTest, type Project, type SourceFile, type SyntaxNode, walk } from '../check/project.ts';
import { declarationsOf, IDS, isFullOnly, isRunner, literalIn } from './proofs.ts';

/** Proof of a requirement: the title of a test, of a group around it, or a row of its table. */
export interface Title {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

const idsAndTitle = (text: string): { ids: string[]; title: string } => {
  const [, ids = '', title = text] = IDS.exec(text) ?? [];
  return { ids: [...ids.matchAll(/[A-Z]{3}-\d{2,3}/g)].map(([id]) => id), title };
};

const titleOf = (file: SourceFile, node: SyntaxNode): string | undefined => {
  const [first] = isRunner(file, node) && Array.isArray(node.arguments) ? node.arguments : [];
  return literalIn(file, first);
};

/** Texts of a table of rows, also of one that is declared elsewhere and named in `node`. */
const rowsIn = (project: ReadonlyMap<string, SourceFile>) => {
  const textsOf = (file: SourceFile, node: SyntaxNode, seen: Set<string>): string[] => {
    const found: string[] = [];
    walk(node, (inner) => {
      const text = literalIn(file, inner);
      if (text !== undefined) found.push(text);
      if (inner.type === 'Identifier') found.push(...named(file, String(inner.name), seen));
    });
    return found;
  };
  const named = (file: SourceFile, name: string, seen: Set<string>): string[] => {
    if (seen.has(`${file.path} ${name}`)) return [];
    seen.add(`${file.path} ${name}`);
    const here = declarationsOf(file).get(name);
    // The parts of a function are no rows.
    if (here !== undefined) return /Function|Block/.test(here.type) ? [] : textsOf(file, here, seen);
    const target = file.imports.find(({ names }) => names.includes(name))?.target;
    const there = target !== undefined && isTest(target) ? project.get(target) : undefined;
    return there === undefined ? [] : named(there, name, seen);
  };
  return (file: SourceFile, node: SyntaxNode): string[] => textsOf(file, node, new Set());
};

/** Titles and rows by the requirement that they prove, of tests that `npm test` runs. */
export const titlesOf = ({ sources }: Project): Title[] => {
  const rows = rowsIn(new Map(sources.map((file) => [file.path, file])));
  return sources
    .filter(({ path }) => isTest(path))
    .flatMap((file) => {
      const found = new Map<string, Title>();
      const add = (ids: Iterable<string>, title: string): void => {
        for (const id of ids) found.set(`${id} ${title}`, { id, path: file.path, title });
      };
      walk(file.program, (node, parents) => {
        if (isFullOnly(file, [...parents, node])) return;
        const text = literalIn(file, node);
        const own = text === undefined ? undefined : idsAndTitle(text);
        if (own !== undefined && own.ids.length > 0) add(own.ids, own.title);
        const title = titleOf(file, node);
        if (title === undefined) return;
        const around = parents.map((parent) => titleOf(file, parent)).filter((outer) => outer !== undefined);
        const ids = new Set([...around, title].flatMap((outer) => idsAndTitle(outer).ids));
        add(ids, idsAndTitle(title).title);
        if (ids.size > 0 && /[%$]/.test(title) && isNode(node.callee))
          for (const row of rows(file, node.callee)) add(ids, idsAndTitle(row).title);
      });
      return [...found.values()];
    });
};
