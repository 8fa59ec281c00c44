import { type Finding, isTest, type Project, type SourceFile, type SyntaxNode, walk } from '../project.ts';

const RUNNERS = /^(it|test|describe|suite|bench)\b/;
const TURNED_OFF = /\.(only|skip|skipIf|runIf|todo|fixme|fails|fail)\b/;
const SLEEPS = /^(setTimeout|setInterval|pause|sleep|delay|wait|.*\.waitForTimeout)$/;
const UNFINISHED = /\b(TODO|FIXME|XXX|HACK)\b/;

const calleeOf = (file: SourceFile, node: SyntaxNode): string => {
  const { callee } = node;
  if (typeof callee !== 'object' || callee === null || !('start' in callee) || !('end' in callee)) return '';
  // For it.each(rows)(…) keep only `it.each`.
  return file.text.slice(Number(callee.start), Number(callee.end)).split(/[(`]/)[0] ?? '';
};

/** The title as written in the source, without quotes; '' unless it is a string or a template. */
const titleOf = (file: SourceFile, node: SyntaxNode): string => {
  const first: unknown = Array.isArray(node.arguments) ? node.arguments[0] : undefined;
  if (typeof first !== 'object' || first === null || !('type' in first && 'start' in first && 'end' in first))
    return '';
  if (first.type !== 'Literal' && first.type !== 'TemplateLiteral') return '';
  return file.text.slice(Number(first.start) + 1, Number(first.end) - 1);
};

/** Titles of tests and suites. */
export const titlesIn = (file: SourceFile): { text: string; line: number }[] => {
  const titles: { text: string; line: number }[] = [];
  walk(file.program, (node) => {
    if (node.type !== 'CallExpression' || !RUNNERS.test(calleeOf(file, node))) return;
    titles.push({ text: titleOf(file, node), line: file.lineAt(node.start) });
  });
  return titles;
};

const problemOf = (file: SourceFile, node: SyntaxNode): string | undefined => {
  if (node.type !== 'CallExpression') return undefined;
  const callee = calleeOf(file, node);
  if (RUNNERS.test(callee) && TURNED_OFF.test(callee))
    return `${callee}: a test that does not run proves nothing; fix it or remove it.`;
  if (/^(xit|xtest|xdescribe|fit|fdescribe)$/.test(callee))
    return `${callee}: a test that does not run proves nothing.`;
  if (SLEEPS.test(callee)) return `${callee}: wait for a condition (expect.poll, a locator), never for time.`;
  if (/^(vi|jest)\.(mock|doMock|unstable_mockModule)$/.test(callee))
    return `${callee}: our own code is never mocked; inject the clock and the gateways.`;
  if (RUNNERS.test(callee) && /^(\[[A-Z]+-\d+\] )?should\b/.test(titleOf(file, node)))
    return 'name the behaviour: "refuses a date of today", not "should refuse".';
  return undefined;
};

/** Tests run, wait for conditions and name behaviour; no unfinished work in comments. */
export const tests = ({ sources }: Project): Finding[] =>
  sources.flatMap((file) => {
    const findings: Finding[] = [];
    for (const comment of file.comments) {
      if (!UNFINISHED.test(comment.value)) continue;
      const message = 'unfinished work belongs in an issue, not in a comment.';
      findings.push({ path: file.path, line: file.lineAt(comment.start), message });
    }
    if (!isTest(file.path)) return findings;
    walk(file.program, (node) => {
      const message = problemOf(file, node);
      if (message !== undefined) findings.push({ path: file.path, line: file.lineAt(node.start), message });
    });
    return findings;
  });
