import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { SearchField } from '../../ui/field/field.tsx';
import { es } from './es.ts';
import css from './status.module.css';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** [EST-07] Opens an invoice by its fiscal UUID, in any status; a pasted UUID opens it at once. */
export function FindInvoice() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const open = (text: string): boolean => {
    const id = UUID.exec(text)?.[0];
    if (id) void navigate({ to: paths.invoice, params: { id: id.toUpperCase() } });
    return id !== undefined;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIncomplete(!open(typed));
  };
  return (
    <form className={css.find} onSubmit={submit}>
      <SearchField
        label={es.find.label}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIncomplete(false);
        }}
        onPaste={(event) => {
          if (open(event.clipboardData.getData('text'))) event.preventDefault();
        }}
      />
      {isIncomplete ? (
        <p role="alert" className={css.quiet}>
          {es.find.incomplete}
        </p>
      ) : null}
    </form>
  );
}
