import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import css from './popover.module.css';

const GAP = 6;
const EDGE = 8;

/**
 * A button that opens a small panel beside itself. The browser's own popover: above every dialog, closed by Escape or a
 * click elsewhere, focus kept. `trigger` receives what ties the button to the panel.
 */
export function Popover(props: {
  trigger: (button: { popoverTarget: string; 'aria-expanded': boolean; 'aria-haspopup': 'dialog' }) => ReactNode;
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  onToggle?: (open: boolean) => void;
}) {
  const { trigger, label, children, onToggle } = props;
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const node = panel.current;
    if (!node || !open) return;
    const place = (): void => placeBeside(node, anchor.current);
    place();
    // What loads late makes the panel grow.
    const size = new ResizeObserver(place);
    size.observe(node);
    // Who goes on by keyboard leaves the panel; open, it would cover where they are.
    const leave = ({ target }: FocusEvent): void => {
      if (!(target instanceof Node) || node.contains(target) || anchor.current?.contains(target)) return;
      node.hidePopover();
    };
    window.addEventListener('resize', place);
    document.addEventListener('scroll', place, true);
    document.addEventListener('focusin', leave);
    return () => {
      size.disconnect();
      document.removeEventListener('focusin', leave);
      window.removeEventListener('resize', place);
      document.removeEventListener('scroll', place, true);
    };
  }, [open]);

  const close = (): void => panel.current?.hidePopover();
  return (
    <>
      <span ref={anchor} className={css.anchor}>
        {trigger({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': 'dialog' })}
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={css.panel}
        onToggle={(event) => {
          const now = event.newState === 'open';
          setOpen(now);
          onToggle?.(now);
        }}
      >
        {open ? (typeof children === 'function' ? children(close) : children) : null}
      </div>
    </>
  );
}

/** Below the anchor where there is room, else above; never outside the window. */
function placeBeside(panel: HTMLElement, anchor: HTMLElement | null): void {
  const at = anchor?.firstElementChild?.getBoundingClientRect();
  if (!at) return;
  const { width, height } = panel.getBoundingClientRect();
  const below = at.bottom + GAP;
  const top = below + height > window.innerHeight - EDGE && at.top > height + GAP ? at.top - GAP - height : below;
  const left = Math.min(at.left, window.innerWidth - EDGE - width);
  panel.style.top = `${Math.max(EDGE, top)}px`;
  panel.style.left = `${Math.max(EDGE, left)}px`;
}
