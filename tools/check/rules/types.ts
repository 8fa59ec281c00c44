import { type Finding, isTest, type Project, type SyntaxNode, walk } from '../project.ts';

/** Files that parse or brand values, each with its reason; anywhere else a cast hides a missing parser. */
const CASTS_ALLOWED: ReadonlyMap<string, string> = new Map([
  ['packages/domain/src/calendar.ts', 'brands: IsoDate from a validated text'],
  ['packages/domain/src/month.ts', 'brands: Month from a validated text'],
  ['packages/contract/src/route.ts', 'parser: the exports that are routes'],
  ['apps/api/src/platform/work/caller.ts', 'brands: ClientId in stored JSON, and of a new client'],
  ['apps/api/src/platform/http/http.ts', "parser: results of the route's schemas, typed by the route"],
  ['apps/api/src/platform/work/transaction.ts', 'parser: a stored answer of the same route'],
  ['packages/sandbox/src/demo-robot.ts', "parser: an answer parsed by the route's schema"],
  ['apps/web/src/lib/api-client.ts', 'parser: answers in the browser, typed by the route'],
]);

const isConst = (node: SyntaxNode): boolean => {
  const annotation = node.typeAnnotation;
  if (typeof annotation !== 'object' || annotation === null || !('typeName' in annotation)) return false;
  const { typeName } = annotation;
  return typeof typeName === 'object' && typeName !== null && 'name' in typeName && typeName.name === 'const';
};

const isCast = (node: SyntaxNode): boolean =>
  (node.type === 'TSAsExpression' && !isConst(node)) || node.type === 'TSTypeAssertion';

/** Casts only in the listed files, no comment that silences the compiler. */
export const types = ({ sources }: Project): Finding[] =>
  sources.flatMap((file) => {
    const findings: Finding[] = [];
    const isListed = CASTS_ALLOWED.has(file.path);
    let casts = 0;
    walk(file.program, (node) => {
      if (!isCast(node)) return;
      casts += 1;
      if (isListed || isTest(file.path)) return;
      const message = 'a cast outside the parser and brand files: parse it, annotate it, or use `satisfies`.';
      findings.push({ path: file.path, line: file.lineAt(node.start), message });
    });
    if (isListed && casts === 0)
      findings.push({
        path: file.path,
        line: 1,
        message: 'has no cast any more: remove it from the list in tools/check.',
      });
    for (const comment of file.comments) {
      const silences =
        /@ts-(ignore|nocheck)/.test(comment.value) || (/@ts-expect-error/.test(comment.value) && !isTest(file.path));
      if (!silences) continue;
      const message = 'a comment that silences the compiler; only a type test may expect an error.';
      findings.push({ path: file.path, line: file.lineAt(comment.start), message });
    }
    return findings;
  });
