import type { ClientUser } from '@anticipa/contract/users';
import { moneyOf } from '@anticipa/domain/money';
import { useState } from 'react';
import { usePermitted } from '../../../lib/actions.ts';
import { formatMoney } from '../../../lib/format.ts';
import type { ActionButton } from '../../../lib/paths.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { SearchField } from '../../../ui/field/field.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { Expansion } from '../../../ui/overlay/expansion.tsx';
import { usePhone } from '../../../ui/use-media.ts';
import { es } from '../es.ts';
import { type UserEditor, WARNING_ID } from '../use-user-editor.ts';
import { UserForm } from '../user-form.tsx';
import css from '../users.module.css';
import { fullName, inOrder, matching, NEW, stateOf, type UserState } from '../view-model/people.ts';

const badges: Record<UserState, { tone: 'info' | 'good' | 'neutral'; icon: IconName }> = {
  admin: { tone: 'info', icon: 'userAdmin' },
  active: { tone: 'good', icon: 'user' },
  disabled: { tone: 'neutral', icon: 'userOff' },
};

/** Shorter lists need no search box. */
const SEARCH_FROM = 9;

/**
 * [PER-02] [PER-07] [PER-08] The company's users, one open at a time; the others are blocked while one is being edited.
 */
export function UserList(props: {
  people: readonly ClientUser[];
  editor: UserEditor;
  onAdd: () => void;
  onSave: () => void;
}) {
  const { people, editor, onAdd, onSave } = props;
  const me = useUser();
  const mayInvite = usePermitted('invite');
  const phone = usePhone();
  // On a phone behind its title until someone is edited.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [search, setSearch] = useState('');
  const draftId = editor.draft?.id ?? null;
  if (isOpen === null && (!phone || draftId !== null)) setOpen(true);
  const blockedBy = draftId ? WARNING_ID : null;
  const found = new Set(matching(people, search));
  // The search never hides the user being edited.
  const shown = inOrder(people, me.userId).filter((user) => found.has(user) || user.userId === draftId);
  const add = (): void => {
    setOpen(true);
    onAdd();
  };
  return (
    <>
      <div className={css.bar}>
        {people.length >= SEARCH_FROM ? (
          <SearchField label={es.list.search} value={search} onChange={(event) => setSearch(event.target.value)} />
        ) : null}
        {mayInvite ? (
          <Button
            variant={draftId ? 'secondary' : 'primary'}
            icon="userPlus"
            id={'agregar-usuario' satisfies ActionButton}
            onClick={add}
          >
            {es.list.add}
          </Button>
        ) : null}
      </div>
      <Expansion
        title={es.list.title}
        level={2}
        aside={<span className="quiet">{es.list.count(people.length)}</span>}
        open={isOpen ?? false}
        onToggle={setOpen}
        blockedBy={blockedBy}
      >
        <div className={css.people}>
          {draftId === NEW ? (
            <Expansion
              id={`usuario-${NEW}`}
              title={<strong>{es.list.new}</strong>}
              open
              onToggle={() => {}}
              blockedBy={blockedBy}
            >
              <UserForm user={null} people={people} editor={editor} onSave={onSave} />
            </Expansion>
          ) : null}
          {shown.map((user) => (
            <Expansion
              key={user.userId}
              id={`usuario-${user.userId}`}
              title={<Name user={user} own={user.userId === me.userId} />}
              aside={
                <span className={css.badges}>
                  <RightBadge user={user} />
                  <StatusBadge {...badges[stateOf(user)]}>
                    {user.hasDeclined ? es.states.declined : es.states[stateOf(user)]}
                  </StatusBadge>
                </span>
              }
              open={editor.openId === user.userId}
              onToggle={(on) => editor.open(on ? user.userId : null)}
              blockedBy={blockedBy}
            >
              <UserForm user={user} people={people} editor={editor} onSave={onSave} />
            </Expansion>
          ))}
          {shown.length === 0 ? <p className={css.none}>{es.list.none}</p> : null}
        </div>
      </Expansion>
    </>
  );
}

/** [DER-02] The right of a person who does not sell any amount. */
function RightBadge({ user: { active, saleRight, acceptUpTo } }: { user: ClientUser }) {
  if (!active || (saleRight === 'accept' && acceptUpTo === null)) return null;
  return (
    <StatusBadge tone="neutral">
      {saleRight === 'accept' ? es.rights.accept(formatMoney(moneyOf(acceptUpTo ?? '0', 'MXN'))) : es.rights[saleRight]}
    </StatusBadge>
  );
}

function Name({ user, own }: { user: ClientUser; own: boolean }) {
  return (
    <span className={css.name}>
      <span>
        <strong>{fullName(user)}</strong>
        {own ? <span className={css.tag}> ({es.list.you})</span> : null}
      </span>
      <small>{user.email}</small>
    </span>
  );
}
