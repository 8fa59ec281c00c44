import { isNode, isTest, type Project, type SourceFile, type SyntaxNode, walk } from '../check/project.ts';

/** U: a function alone. A: over HTTP on a real database. W: in a real browser. */
export type Kind = 'U' | 'A' | 'W';

/** A test with the id of a requirement in its title. */
export interface Proof {
  readonly id: string;
  readonly kind: Kind;
  /** Whether only `npm run test:full` has the test: a rehearsal, or a journey tagged `@full`. */
  readonly isFull: boolean;
  /** Path and title. */
  readonly test: string;
}

/** The requirements that a title begins with, and the rest of it. */
export const IDS = /^((?:\[[A-Z]{3}-\d{2,3}\] ?)+)(.*)/;
const RUNNERS = /^(it|test|describe)\b/;

/** Calls that send a request: a session's in tests, the app's, and the browser's. Maps have a `get` too. */
const SENDING = /^(([\w.]+\.)?(send|call|refusal|post|signIn|inject|fetch)\(|[\w.]+\.get\(['"`]\/)/;
/** Starting a portal sends no request that proves anything. */
const STARTING = 'apps/api/testing/portal.ts';

const nameOf = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'name' in node && typeof node.name === 'string' ? node.name : undefined;

const childOf = (node: SyntaxNode, key: string): SyntaxNode | undefined => {
  const child = node[key];
  return isNode(child) ? child : undefined;
};

/** Effects of running a piece of code: names it mentions, and whether it sends a request itself. */
interface Mentions {
  readonly names: ReadonlySet<string>;
  readonly sends: boolean;
}

const mentionsIn = (file: SourceFile, node: SyntaxNode): Mentions => {
  const names = new Set<string>();
  let sends = false;
  walk(node, (inner) => {
    if (inner.type === 'Identifier') names.add(nameOf(inner) ?? '');
    sends ||= inner.type === 'CallExpression' && SENDING.test(file.text.slice(inner.start, inner.end));
  });
  return { names, sends };
};

/** Whether only `npm run test:full` has a test. */
export const isFullOnly = (file: SourceFile, parents: readonly SyntaxNode[]): boolean =>
  file.path.endsWith('.rehearsal.test.ts') ||
  parents.some((node) => {
    const details = isRunner(file, node) && Array.isArray(node.arguments) ? node.arguments[1] : undefined;
    return (
      isNode(details) &&
      details.type === 'ObjectExpression' &&
      file.text.slice(details.start, details.end).includes("tag: '@full'")
    );
  });

/** Child keys that hold a declaration's name and value. */
const DECLARED_BY: Readonly<Record<string, readonly [string, string]>> = {
  VariableDeclarator: ['id', 'init'],
  FunctionDeclaration: ['id', 'body'],
  Property: ['key', 'value'],
};

/** Functions and values of a file by name, and its methods, at whatever depth they are declared. */
export const declarationsOf = (file: SourceFile): ReadonlyMap<string, SyntaxNode> => {
  const found = new Map<string, SyntaxNode>();
  walk(file.program, (node) => {
    const [name, value] = DECLARED_BY[node.type] ?? [];
    const declared = name === undefined ? undefined : nameOf(childOf(node, name));
    const body = value === undefined ? undefined : childOf(node, value);
    if (declared !== undefined && body !== undefined) found.set(declared, body);
  });
  return found;
};

/** Whether code of a file sends a request, directly or through test support files. */
const senderFinder = ({ sources }: Project) => {
  const files = new Map(sources.map((file) => [file.path, file]));
  const declared = new Map<string, ReadonlyMap<string, Mentions>>();
  const declarations = (file: SourceFile): ReadonlyMap<string, Mentions> => {
    const known =
      declared.get(file.path) ??
      new Map([...declarationsOf(file)].map(([name, body]) => [name, mentionsIn(file, body)] as const));
    declared.set(file.path, known);
    return known;
  };
  const sends = (file: SourceFile, { names, sends: itself }: Mentions, seen: Set<string>): boolean => {
    if (itself) return true;
    return [...names].some((name) => {
      const key = `${file.path} ${name}`;
      if (seen.has(key)) return false;
      seen.add(key);
      const here = declarations(file).get(name);
      if (here !== undefined) return sends(file, here, seen);
      // Imported by its name, or a method of what an imported function gives.
      return file.imports.some(({ target }) => {
        const there = target === undefined || target === STARTING || !isTest(target) ? undefined : files.get(target);
        const declaration = there && declarations(there).get(name);
        return there !== undefined && declaration !== undefined && sends(there, declaration, seen);
      });
    });
  };
  return (file: SourceFile, node: SyntaxNode): boolean => sends(file, mentionsIn(file, node), new Set());
};

export const isRunner = (file: SourceFile, node: SyntaxNode): boolean => {
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined;
  return callee !== undefined && RUNNERS.test(file.text.slice(callee.start, callee.end));
};

/** The text of a literal, with the placeholders of a template as they are written. */
export const literalIn = (file: SourceFile, node: unknown): string | undefined => {
  if (!isNode(node) || (node.type !== 'Literal' && node.type !== 'TemplateLiteral')) return undefined;
  const text = file.text.slice(node.start, node.end);
  return /^['"`]/.test(text) ? text.slice(1, -1) : undefined;
};

/** Every test that names a requirement; in a title, or in a row of a table that becomes a title. */
export const proofsOf = (project: Project): Proof[] => {
  const sends = senderFinder(project);
  const kindOf = (file: SourceFile, parents: readonly SyntaxNode[]): Kind => {
    if (file.path.startsWith('e2e/') || file.path.endsWith('.browser.test.tsx')) return 'W';
    if (!file.path.startsWith('apps/api/')) return 'U';
    // Rows declared separately belong to any test of the file.
    const test = parents.findLast((node) => isRunner(file, node)) ?? file.program;
    const whole = parents[parents.indexOf(test) - 1];
    return sends(file, whole !== undefined && isRunner(file, whole) && childOf(whole, 'callee') === test ? whole : test)
      ? 'A'
      : 'U';
  };
  return project.sources
    .filter(({ path }) => isTest(path))
    .flatMap((file) => {
      const proofs: Proof[] = [];
      walk(file.program, (node, parents) => {
        const [, ids = '', title = ''] = IDS.exec(literalIn(file, node) ?? '') ?? [];
        if (ids === '') return;
        const kind = kindOf(file, parents);
        for (const [id] of ids.matchAll(/[A-Z]{3}-\d{2,3}/g))
          proofs.push({ id, kind, isFull: isFullOnly(file, parents), test: `${file.path}: ${title}` });
      });
      return proofs;
    });
};
