import { type Finding, isTest, type Project, type SourceFile } from '../project.ts';
import { titlesIn } from './tests.ts';

/** Phrases that read as a translation, each with better words. A space also matches a line break within a comment. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bunless told\b/, 'write "Defaults to 20."'],
  [/\bfor ever\b/, 'name the effect: deadlocks, retries indefinitely'],
  [/\b(whoever|whomever)\b/, 'name the subject: a user, a caller, a process'],
  [/\b(nobody|somebody|anybody|everybody)\b(?!@)/, 'name the subject: no user, another client, all users'],
  [/\bso many\b(?! (\w+ )?that\b)/, 'write the number or name the parameter'],
  [/\b(says?|said) so\b/, 'name the effect: logs a warning, shows a message'],
  [/\b(is|are|was|were) told\b(?! apart)/, 'name the effect: is notified, gets an error'],
  [/\bmend(s|ed|ing)?\b/, 'write fix, repair or correct'],
  [/\b(?<!what )go(es)? on (after|with|until|in)\b/, 'write continues or resumes'],
  [/\bturn(s|ed)? away\b/, 'write refuses or rejects'],
  [/\bno (business|matter) (of|what)\b/, 'state the rule'],
  [/\b(makes|make) no odds\b/, 'write does not matter'],
];

const PATTERNS = PHRASES.map(([phrase, instead]) => ({
  pattern: new RegExp(phrase.source.replaceAll(' ', String.raw`\s(?:\s|\*|--)*`), 'gi'),
  instead,
}));

interface Prose {
  readonly text: string;
  readonly line: number;
}

const proseOf = (file: SourceFile): Prose[] => [
  ...file.comments.map(({ value, start }) => ({ text: value, line: file.lineAt(start) })),
  ...(isTest(file.path) ? titlesIn(file) : []),
];

/** Parts of a file that are not prose; erased but for its line breaks. */
const NOT_PROSE: readonly (readonly [path: RegExp, markup: RegExp])[] = [
  [/\.md$/, /^```.*?^```/gms],
  [/\.sql$/, /^(?!\s*--).*$/gm],
  [/\.css$/, /(?<=^|\*\/)(?!\/\*).+?(?=\/\*|$)/gs],
];

const erase = (text: string, part: RegExp): string => text.replace(part, (found) => found.replace(/[^\n]/g, ''));

const findingsIn = (path: string, { text, line }: Prose): Finding[] => {
  const plain = erase(text, /`[^`]*`/g);
  return PATTERNS.flatMap(({ pattern, instead }) =>
    [...plain.matchAll(pattern)].map(({ 0: found, index }) => ({
      path,
      line: line + plain.slice(0, index).split('\n').length - 1,
      message: `"${found.replace(/\s(\s|\*|--)*/g, ' ')}" reads as a translation: ${instead}.`,
    })),
  );
};

/** Comments, documentation and test titles avoid the listed phrases. Code in backticks is exempt. */
export const language = ({ sources, texts }: Project): Finding[] => [
  ...sources.flatMap((file) => proseOf(file).flatMap((prose) => findingsIn(file.path, prose))),
  ...texts.flatMap(({ path, text }) => {
    const markup = NOT_PROSE.find(([kind]) => kind.test(path))?.[1];
    return markup === undefined ? [] : findingsIn(path, { text: erase(text, markup), line: 1 });
  }),
];
