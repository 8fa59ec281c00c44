import { type Finding, isTest, type Project, type SourceFile } from '../project.ts';
import { titlesIn } from './tests.ts';

/** Phrases that read as a translation, each with better words. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bunless told\b/i, 'write "Defaults to 20."'],
  [/\bfor ever\b/i, 'name the effect: deadlocks, retries indefinitely'],
  [/\b(whoever|whomever)\b/i, 'name the subject: a user, a caller, a process'],
  [/\b(nobody|somebody|anybody|everybody)\b/i, 'name the subject: no user, another client, all users'],
  [/\bso many\b/i, 'write the number or name the parameter'],
  [/\b(says?|said) so\b/i, 'name the effect: logs a warning, shows a message'],
  [/\b(is|are|was|were) told\b/i, 'name the effect: is notified, gets an error'],
  [/\bmend(s|ed|ing)?\b/i, 'write fix, repair or correct'],
  [/\bgo(es)? on (after|with|until|in)\b/i, 'write continues or resumes'],
  [/\bturn(s|ed)? away\b/i, 'write refuses or rejects'],
  [/\bno (business|matter) (of|what)\b/i, 'state the rule'],
  [/\b(makes|make) no odds\b/i, 'write does not matter'],
];

/** Folders whose English has not been revised yet. */
const NOT_REVISED = ['apps/web/', 'tools/mutate/'];

interface Prose {
  readonly text: string;
  readonly line: number;
}

const proseOf = (file: SourceFile): Prose[] => [
  ...file.comments.map(({ value, start }) => ({ text: value, line: file.lineAt(start) })),
  ...(isTest(file.path) ? titlesIn(file) : []),
];

const linesOf = (text: string, pattern: RegExp): Prose[] =>
  text.split('\n').flatMap((content, index) => (pattern.test(content) ? [{ text: content, line: index + 1 }] : []));

/** Comments, documentation and test titles avoid the listed phrases. Code in backticks is exempt. */
export const language = ({ sources, texts }: Project): Finding[] =>
  [
    ...sources.map((file) => ({ path: file.path, prose: proseOf(file) })),
    ...texts.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => ({ path, prose: linesOf(text, /./) })),
    ...texts
      .filter(({ path }) => path.endsWith('.sql'))
      .map(({ path, text }) => ({ path, prose: linesOf(text, /^\s*--/) })),
  ]
    .filter(({ path }) => !NOT_REVISED.some((folder) => path.startsWith(folder)))
    .flatMap(({ path, prose }) =>
      prose.flatMap(({ text, line }) => {
        const plain = text.replace(/`[^`]*`/g, '');
        return PHRASES.flatMap(([phrase, instead]) => {
          const found = phrase.exec(plain)?.[0];
          return found === undefined ? [] : [{ path, line, message: `"${found}" reads as a translation: ${instead}.` }];
        });
      }),
    );
