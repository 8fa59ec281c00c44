import { searchText } from '../../lib/search-text.ts';
import { es } from './es.ts';

export type Faq = (typeof es.faqs)[number];

/** [AYU-02] The questions for a user: those about synchronisation only where it is allowed. */
export const faqsFor = (syncAllowed: boolean): readonly Faq[] =>
  es.faqs.filter((faq) => syncAllowed || !('needsSync' in faq));

/**
 * [AYU-03] Questions with every word of the search in a keyword, ignoring case and accents. The question's own words
 * count as keywords, so a pasted question finds itself.
 */
export function searchFaqs(faqs: readonly Faq[], search: string): readonly Faq[] {
  const words = searchText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return faqs.filter(({ question, keywords }) => {
    const texts = [question, ...keywords].map(searchText);
    return words.every((word) => texts.some((text) => text.includes(word)));
  });
}

/** The URLs of a question's video and captions. */
export const videoOf = ({ id }: Pick<Faq, 'id'>): { readonly video: string; readonly captions: string } => ({
  video: `/help/${id}.webm`,
  captions: `/help/${id}.vtt`,
});
