import { useEffect, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { floatAboveEdge } from '../../ui/bottom-edge.ts';
import { Button } from '../../ui/button.tsx';
import { DESKTOP, useMedia } from '../../ui/use-media.ts';
import css from './help.module.css';

const HelpCentre = lazyPart(() => import('./help-centre.tsx'), 'HelpCentre');

/** [AYU-01] Delay of the button after loading. */
const APPEARS_AFTER_MS = 4_000;

/** [AYU-01] The floating button of the help centre, on desktops only. */
export function HelpButton(props: { label: string; syncAllowed: boolean; adviser: string | null }) {
  const { label, syncAllowed, adviser } = props;
  const desktop = useMedia(DESKTOP);
  const [here, setHere] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHere(true), APPEARS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!here || !desktop) return null;
  return (
    <>
      <div ref={floatAboveEdge} className={css.floating} data-print="hide">
        <Button icon="help" className={css.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
      {open ? <HelpCentre syncAllowed={syncAllowed} adviser={adviser} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
