import { dateOf } from '@anticipa/domain/calendar';
import { firstDayOf, monthOf } from '@anticipa/domain/month';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creditQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { MovementsDialog } from './components/movements-dialog.tsx';
import { es } from './es.ts';

/** [MOV-01] Opens the query of movements, from the first of this month to today. */
export function Movements() {
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery(creditQuery);
  const today = data ? dateOf(data.today) : null;
  return (
    <>
      <Button
        icon="calendar"
        busy={today === null && !isError}
        disabledReason={isError ? es.failed : null}
        onClick={() => setOpen(true)}
        data-print="hide"
      >
        {es.query.title}
      </Button>
      {isOpen && today ? (
        <MovementsDialog
          initial={{ startDate: firstDayOf(monthOf(today)), endDate: today }}
          today={today}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
