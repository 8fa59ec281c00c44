import type { RelatedCfdi } from '@anticipa/contract/invoice-sheet';
import { moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { relationText } from '@anticipa/texts/relation-texts';
import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { Line } from '../lines.tsx';

const CANCELLED = 'cancelado ante el SAT';

/**
 * [CAR-09] The CFDI that an invoice names and those that name it, as lines: folio and amount, or the UUID of one that the
 * portal does not have. `link` makes the folio of an invoice a link.
 */
export const RelatedLines = (props: {
  related: readonly RelatedCfdi[];
  link?: (documentId: string, folio: string) => ReactNode;
}) =>
  props.related.map((one) => {
    const { uuid, documentId, total, currency, isCancelled } = one;
    const folio = formatFolio(one);
    const amount = total !== null && currency !== null ? formatMoney(moneyOf(total, currency)) : null;
    return (
      <Line key={`${one.kind} ${uuid} ${one.isNewer}`} label={relationText(one)} isLong>
        {amount === null ? uuid : documentId !== null && props.link ? props.link(documentId, folio) : folio}
        {amount === null ? null : ` · ${amount}`}
        {isCancelled ? ` · ${CANCELLED}` : null}
      </Line>
    );
  });
