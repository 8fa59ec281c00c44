import { dirname, join, normalize } from 'node:path';
import type { Finding, Project } from '../project.ts';

const LINK = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const COMMAND = /\bnpm run (?:--silent )?([a-z\d]+(?::[a-z]+)*)/g;

/** Names under which the headings of a document can be linked, as GitHub makes them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const scriptsOf = ({ texts }: Project): ReadonlySet<string> => {
  const { scripts = {} } = JSON.parse(texts.find(({ path }) => path === 'package.json')?.text ?? '{}');
  return new Set(Object.keys(scripts));
};

/** Links of the documentation lead to what exists, and so do its commands. */
export const documents = (project: Project): Finding[] => {
  const { texts, files } = project;
  const scripts = scriptsOf(project);
  const documentAt = new Map(texts.map(({ path, text }) => [path, text]));
  const exists = (path: string) => files.has(path) || [...files].some((file) => file.startsWith(join(path, '/')));
  const problemOf = (path: string, link: string, anchor: string | undefined): string | null => {
    const target = link === '' ? path : normalize(join(dirname(path), link));
    if (!exists(target)) return `${link} does not exist.`;
    if (anchor === undefined || anchorsOf(documentAt.get(target) ?? '').has(anchor)) return null;
    return `${target} has no heading #${anchor}.`;
  };
  return texts
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) => {
      const lineAt = (index: number) => text.slice(0, index).split('\n').length;
      const links = [...text.matchAll(LINK)].flatMap(({ 1: link = '', 2: anchor, index }) => {
        const message = problemOf(path, link, anchor);
        return message === null ? [] : [{ path, line: lineAt(index), message }];
      });
      const commands = [...text.matchAll(COMMAND)]
        .filter(({ 1: script = '' }) => !scripts.has(script))
        .map(({ 0: command, index }) => ({ path, line: lineAt(index), message: `${command} is no command.` }));
      return [...links, ...commands];
    });
};
