import type { ClientUser } from '@anticipa/contract/users';
import { useUser } from '../../../lib/session.ts';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useClearFactor } from '../api.ts';
import { es } from '../es.ts';
import css from '../users.module.css';
import { fullName } from '../view-model/people.ts';

const texts = es.factor;

/** [FAC-07] Whether a colleague has a second factor, and its removal once it is lost. */
export function LostFactor({ user }: { user: ClientUser }) {
  const isOwn = user.userId === useUser().userId;
  if (!user.active || isOwn) return null;
  return (
    <fieldset className={css.switches}>
      <legend>{texts.title}</legend>
      <p className="quiet">{user.hasSecondFactor ? texts.has : texts.hasNot}</p>
      {user.hasSecondFactor ? (
        <div>
          <DialogButton
            size="small"
            aria-label={texts.clearOf(fullName(user))}
            dialog={(close) => <ClearDialog user={user} onClose={close} />}
          >
            {texts.clear}
          </DialogButton>
        </div>
      ) : null}
    </fieldset>
  );
}

function ClearDialog({ user, onClose }: { user: ClientUser; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.clearOf(fullName(user))}
      submit={texts.clear}
      isDanger
      values={{}}
      changing={useClearFactor(user.userId)}
      bodyOf={({ reason }) => ({ reason })}
      onDone={() => texts.cleared(fullName(user))}
      onClose={onClose}
    >
      <p>{texts.text}</p>
    </FormDialog>
  );
}
