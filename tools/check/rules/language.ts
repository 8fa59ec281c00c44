import { type Finding, isTest, type Project, type SourceFile } from '../project.ts';
import { titlesIn } from './tests.ts';

/** Beginnings that leave a comment without a subject: the end of a sentence whose start is a name in the code. */
const FRAGMENT =
  /^(?:Of|What|Who|Whose|Whom|That of|Those (?:of|that|which|who)|(?:By|For|From|In|On|To|With) which)\b/;
/** Beginnings that only continue the name of a title's group. */
const CONTINUED = /^(?:that|which|who|whose|whom|of|and|or|are|have|do|were)\b/;

interface Prose {
  readonly text: string;
  readonly line: number;
}

/** Comments; a line below another line's comment continues it. */
const commentsIn = (file: SourceFile): Prose[] =>
  file.comments.flatMap(({ type, value, start }, index) => {
    const before = file.comments[index - 1];
    const continues = type === 'Line' && before?.type === 'Line' && !file.text.slice(before.end, start).trim();
    return continues ? [] : [{ text: value.replace(/^[\s*]+/, ''), line: file.lineAt(start) }];
  });

const sqlCommentsIn = (text: string): Prose[] =>
  [...text.matchAll(/(?<!^[ \t]*--.*\n)^[ \t]*-- (.*)/gm)].map(({ 1: words = '', index }) => ({
    text: words,
    line: text.slice(0, index).split('\n').length,
  }));

const fragmentsIn = (path: string, comments: readonly Prose[]): Finding[] =>
  comments.flatMap(({ text, line }) => {
    const [words] = FRAGMENT.exec(text) ?? [];
    const message = `"${words} …" has no subject: name the thing first ("Cost of hashing passwords").`;
    return words === undefined ? [] : [{ path, line, message }];
  });

const continuedTitlesIn = (file: SourceFile): Finding[] =>
  titlesIn(file).flatMap(({ text, line }) => {
    const [word] = CONTINUED.exec(text.replace(/^(\[[A-Z]+-\d+\] )+/, '')) ?? [];
    const message = `"${word} …" is read only after its group: name the thing ("an expired e.firma is invalid").`;
    return word === undefined ? [] : [{ path: file.path, line, message }];
  });

/** A comment or a title can be read alone: it does not begin in mid-sentence. More remarks: docs/remarks.md. */
export const language = ({ sources, texts }: Project): Finding[] => [
  ...sources.flatMap((file) => fragmentsIn(file.path, commentsIn(file))),
  ...texts.flatMap(({ path, text }) => (path.endsWith('.sql') ? fragmentsIn(path, sqlCommentsIn(text)) : [])),
  ...sources.filter(({ path }) => isTest(path)).flatMap(continuedTitlesIn),
];
