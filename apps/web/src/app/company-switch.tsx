import { useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import type { ActionButton } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import css from './company-switch.module.css';
import { es } from './later-es.ts';

const CompanyList = lazyPart(() => import('./company-list.tsx'), 'CompanyList');

/** [PER-30] The company that is shown to a person of several: a button that opens the list of them. */
export function CompanySwitch() {
  const { client, companies } = useUser();
  const [isOpen, setOpen] = useState(false);
  if (client === null) return null;
  const waiting = companies.filter(({ isJoined }) => !isJoined).length;
  return (
    <>
      <button
        type="button"
        id={'cambiar-empresa' satisfies ActionButton}
        className={css.shown}
        title={client.entityName}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>
          <VisuallyHidden>{es.companies.shown}</VisuallyHidden> {client.entityName}{' '}
          <VisuallyHidden>{es.companies.change(waiting)}</VisuallyHidden>
        </span>
        {waiting > 0 ? (
          <strong className={css.waiting} aria-hidden="true">
            {waiting}
          </strong>
        ) : null}
        <Icon name="chevronDown" size={16} />
      </button>
      {isOpen ? <CompanyList onClose={() => setOpen(false)} /> : null}
    </>
  );
}
