import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { FocusScope } from 'react-aria/FocusScope';
import { mergeProps } from 'react-aria/mergeProps';
import { Overlay } from 'react-aria/Overlay';
import { useInteractOutside } from 'react-aria/useInteractOutside';
import { useOverlay } from 'react-aria/useOverlay';
import { useOverlayPosition } from 'react-aria/useOverlayPosition';
import { type OverlayTriggerState, useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import css from './popover.module.css';

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
      {state.isOpen ? (
        <Overlay disableFocusManagement>
          <FocusScope autoFocus restoreFocus>
            <Panel id={id} label={label} anchor={anchor} state={state}>
              {typeof children === 'function' ? children(state.close) : children}
            </Panel>
          </FocusScope>
        </Overlay>
      ) : null}
    </>
  );
}

function Panel(props: {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  state: OverlayTriggerState;
  children: ReactNode;
}) {
  const { id, label, anchor, state, children } = props;
  const element = useRef<HTMLDivElement>(null);
  // The button closes the panel by its own click; closing it earlier would make the click reopen it.
  const isElsewhere = (target: Element): boolean => !anchor.current?.contains(target);
  const { overlayProps } = useOverlay(
    { isOpen: true, onClose: state.close, shouldCloseOnBlur: true, shouldCloseOnInteractOutside: isElsewhere },
    element,
  );
  // Not `isDismissable`, which would swallow the click that closes the panel.
  useInteractOutside({
    ref: element,
    onInteractOutside: ({ target }) => {
      if (target instanceof Element && isElsewhere(target)) state.close();
    },
  });
  const { overlayProps: place, updatePosition } = useOverlayPosition({
    targetRef: anchor,
    overlayRef: element,
    placement: 'bottom start',
    offset: 6,
    containerPadding: 8,
  });
  useEffect(() => {
    document.addEventListener('scroll', updatePosition, true);
    return () => document.removeEventListener('scroll', updatePosition, true);
  }, [updatePosition]);
  return (
    <div
      {...mergeProps(overlayProps, place)}
      ref={element}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={css.panel}
      data-layer
      // Keeps it reachable above a dialog.
      data-react-aria-top-layer
    >
      {children}
    </div>
  );
}
