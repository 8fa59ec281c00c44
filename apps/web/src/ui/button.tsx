import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react';
import css from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** `primary` is for the one main action of a screen. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'regular' | 'small';
  readonly icon?: IconName;
  readonly iconAfter?: IconName;
  /** The action is running: the button keeps its place and its focus and ignores clicks. */
  readonly busy?: boolean;
  /**
   * Why the action is not available and what to do about it, shown beside the button; any text disables it. Null where
   * the action may become available, so that the button keeps its focus.
   */
  readonly disabledReason?: string | null | undefined;
  /** The action is not available, for a reason that is shown elsewhere. */
  readonly blocked?: boolean;
  readonly fullWidth?: boolean;
  readonly children?: ReactNode;
}

/** A button that explains why it is disabled: it stays focusable, with the reason beside it. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'regular', icon, iconAfter, busy, disabledReason, fullWidth, ...given } = props;
  const { children, className, onClick, onKeyDown, type = 'button', blocked: isBlocked, ...others } = given;
  const reasonId = useId();
  const blocked = Boolean(busy || isBlocked || disabledReason);
  const classes = [css.button, css[variant], size === 'small' && css.small, fullWidth && css.full, className];
  const button = (
    <button
      {...others}
      // A disabled submit button must not submit, not even by Enter.
      type={blocked && type === 'submit' ? 'button' : type}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : others['aria-describedby']}
      onClick={blocked ? undefined : onClick}
      onKeyDown={(event) => {
        // The button of a dialog that this very Enter has opened would be pressed unread.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        onKeyDown?.(event);
      }}
    >
      {icon ? <Icon name={icon} size={size === 'small' ? 16 : 18} /> : null}
      {children === undefined ? null : <span className={css.label}>{children}</span>}
      {iconAfter ? <Icon name={iconAfter} size={size === 'small' ? 16 : 18} /> : null}
    </button>
  );
  if (disabledReason === undefined) return button;
  return (
    <span className={fullWidth ? `${css.explained} ${css.full}` : css.explained}>
      {button}
      {disabledReason ? (
        <span id={reasonId} className={css.reason}>
          {disabledReason}
        </span>
      ) : null}
    </span>
  );
}

/** A square icon button; `label` is its name and tooltip. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & Omit<ButtonProps, 'children'>) {
  const className = [css.square, rest.className].filter(Boolean).join(' ');
  return <Button variant="quiet" {...rest} icon={icon} aria-label={label} title={label} className={className} />;
}

/** A button styled as a link, inside a text or a cell. */
export function TextButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...props} className={css.text} />;
}
