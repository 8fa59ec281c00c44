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

/** The names before that a text still has, the longest first; what a new name has of an old one does not count. */
export function oldNamesIn(text: string, before: Names, proposed: Names): readonly string[] {
  const kept = [proposed.legalName, proposed.name].filter((name) => name.trim() !== '');
  const left = kept.reduce((rest, name) => rest.replace(asWords(name), '\n'), plain(text));
  return [before.legalName, before.name].filter(
    (name, place, all) =>
      name.trim() !== '' &&
      all.indexOf(name) === place &&
      !kept.some((one) => plain(one) === plain(name)) &&
      asWords(name).test(left),
  );
}
