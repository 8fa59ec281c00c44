import { type Finding, isTest, type Project, type SourceFile, type SyntaxNode, walk } from '../project.ts';

const FILE_LINES = 300;
const FUNCTION_LINES = 70;
const COMPONENT_LINES = 120;
const PARAMETERS = 3;

/** Generated files over the budget, each with its reason. */
const LONGER_FILES: ReadonlyMap<string, string> = new Map([
  ['apps/api/src/lib/db/schema.ts', 'generated: as long as the database has columns'],
]);

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const textAt = (file: SourceFile, value: unknown): string =>
  typeof value === 'object' && value !== null && 'start' in value && 'end' in value
    ? file.text.slice(Number(value.start), Number(value.end))
    : '';

const nameOf = (file: SourceFile, node: SyntaxNode, parent: SyntaxNode | undefined): string => {
  const own = textAt(file, node.id);
  if (own !== '') return own;
  if (parent?.type === 'VariableDeclarator') return textAt(file, parent.id).split(/[:\s]/)[0] ?? '';
  return parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? textAt(file, parent.key) : '(unnamed)';
};

const functionProblems = (file: SourceFile, node: SyntaxNode, parents: readonly SyntaxNode[]): string[] => {
  const name = nameOf(file, node, parents.at(-1));
  const lines = file.lineAt(node.end) - file.lineAt(node.start) + 1;
  const isComponent = file.path.endsWith('.tsx') && /^[A-Z]/.test(name);
  const limit = isComponent ? COMPONENT_LINES : FUNCTION_LINES;
  const parameters = Array.isArray(node.params) ? node.params.length : 0;
  return [
    ...(lines > limit && !isTest(file.path)
      ? [`${name} has ${lines} lines, ${limit} are allowed: extract functions.`]
      : []),
    ...(parameters > PARAMETERS && !isTest(file.path)
      ? [`${name} takes ${parameters} positional parameters, ${PARAMETERS} are allowed: use an object.`]
      : []),
  ];
};

/** Size budgets for files, functions, components and parameters. */
export const size = ({ sources }: Project): Finding[] =>
  sources.flatMap((file) => {
    const findings: Finding[] = [];
    const lines = file.text.trimEnd().split('\n').length;
    if (lines > FILE_LINES && !LONGER_FILES.has(file.path)) {
      const message = `${lines} lines, ${FILE_LINES} are allowed: split it into files with one responsibility each.`;
      findings.push({ path: file.path, line: FILE_LINES + 1, message });
    }
    walk(file.program, (node, parents) => {
      if (!FUNCTIONS.has(node.type)) return;
      for (const message of functionProblems(file, node, parents)) {
        findings.push({ path: file.path, line: file.lineAt(node.start), message });
      }
    });
    return findings;
  });
