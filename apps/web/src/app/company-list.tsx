import { useMutation } from '@tanstack/react-query';
import { causeText } from '../lib/failure-text.ts';
import { enterCompany, useUser } from '../lib/session.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import css from './company-switch.module.css';
import { es } from './later-es.ts';

/** The companies of the person; those that invited them say so. */
export function CompanyList({ onClose }: { onClose: () => void }) {
  const { client, companies } = useUser();
  const entering = useMutation({ mutationFn: enterCompany });
  return (
    <Dialog title={es.companies.title} size="medium" onClose={onClose}>
      <div className="stack">
        {entering.error ? (
          <Notice tone="bad" title={es.companies.failed}>
            {causeText(entering.error)}
          </Notice>
        ) : null}
        <ul className={css.companies}>
          {companies.map(({ clientId, rfc, entityName, isJoined }) => {
            const isShown = clientId === client?.clientId;
            return (
              <li key={clientId}>
                <button
                  type="button"
                  data-autofocus={isShown || undefined}
                  aria-current={isShown || undefined}
                  aria-disabled={entering.isPending || undefined}
                  onClick={() => {
                    if (isShown) onClose();
                    else if (!entering.isPending) entering.mutate(clientId);
                  }}
                >
                  <span>
                    {entityName}
                    <small>{rfc}</small>
                  </span>
                  {isJoined ? null : <em>{es.companies.accept}</em>}
                  {isShown ? <Icon name="check" size={20} /> : null}
                </button>
              </li>
            );
          })}
        </ul>
        {companies.some(({ isJoined }) => !isJoined) ? <p className="quiet">{es.companies.invited}</p> : null}
      </div>
    </Dialog>
  );
}
