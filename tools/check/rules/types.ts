import { type Finding, isNode, isTest, type Project, type SyntaxNode, walk } from '../project.ts';

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

/** Files that read raw rows unparsed, each with its reason. */
const ROWS_ALLOWED: ReadonlyMap<string, string> = new Map([
  ['apps/api/src/platform/work/transaction.ts', 'each keyed write reads it: the columns of the typed query beside it'],
  ['apps/api/src/modules/invoices/portal/list-queries.ts', 'tens of thousands of rows of a typed query, by its cursor'],
  ['apps/api/src/modules/files/quota.ts', 'two booleans in one round trip, compared with true'],
  ['apps/api/src/modules/files/signed-address.ts', 'a boolean in one round trip, compared with true'],
]);

/** Raw SQL with a row type that nothing checks: `sql<T>` that is executed, or whose `T` is written as an object. */
const isUnparsedRow = (node: SyntaxNode, parents: readonly SyntaxNode[]): boolean => {
  const { tag, typeArguments } = node;
  if (node.type !== 'TaggedTemplateExpression' || !isNode(typeArguments)) return false;
  if (!isNode(tag) || tag.type !== 'Identifier' || tag.name !== 'sql') return false;
  let hasObject = false;
  walk(typeArguments, ({ type }) => {
    hasObject ||= type === 'TSTypeLiteral';
  });
  const parent = parents.at(-1);
  const isExecuted = isNode(parent?.property) && parent.property.name === 'execute';
  return hasObject || isExecuted;
};

const kinds = [
  {
    is: isCast,
    allowed: CASTS_ALLOWED,
    name: 'cast',
    message: 'a cast outside the parser and brand files: parse it, annotate it, or use `satisfies`.',
  },
  {
    is: isUnparsedRow,
    allowed: ROWS_ALLOWED,
    name: 'unparsed row',
    message: 'a row whose type nothing checks: read it with `rowsOf` or `valuesOf`, or let kysely infer it.',
  },
];

/** Casts and unparsed rows only in the listed files, no comment that silences the compiler. */
export const types = ({ sources }: Project): Finding[] =>
  sources.flatMap((file) => {
    const findings: Finding[] = [];
    for (const { is, allowed, name, message } of kinds) {
      const places: number[] = [];
      walk(file.program, (node, parents) => {
        if (is(node, parents)) places.push(node.start);
      });
      const isListed = allowed.has(file.path);
      if (!isListed && !isTest(file.path))
        findings.push(...places.map((start) => ({ path: file.path, line: file.lineAt(start), message })));
      const stale = `has no ${name} any more: remove it from the list in tools/check.`;
      if (isListed && places.length === 0) findings.push({ path: file.path, line: 1, message: stale });
    }
    for (const comment of file.comments) {
      const silences =
        /@ts-(ignore|nocheck)/.test(comment.value) || (/@ts-expect-error/.test(comment.value) && !isTest(file.path));
      if (!silences) continue;
      const message = 'a comment that silences the compiler; only a type test may expect an error.';
      findings.push({ path: file.path, line: file.lineAt(comment.start), message });
    }
    return findings;
  });
