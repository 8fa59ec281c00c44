import { searchText } from '@anticipa/domain/search';
import { es } from '../es.ts';
import { guides } from './guides.ts';

export type Faq = (typeof es.faqs)[number];

/** [AYU-02] The questions for a user: those about synchronisation only where it is allowed. */
export const faqsFor = (syncAllowed: boolean): readonly Faq[] =>
  es.faqs.filter((faq) => syncAllowed || !('needsSync' in faq));

/** Words that say nothing about what is sought. */
const FILLERS = new Set(
  'a al como con cual de del el en es la las lo los me mi mis o para por que se su sus tu tus un una y'.split(' '),
);

/** A word without the ending of a plural: "clientes" finds "cliente". */
const stem = (word: string): string => (word.length > 4 ? word.replace(/e?s$/, '') : word);

/**
 * [AYU-03] Whether every word of the search is in one of the texts, ignoring case, accents, plurals and fillers.
 */
function isFound(texts: readonly string[], search: string): boolean {
  const words = searchText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !FILLERS.has(word))
    .map(stem);
  const searched = texts.map(searchText);
  return words.every((word) => searched.some((text) => text.includes(word)));
}

/** The question's own words count as keywords, so a pasted question finds itself. */
export const searchFaqs = (faqs: readonly Faq[], search: string): readonly Faq[] =>
  faqs.filter(({ question, keywords }) => isFound([question, ...keywords], search));

/** [AYU-03] The screens with the sought words; none without a search. */
export const searchGuides = (search: string) =>
  search.trim() ? Object.values(guides).filter(({ title, keywords }) => isFound([title, ...keywords], search)) : [];

/** The URLs of a question's video and captions. */
export const videoOf = ({ id }: Pick<Faq, 'id'>): { readonly video: string; readonly captions: string } => ({
  video: `/help/${id}.webm`,
  captions: `/help/${id}.vtt`,
});
