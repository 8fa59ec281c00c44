import { useMemo, useState } from 'react';
import { deviceList } from '../../lib/device-setting.ts';
import { Button } from '../button.tsx';
import { Checkbox } from '../field/checkbox.tsx';
import { Popover } from '../overlay/popover.tsx';
import css from './data-table.module.css';
import type { Column } from './table-model.ts';

interface ColumnChoice<Row> {
  /** Shown columns in their order. */
  readonly shown: readonly Column<Row>[];
  readonly optional: readonly Column<Row>[];
  readonly isShown: (column: Column<Row>) => boolean;
  readonly toggle: (column: Column<Row>) => void;
}

/** The columns shown: the fixed ones and the chosen optional ones. Choices are remembered on this device under `name`. */
export function useColumnChoice<Row>(columns: readonly Column<Row>[], name: string | undefined): ColumnChoice<Row> {
  // The optional columns whose state is not their first one.
  const [changed, setChanged] = useState<readonly string[]>(() => (name ? deviceList(`columns.${name}`).read() : []));
  const isShown = ({ id, optional }: Column<Row>): boolean =>
    !optional || (optional === 'shown') !== changed.includes(id);
  // Stable, because other columns render every row anew.
  const shown = useMemo(
    () => columns.filter(({ id, optional }) => !optional || (optional === 'shown') !== changed.includes(id)),
    [columns, changed],
  );
  return {
    shown,
    optional: columns.filter(({ optional }) => optional),
    isShown,
    toggle: ({ id }) => {
      const next = changed.includes(id) ? changed.filter((each) => each !== id) : [...changed, id];
      if (name) deviceList(`columns.${name}`).write(next);
      setChanged(next);
    },
  };
}

/** The button that opens the choice; nothing without optional columns. */
export function ColumnChooser<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  if (choice.optional.length === 0) return null;
  return (
    <Popover
      label="Más columnas"
      trigger={(button) => (
        <Button variant="quiet" size="small" icon="list" data-print="hide" {...button}>
          Columnas
        </Button>
      )}
    >
      <div className={css.choice}>
        {choice.optional.map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            checked={choice.isShown(column)}
            onChange={() => choice.toggle(column)}
          />
        ))}
      </div>
    </Popover>
  );
}
