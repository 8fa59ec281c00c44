/** Names of the lender that a change of its brand leaves behind in texts that people have typed. */

interface Names {
  readonly name: string;
  readonly legalName: string;
}

/** Without accents, capitals and repeated spaces, as people vary a name. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** A name as whole words. */
const asWords = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${plain(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');

/** The names before that a text still has; what a new name has of an old one does not count, nor the short name within the legal one. */
export function oldNamesIn(text: string, before: Names, proposed: Names): readonly string[] {
  const kept = new Set([proposed.legalName, proposed.name].filter((name) => name.trim() !== '').map(plain));
  let left = plain(text);
  const take = (name: string): boolean => {
    const rest = left.replace(asWords(name), '\n');
    const isFound = rest !== left;
    left = rest;
    return isFound;
  };
  for (const name of kept) take(name);
  return [before.legalName, before.name].filter((name) => name.trim() !== '' && !kept.has(plain(name)) && take(name));
}
