import { isFound } from '../../../lib/found-words.ts';
import { es } from '../es.ts';
import { guides } from './guides.ts';

export type Faq = (typeof es.faqs)[number];

/** [AYU-02] The questions for a user: those about synchronisation only where it is allowed. */
export const faqsFor = (syncAllowed: boolean): readonly Faq[] =>
  es.faqs.filter((faq) => syncAllowed || !('needsSync' in faq));

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
