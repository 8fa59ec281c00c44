import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SearchField } from '../../ui/field/field.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Expansion } from '../../ui/overlay/expansion.tsx';
import { es } from './es.ts';
import css from './help.module.css';
import { type Faq, faqsFor, searchFaqs, searchGuides, videoOf } from './view-model/search.ts';

/** [AYU-01] Questions, one open at a time, and a search over their keywords and those of the screens. */
export function HelpCentre(props: { syncAllowed: boolean; adviser: string | null; onClose: () => void }) {
  const { syncAllowed, adviser, onClose } = props;
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const found = searchFaqs(faqsFor(syncAllowed), search);
  const screens = searchGuides(search);
  const count = found.length;
  const screenCount = screens.length;
  useEffect(() => {
    if (search) announce(es.found(count, screenCount));
  }, [search, count, screenCount]);
  return (
    <Dialog title={es.title} size="medium" onClose={onClose}>
      <div className={css.centre}>
        <SearchField
          label={es.search}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.target.value)}
        />
        {screenCount > 0 ? (
          <section aria-label={es.screens} className={css.screens}>
            {screens.map(({ title, text, link }) => (
              <p key={title}>
                <Link {...link} onClick={onClose} preload={false}>
                  {title}
                </Link>
                {text}
              </p>
            ))}
          </section>
        ) : null}
        {count > 0 ? (
          <div className={css.faqs}>
            {found.map((faq) => (
              <Expansion
                key={faq.id}
                id={`ayuda-${faq.id}`}
                title={faq.question}
                open={openId === faq.id}
                onToggle={(open) => setOpenId(open ? faq.id : null)}
              >
                <Answer faq={faq} onLeave={onClose} />
              </Expansion>
            ))}
          </div>
        ) : screenCount > 0 ? null : (
          <EmptyState
            drawing="search"
            title={es.noneTitle}
            action={<Button onClick={() => setSearch('')}>{es.all}</Button>}
          >
            {es.none}
          </EmptyState>
        )}
        {adviser ? <p className={css.adviser}>{es.call(adviser)}</p> : null}
      </div>
    </Dialog>
  );
}

/** WebKit does not show a default track. */
export function showCaptions({ textTracks }: HTMLVideoElement): void {
  for (const track of textTracks) track.mode = 'showing';
}

/** The answer with its video, loaded only now; text alone for a question without a video. */
function Answer({ faq, onLeave }: { faq: Faq; onLeave: () => void }) {
  const [state, setState] = useState<'loading' | 'playable' | 'missing'>('loading');
  const { video, captions } = videoOf(faq);
  return (
    <div className={css.answer}>
      {state === 'missing' ? null : (
        <video
          className={css.video}
          controls
          preload="metadata"
          playsInline
          aria-label={es.video(faq.question)}
          hidden={state === 'loading'}
          src={video}
          onLoadedMetadata={({ currentTarget }) => {
            showCaptions(currentTarget);
            setState('playable');
          }}
          onError={() => setState('missing')}
        >
          <track kind="captions" srcLang="es" label={es.captions} src={captions} default />
        </video>
      )}
      <p>{faq.answer}</p>
      <Link to={faq.link.to} onClick={onLeave} preload={false} className={css.link}>
        {faq.link.label}
      </Link>
    </div>
  );
}
