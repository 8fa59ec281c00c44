import { type Finding, isNode, isTest, type Project, type SyntaxNode, walk } from '../project.ts';

/** Files whose cells are unavailable from the start, so that none of them can have the focus. */
const ALLOWED = new Set(['apps/web/src/ui/field/calendar.tsx', 'apps/web/src/ui/field/month-field.tsx']);

const isNativeDisabled = (node: SyntaxNode, parents: readonly SyntaxNode[]): boolean => {
  const { name } = node;
  if (node.type !== 'JSXAttribute' || !isNode(name) || name.name !== 'disabled') return false;
  const element = parents.at(-1)?.name;
  return isNode(element) && typeof element.name === 'string' && /^[a-z]/.test(element.name);
};

/** A native element that becomes `disabled` drops the focus, and with it Escape and every other key of its dialog. */
export const focus = ({ sources }: Project): Finding[] =>
  sources.flatMap((file) => {
    const places: number[] = [];
    walk(file.program, (node, parents) => {
      if (isNativeDisabled(node, parents)) places.push(node.start);
    });
    if (isTest(file.path) || ALLOWED.has(file.path)) return [];
    const message = '`disabled` takes the focus away: use <Button>, or aria-disabled with a handler that does nothing.';
    return places.map((start) => ({ path: file.path, line: file.lineAt(start), message }));
  });
