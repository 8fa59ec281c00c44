import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import css from '../features/session/login.module.css';
import { causeText } from '../lib/failure-text.ts';
import { paths, safeReturnTo } from '../lib/paths.ts';
import { enterCompany, useSession, useUser } from '../lib/session.ts';
import { redirectToLogin } from '../lib/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Logo } from '../ui/logo.tsx';
import { es } from './later-es.ts';

/**
 * [AVI-18] The question before a link of a message is followed into another company than the one shown. Of a company to which the
 * person does not belong it says nothing.
 */
export function OtherCompany() {
  const { empresa, returnTo } = useSearch({ strict: false });
  const { client, companies, email } = useUser();
  const { status } = useSession();
  const entering = useMutation({ mutationFn: enterCompany });
  useEffect(() => {
    const { pathname, search } = window.location;
    if (status === 'ended') void redirectToLogin({ returnTo: `${pathname}${search}` });
  }, [status]);
  const company = companies.find(({ clientId }) => clientId === empresa);
  const texts = es.otherCompany;
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <Logo />
        {company ? (
          <>
            <h1 tabIndex={-1}>
              {company.isJoined ? texts.title(company.entityName) : texts.invited(company.entityName)}
            </h1>
            <p>{company.isJoined ? texts.text(client?.entityName ?? '') : es.companies.invited}</p>
            {entering.error ? (
              <Notice tone="bad" title={es.companies.failed}>
                {causeText(entering.error)}
              </Notice>
            ) : null}
            <Button
              variant="primary"
              fullWidth
              busy={entering.isPending}
              onClick={() => entering.mutate({ clientId: company.clientId, at: safeReturnTo(returnTo) })}
            >
              {company.isJoined ? texts.change(company.entityName) : es.companies.accept}
            </Button>
          </>
        ) : (
          <>
            <h1 tabIndex={-1}>{texts.unknown}</h1>
            <p>{texts.unknownText(email)}</p>
          </>
        )}
        <Link to={paths.home} className={css.forgot}>
          {texts.stay(client?.entityName ?? '')}
        </Link>
      </main>
    </div>
  );
}
