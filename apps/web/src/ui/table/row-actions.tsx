import { useId, useState } from 'react';
import { Button } from '../button.tsx';
import css from './row-actions.module.css';

export interface RowAction {
  readonly label: string;
  /** Names the row, too. */
  readonly name: string;
  readonly onPress: () => void;
}

/** The main action of a row as a button, and the others below it once they are asked for. */
export function RowActions(props: { of: string; main: RowAction | null; others: readonly RowAction[] }) {
  const { of, main, others } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <span className={css.actions}>
      {main ? <Action of={main} /> : null}
      {others.length > 0 ? (
        <Button
          variant="quiet"
          size="small"
          iconAfter="chevronDown"
          aria-label={`Más: ${of}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Más
        </Button>
      ) : null}
      {isOpen ? (
        <span id={id} className={css.others}>
          {others.map((action) => (
            <Action key={action.name} of={action} />
          ))}
        </span>
      ) : null}
    </span>
  );
}

const Action = ({ of: { label, name, onPress } }: { of: RowAction }) => (
  <Button size="small" aria-label={name} onClick={onPress}>
    {label}
  </Button>
);
