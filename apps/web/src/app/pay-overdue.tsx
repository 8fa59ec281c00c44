import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { paths } from '../lib/paths.ts';
import type { OverdueFigures } from '../lib/queries.ts';
import { Button } from '../ui/button.tsx';
import { es } from './es.ts';

const OverdueDialog = lazyPart(() => import('../features/references/overdue-dialog.tsx'), 'OverdueDialog');
const ClabeDialog = lazyPart(() => import('../features/payers/clabe-dialog.tsx'), 'ClabeDialog');
const ReferenceDialog = lazyPart(() => import('../features/references/reference-dialog.tsx'), 'ReferenceDialog');

/**
 * [RPG-05] Leads from the overdue invoices of a currency to their payment reference, which exists or is made here, and to
 * the CLABE of payers who have one.
 */
export function PayOverdue({ overdue, today }: { overdue: OverdueFigures; today: string }) {
  const { currency, count, referable, references, byClabe } = overdue;
  const [paying, setPaying] = useState(false);
  const [isByClabe, setByClabe] = useState(false);
  const [reference, setReference] = useState<string | null>(null);
  const [only] = references;
  return (
    <>
      {referable > 0 ? (
        <Button size="small" onClick={() => setPaying(true)}>
          {es.overdue.pay}
        </Button>
      ) : only === undefined ? null : references.length === 1 ? (
        <Button size="small" onClick={() => setReference(only)}>
          {es.overdue.see}
        </Button>
      ) : (
        <Link to={paths.references}>{es.overdue.seeAll}</Link>
      )}
      {byClabe > 0 ? (
        <Button size="small" onClick={() => setByClabe(true)}>
          {es.overdue.clabe}
        </Button>
      ) : null}
      {isByClabe ? <ClabeDialog owing={{ overdue: currency }} onClose={() => setByClabe(false)} /> : null}
      {paying ? (
        <OverdueDialog
          currency={currency}
          today={today}
          others={count - referable}
          references={references}
          onClose={() => setPaying(false)}
          onMade={(made) => {
            setPaying(false);
            setReference(made);
          }}
        />
      ) : null}
      {reference ? <ReferenceDialog reference={reference} onClose={() => setReference(null)} /> : null}
    </>
  );
}
