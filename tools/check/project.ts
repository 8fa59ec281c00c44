import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Comment, type ParseResult, parseSync } from 'oxc-parser';

/** A violation; the message says what to do instead. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** A node of the syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

export interface Import {
  readonly specifier: string;
  /** Path of the imported file if it is ours; undefined for packages and built-in modules. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  readonly names: readonly string[];
  readonly line: number;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly comments: readonly Comment[];
  readonly imports: readonly Import[];
  readonly lineAt: (offset: number) => number;
}

export interface Project {
  /** TypeScript and JavaScript, parsed. */
  readonly sources: readonly SourceFile[];
  /** Every text file of the repository, sources included. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  /** Paths of all files, pictures included. */
  readonly files: ReadonlySet<string>;
}

export type Rule = (project: Project) => Finding[];

const CODE = /\.(ts|tsx|mjs)$/;
const TEXT = /\.(ts|tsx|mjs|css|sql|json|md|html|svg|xml|txt)$|(^|\/)\.(npmrc|editorconfig|gitignore)$|^\.ci\/run$/;
const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.artefacts']);

const ownPackage = (specifier: string): string | undefined => {
  const [, name, rest] = /^@anticipa\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  if (name === 'api' && rest?.startsWith('testing/')) return `apps/api/${rest}.ts`;
  return `${name === 'api' || name === 'web' ? 'apps' : 'packages'}/${name}/src/${rest}.ts`;
};

const resolveImport = (path: string, specifier: string, known: ReadonlySet<string>): string | undefined => {
  if (!specifier.startsWith('.')) return ownPackage(specifier);
  const base = normalize(join(dirname(path), specifier));
  return [base, `${base}.ts`, `${base}.tsx`].find((candidate) => known.has(candidate));
};

interface RawImport {
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly names: readonly string[];
  readonly start: number;
}

const importsOf = ({ module }: ParseResult, text: string): RawImport[] => [
  ...module.staticImports.map((found) => ({
    specifier: found.moduleRequest.value,
    typeOnly: found.entries.length > 0 && found.entries.every((entry) => entry.isType),
    names: found.entries.filter((entry) => !entry.isType).map((entry) => entry.importName.name ?? '*'),
    start: found.start,
  })),
  ...module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry) =>
      entry.moduleRequest === null
        ? []
        : [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType, names: ['*'], start: entry.start }],
    ),
  ),
  ...module.dynamicImports.map(({ moduleRequest, start }) => ({
    specifier: text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    typeOnly: false,
    names: ['*'],
    start,
  })),
];

const lineCounter = (text: string): ((offset: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next < 0 ? starts.length : next;
  };
};

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;

/** Parses one source; `known` are the possible targets of relative imports. */
const parseSource = (path: string, text: string, known: ReadonlySet<string>): SourceFile => {
  const parsed = parseSync(path, text);
  const lineAt = lineCounter(text);
  const imports = importsOf(parsed, text).map(({ start, ...found }) => ({
    ...found,
    target: resolveImport(path, found.specifier, known),
    line: lineAt(start),
  }));
  // The parser's node types are a closed union; the rules traverse them as plain data.
  const program: unknown = parsed.program;
  if (!isNode(program)) throw new Error(`${path} cannot be parsed`);
  return { path, text, program, comments: parsed.comments, imports, lineAt };
};

/** Builds a project from texts: the repository's, or a test's. */
export const projectOf = (
  texts: readonly { path: string; text: string }[],
  files: readonly string[] = texts.map(({ path }) => path),
): Project => {
  const known = new Set(texts.map(({ path }) => path));
  const sources = texts.filter(({ path }) => CODE.test(path)).map(({ path, text }) => parseSource(path, text, known));
  return { sources, texts, files: new Set(files) };
};

/** Paths of all files of ours below `root`. */
const filesBelow = (root: string): string[] => {
  const entries = globSync('**/*', { cwd: root, withFileTypes: true, exclude: (entry) => SKIPPED.has(entry.name) });
  const dotFiles = ['.npmrc', '.editorconfig', '.gitignore', '.ci/run'];
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return [...new Set([...paths, ...dotFiles])];
};

const textsOf = (root: string, files: readonly string[]): Project['texts'] =>
  files
    .filter((path) => TEXT.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Every text file of ours below `root`, in a stable order. */
export const textsBelow = (root: string): Project['texts'] => textsOf(root, filesBelow(root));

/** The project in `root`. */
export const readProject = (root: string): Project => {
  const files = filesBelow(root);
  return projectOf(textsOf(root, files), files);
};

/** Visits every node below `node`, parents first; `parents` is the path to it, nearest last. */
export const walk = (
  node: SyntaxNode,
  visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void,
  parents: readonly SyntaxNode[] = [],
): void => {
  visit(node, parents);
  const inside = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, inside);
  }
};

/** Tests, journeys and their support code. */
export const isTest = (path: string): boolean =>
  /\.(test|spec|test-d)\.tsx?$/.test(path) || path.startsWith('e2e/') || /^apps\/(api|web\/src)\/testing\//.test(path);
