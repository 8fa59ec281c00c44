import { useRef } from 'react';
import { Button } from '../button.tsx';
import { Popover } from '../overlay/popover.tsx';
import css from './row-actions.module.css';

export interface RowAction {
  readonly label: string;
  /** Names the row, too. */
  readonly name: string;
  readonly onPress: () => void;
}

/** The main action of a row as a button, and the others in a menu. */
export function RowActions(props: { of: string; main: RowAction | null; others: readonly RowAction[] }) {
  const { of, main, others } = props;
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place} className={css.actions}>
      {main ? (
        <Button size="small" aria-label={main.name} onClick={main.onPress}>
          {main.label}
        </Button>
      ) : null}
      {others.length > 0 ? (
        <Popover
          label={`Más: ${of}`}
          trigger={(button) => (
            <Button variant="quiet" size="small" iconAfter="chevronDown" aria-label={`Más: ${of}`} {...button}>
              Más
            </Button>
          )}
        >
          {(close) => (
            <div className={css.menu}>
              {others.map(({ label, name, onPress }) => (
                <Button
                  key={name}
                  variant="quiet"
                  size="small"
                  aria-label={name}
                  onClick={() => {
                    close();
                    // A dialog that opens now gives the focus back to where it was.
                    place.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
                    onPress();
                  }}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
        </Popover>
      ) : null}
    </span>
  );
}
