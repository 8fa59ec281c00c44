import { useState } from 'react';
import { formatTableDate } from '../../../lib/format.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { SaleUnderReview } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';

/** The accepted text with its acceptance, one click away. */
export function Terms({ acceptance }: Pick<SaleUnderReview, 'acceptance'>) {
  const [isOpen, setOpen] = useState(false);
  if (!acceptance) return <p className={css.quiet}>{es.terms.none}</p>;
  const { text, version, hash, by, at, address } = acceptance;
  return (
    <>
      <p>
        <TextButton onClick={() => setOpen(true)}>{es.actions.terms}</TextButton>
      </p>
      {isOpen ? (
        <Dialog title={es.terms.title} size="large" onClose={() => setOpen(false)}>
          <p>{es.terms.by(by, formatTableDate(at), address)}</p>
          <p className={css.hash}>
            {es.terms.version(version)} · {hash}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard */}
          <section className={css.terms} aria-label={es.terms.title} tabIndex={0} data-autofocus>
            {text}
          </section>
        </Dialog>
      ) : null}
    </>
  );
}
