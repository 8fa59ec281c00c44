import type { Receiver } from '@anticipa/contract/lender-receivers';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lenderPaths } from '../../../lib/lender-paths.ts';
import { type ProductNames, useProductNames } from '../../../lib/product-names.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Switch } from '../../../ui/field/checkbox.tsx';
import { PhoneFoldedCard } from '../../../ui/overlay/folding-card.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useSetProgramme } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';
import { Limits } from './limits.tsx';

const texts = es.pairs;
type Pair = Receiver['pairs'][number];

/** The clients that invoice the receiver, each with its programme and limits. */
export function Pairs({ receiver, canChange }: { receiver: Receiver; canChange: boolean }) {
  const { companyId, name, pairs } = receiver;
  const [chosen, setChosen] = useState<Pair | null>(null);
  const names = useProductNames();
  return (
    <PhoneFoldedCard title={texts.title}>
      {pairs.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      <ul className={css.pairs}>
        {pairs.map((pair) => {
          const { clientId, entityName, fbProgramme, exposures } = pair;
          return (
            <li key={clientId}>
              <div className={css.head}>
                <span>
                  <Link to={lenderPaths.client} params={{ clientId }}>
                    {entityName}
                  </Link>
                  {pair.name === name ? null : <span className="quiet"> · {texts.as(pair.name)}</span>}
                </span>
                {canChange ? (
                  <Switch checked={fbProgramme} onChange={() => setChosen(pair)}>
                    {texts.programme(names.FB)}
                  </Switch>
                ) : (
                  <StatusBadge tone={fbProgramme ? 'good' : 'neutral'}>
                    {fbProgramme ? texts.programme(names.FB) : names.BI}
                  </StatusBadge>
                )}
              </div>
              <Limits companyId={companyId} client={pair} exposures={exposures} canChange={canChange} />
            </li>
          );
        })}
      </ul>
      {chosen === null ? null : (
        <ProgrammeDialog companyId={companyId} pair={chosen} names={names} onClose={() => setChosen(null)} />
      )}
    </PhoneFoldedCard>
  );
}

function ProgrammeDialog(props: { companyId: string; pair: Pair; names: ProductNames; onClose: () => void }) {
  const { companyId, pair, names, onClose } = props;
  const changing = useSetProgramme(companyId);
  const product = names[pair.fbProgramme ? 'BI' : 'FB'];
  return (
    <FormDialog
      title={texts.change(names.FB, pair.entityName)}
      submit={es.status.apply}
      values={{}}
      changing={changing}
      bodyOf={({ reason }) => ({ clientId: pair.clientId, fbProgramme: !pair.fbProgramme, reason })}
      onDone={() => texts.done}
      onClose={onClose}
    >
      <p>{texts.follows(product)}</p>
    </FormDialog>
  );
}
