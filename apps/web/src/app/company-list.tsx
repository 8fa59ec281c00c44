import type { ResponseOf } from '@anticipa/contract/route';
import { declineCompany, listCompanies } from '@anticipa/contract/session';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../lib/api-client.ts';
import { causeText } from '../lib/failure-text.ts';
import { checkSession, enterCompany, useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { showToast } from '../ui/overlay/toast.tsx';
import css from './company-switch.module.css';
import { es } from './later-es.ts';

/** The companies of the person; those that invited them say so, and are accepted or declined. */
export function CompanyList({ onClose }: { onClose: () => void }) {
  const { client, companies } = useUser();
  const [declining, setDeclining] = useState<(typeof companies)[number] | null>(null);
  const entering = useMutation({ mutationFn: enterCompany });
  // The list is there at once, and without the counts if they cannot be read.
  const { data: tasks } = useQuery({
    queryKey: ['companies'],
    queryFn: async () => (await call(listCompanies, {})).data,
    staleTime: 0,
  });
  if (declining) return <Decline company={declining} onClose={() => setDeclining(null)} />;
  return (
    <Dialog title={es.companies.title} size="medium" onClose={onClose}>
      <div className="stack">
        {entering.error ? (
          <Notice tone="bad" title={es.companies.failed}>
            {causeText(entering.error)}
          </Notice>
        ) : null}
        <ul className={css.companies}>
          {companies.map((company) => {
            const { clientId, rfc, entityName, isJoined } = company;
            const isShown = clientId === client?.clientId;
            const waiting = waitingIn(tasks?.find((each) => each.clientId === clientId));
            return (
              <li key={clientId}>
                <button
                  type="button"
                  data-autofocus={isShown || undefined}
                  aria-current={isShown || undefined}
                  aria-disabled={entering.isPending || undefined}
                  onClick={() => {
                    if (isShown) onClose();
                    else if (!entering.isPending) entering.mutate({ clientId });
                  }}
                >
                  <span>
                    {entityName}
                    <small>{rfc}</small>
                    {waiting ? <strong>{waiting}</strong> : null}
                  </span>
                  {isJoined ? null : <em>{es.companies.accept}</em>}
                  {isShown ? <Icon name="check" size={20} /> : null}
                </button>
                {isJoined ? null : (
                  <Button
                    variant="quiet"
                    aria-label={es.companies.declineOf(entityName)}
                    blocked={entering.isPending}
                    onClick={() => setDeclining(company)}
                  >
                    {es.companies.decline}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        {companies.some(({ isJoined }) => !isJoined) ? <p className="quiet">{es.companies.invited}</p> : null}
      </div>
    </Dialog>
  );
}

/** [PER-38] The work that waits for the person in a company, without what does not. */
const waitingIn = (tasks: ResponseOf<typeof listCompanies>['data'][number] | undefined): string =>
  (['toAccept', 'overdue', 'unread'] as const)
    .flatMap((kind) => (tasks && tasks[kind] > 0 ? es.companies.waiting[kind](tasks[kind]) : []))
    .join(' · ');

/** [PER-37] The question before an invitation is declined for good. */
function Decline({
  company: { clientId, entityName },
  onClose,
}: {
  company: { readonly clientId: string; readonly entityName: string };
  onClose: () => void;
}) {
  const declining = useMutation({
    mutationFn: async () => {
      await call(declineCompany, { params: { clientId }, body: {} });
      await checkSession();
    },
    onSuccess: () => {
      showToast({ text: es.companies.declined(entityName), tone: 'good' });
      onClose();
    },
  });
  return (
    <Dialog
      title={es.companies.declineOf(entityName)}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {es.companies.back}
          </Button>
          <Button variant="danger" busy={declining.isPending} onClick={() => declining.mutate()}>
            {es.companies.decline}
          </Button>
        </>
      }
    >
      {declining.error ? (
        <Notice tone="bad" title={es.companies.notDeclined}>
          {causeText(declining.error)}
        </Notice>
      ) : null}
      <p>{es.companies.declineText}</p>
    </Dialog>
  );
}
