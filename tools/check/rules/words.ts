import { type Finding, isNode, isTest, type Project, type SourceFile, type SyntaxNode, walk } from '../project.ts';

const GATEWAY = /^apps\/api\/src\/gateways\/[^/]+\//;

const nodesIn = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Value of a constant of the file, or the node itself. */
const resolved = ({ program }: SourceFile, node: SyntaxNode): SyntaxNode => {
  const constants = nodesIn(program.body).flatMap((each) => nodesIn(each.declarations));
  const init = constants.find(({ id }) => isNode(id) && node.type === 'Identifier' && id.name === node.name)?.init;
  return isNode(init) ? init : node;
};

const isLiteral = ({ type, argument }: SyntaxNode): boolean =>
  type === 'Literal' || (type === 'UnaryExpression' && isNode(argument) && argument.type === 'Literal');

/** The elements of a set, and the keys of a map or of an object that is typed as a record. */
const membersOf = (file: SourceFile, node: SyntaxNode): SyntaxNode[] => {
  if (node.type === 'NewExpression' && isNode(node.callee)) {
    const [list] = nodesIn(node.arguments);
    const elements = list?.type === 'ArrayExpression' ? nodesIn(list.elements) : [];
    const members = node.callee.name === 'Set' ? elements : [];
    if (node.callee.name === 'Map') members.push(...elements.flatMap((pair) => nodesIn(pair.elements).slice(0, 1)));
    return members.map((member) => resolved(file, member)).filter(isLiteral);
  }
  if (node.type !== 'VariableDeclarator' || !isNode(node.id) || !isNode(node.init)) return [];
  const isRecord = /:.*\bRecord</s.test(file.text.slice(node.id.start, node.id.end));
  if (!isRecord || node.init.type !== 'ObjectExpression') return [];
  return nodesIn(node.init.properties).flatMap(({ key }) => (isNode(key) ? key : []));
};

/** Texts of the tests of a gateway: beside it, or importing from it. */
const testsOf = ({ sources }: Project, folder: string): string =>
  sources
    .filter(
      ({ path, imports }) =>
        isTest(path) && [path, ...imports.map(({ target }) => target ?? '')].some((one) => one.startsWith(folder)),
    )
    .map(({ text }) => text)
    .join('\n');

/** Words of other systems that decide something are each named by a test of their gateway, so that none can change its meaning unseen. */
export const words = (project: Project): Finding[] =>
  project.sources.flatMap((file) => {
    const [folder] = GATEWAY.exec(file.path) ?? [];
    if (folder === undefined || isTest(file.path)) return [];
    const tests = testsOf(project, folder);
    const findings: Finding[] = [];
    walk(file.program, (node) => {
      for (const member of membersOf(file, node)) {
        const word = file.text.slice(member.start, member.end).replace(/^['"]|['"]$/g, '');
        if (isNamed(tests, word)) continue;
        const message = `no test of ${folder} names ${word}: prove what it stands for.`;
        findings.push({ path: file.path, line: file.lineAt(member.start), message });
      }
    });
    return findings;
  });

const isNamed = (tests: string, word: string): boolean =>
  tests
    .split(word)
    .some((before, at, parts) => at + 1 < parts.length && !/[\w.]$/.test(before) && !/^\w/.test(parts[at + 1] ?? ''));
