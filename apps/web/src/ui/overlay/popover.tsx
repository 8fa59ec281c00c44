import { type ReactNode, useId, useRef } from 'react';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import { useLoaded } from '../../lib/use-loaded.ts';
import css from './popover.module.css';

/** Loads the code of the panels, which the first screen does without. */
export const loadPopovers = () => import('./popover-panel.tsx');

interface Trigger {
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-controls': string | undefined;
}

interface PopoverProps {
  /** Renders the button; spread its argument on it. */
  readonly trigger: (button: Trigger) => ReactNode;
  readonly label: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button that opens a small panel beside itself. The panel takes the focus and closes on Escape, on a click elsewhere
 * and when the focus leaves; the page stays usable.
 */
export function Popover({ trigger, label, children }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const state = useOverlayTriggerState({});
  const loaded = useLoaded(loadPopovers, state.isOpen);
  return (
    <>
      <span ref={anchor} className={css.anchor}>
        {trigger({
          onClick: state.toggle,
          'aria-expanded': state.isOpen,
          'aria-haspopup': 'dialog',
          'aria-controls': state.isOpen ? id : undefined,
        })}
      </span>
      {loaded && state.isOpen ? (
        <loaded.PopoverPanel id={id} label={label} anchor={anchor} state={state}>
          {typeof children === 'function' ? children(state.close) : children}
        </loaded.PopoverPanel>
      ) : null}
    </>
  );
}
