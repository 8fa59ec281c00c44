import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { FocusScope } from 'react-aria/FocusScope';
import { mergeProps } from 'react-aria/mergeProps';
import { Overlay } from 'react-aria/Overlay';
import { useInteractOutside } from 'react-aria/useInteractOutside';
import { useOverlay } from 'react-aria/useOverlay';
import { useOverlayPosition } from 'react-aria/useOverlayPosition';
import type { OverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import css from './popover.module.css';

interface PanelProps {
  readonly id: string;
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly state: OverlayTriggerState;
  readonly children: ReactNode;
}

/** The open panel of a popover. */
export function PopoverPanel(props: PanelProps) {
  return (
    <Overlay disableFocusManagement>
      <FocusScope autoFocus restoreFocus>
        <Panel {...props} />
      </FocusScope>
    </Overlay>
  );
}

function Panel({ id, label, anchor, state, children }: PanelProps) {
  const element = useRef<HTMLDivElement>(null);
  // The button closes the panel by its own click; closing it earlier would make the click reopen it.
  const isElsewhere = (target: Element): boolean => !anchor.current?.contains(target);
  const { overlayProps } = useOverlay(
    { isOpen: true, onClose: state.close, shouldCloseOnBlur: true, shouldCloseOnInteractOutside: isElsewhere },
    element,
  );
  // `isDismissable` would swallow the click that closes the panel.
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
