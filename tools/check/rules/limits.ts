import { isTest, type Rule, walk } from '../project.ts';

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Lines as a reader counts them: from the first to the last, with comments and blank lines. */
const MOST_LINES = { ts: 100, tsx: 170 } as const;

/** Functions that fit on two screens, components on three. The linter would not count every line that a formatter makes. */
export const limits: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !isTest(path) && !/^(e2e|bench)\//.test(path))
    .flatMap(({ path, program, lineAt }) => {
      const most = path.endsWith('.tsx') ? MOST_LINES.tsx : MOST_LINES.ts;
      const lengths: { readonly line: number; readonly length: number }[] = [];
      walk(program, ({ type, start, end }) => {
        if (FUNCTIONS.has(type)) lengths.push({ line: lineAt(start), length: lineAt(end) - lineAt(start) + 1 });
      });
      return lengths
        .filter(({ length }) => length > most)
        .map(({ line, length }) => ({ path, line, message: `a function of ${length} lines, of ${most}: split it.` }));
    });
