import { searchText } from '@anticipa/domain/search';

/** Words that say nothing about what is sought. */
const FILLERS = new Set(
  'a al como con cual de del el en es la las lo los me mi mis o para por que se su sus tu tus un una y'.split(' '),
);

/** A word without the ending of a plural: "clientes" finds "cliente". */
const stem = (word: string): string => (word.length > 4 ? word.replace(/e?s$/, '') : word);

/**
 * [AYU-03] Whether every word of the search is in one of the texts, ignoring case, accents, plurals and fillers.
 */
export function isFound(texts: readonly string[], search: string): boolean {
  const words = searchText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !FILLERS.has(word))
    .map(stem);
  const searched = texts.map(searchText);
  return words.every((word) => searched.some((text) => text.includes(word)));
}
