import { useMemo, useState } from 'react';
import { deviceList } from '../../lib/device-setting.ts';
import { Button } from '../button.tsx';
import { Checkbox } from '../field/checkbox.tsx';
import { Popover } from '../overlay/popover.tsx';
import css from './data-table.module.css';
import type { Column } from './table-model.ts';

interface ColumnChoice<Row> {
  /** In their order. */
  readonly shown: readonly Column<Row>[];
  readonly optional: readonly Column<Row>[];
  readonly isShown: (column: Column<Row>) => boolean;
  readonly toggle: (column: Column<Row>) => void;
}

/** The columns shown: the fixed ones and the chosen optional ones, remembered on this device under `name`. */
export function useColumnChoice<Row>(columns: readonly Column<Row>[], name: string | undefined): ColumnChoice<Row> {
  const [chosen, setChosen] = useState<readonly string[]>(() => (name ? deviceList(`columns.${name}`).read() : []));
  const isShown = ({ id, optional }: Column<Row>): boolean => !optional || chosen.includes(id);
  // Stable, because other columns render every row anew.
  const shown = useMemo(
    () => columns.filter(({ id, optional }) => !optional || chosen.includes(id)),
    [columns, chosen],
  );
  return {
    shown,
    optional: columns.filter(({ optional }) => optional),
    isShown,
    toggle: ({ id }) => {
      const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
      if (name) deviceList(`columns.${name}`).write(next);
      setChosen(next);
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
