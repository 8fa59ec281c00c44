/** The calls of the account statement. */
import { downloadClientPackage, downloadOwnPackage } from '@anticipa/contract/accountant';
import { getClientStatement, printClientStatement } from '@anticipa/contract/client-papers';
import { balanceStatement, dispersions, getStatement, mailBalanceStatement } from '@anticipa/contract/statements';
import type { Month } from '@anticipa/domain/month';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { blobOf, pdfOf, saveFile } from '../../lib/save-file.ts';
import { useShownClient } from '../../lib/shown-client.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import { es } from './es.ts';

/** Both inclusive, `YYYY-MM-DD`. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

/** The statement of a period; stale after any change of an invoice and on the next day. */
export const statementQuery = (period: Period, today: string, clientId?: string) =>
  queryOptions({
    queryKey: ['invoices', 'statement', period, today, clientId],
    queryFn: async ({ signal }) => {
      const asked = { query: { ...period }, signal };
      const { data } = await (clientId === undefined
        ? call(getStatement, asked)
        : call(getClientStatement, { params: { clientId }, ...asked }));
      return data;
    },
  });

const fileName = ({ startDate, endDate }: Period): string => `estado-de-cuenta-${startDate}-a-${endDate}.pdf`;

/** Opens the PDF of a period in a new tab, or saves it where the browser blocks the tab. */
export function useStatementPdf() {
  const shown = useShownClient();
  const opening = useMutation({
    mutationFn: async ({ period, tab }: { readonly period: Period; readonly tab: Window | null }) => {
      const { base64 } = await (shown === null
        ? call(balanceStatement, { body: { ...period } })
        : call(printClientStatement, { params: { clientId: shown.clientId }, query: { ...period } }));
      const blob = blobOf(base64, 'application/pdf');
      if (tab) tab.location.href = URL.createObjectURL(blob);
      else saveFile({ blob, name: fileName(period) });
    },
    onSuccess: (_, { tab }) => (tab ? undefined : showToast({ text: es.blocked })),
    onError: (error, { tab }) => {
      console.error('the PDF was not made', error);
      tab?.close();
      showToast({ text: es.downloadFailed, tone: 'bad' });
    },
  });
  return {
    isPending: opening.isPending,
    // Browsers block windows opened after an await: open it first, fill it later.
    open: (period: Period): void => opening.mutate({ period, tab: window.open('', '_blank') }),
  };
}

/** Sends the PDF of a period to the user; a retry sends no second mail. */
export function useStatementMail() {
  return useMutation({
    mutationFn: (period: Period) =>
      once({ name: 'statement-mail', content: period }, (idempotencyKey) =>
        call(mailBalanceStatement, { body: { ...period }, idempotencyKey }),
      ),
    onSuccess: () => showToast({ text: es.sent, tone: 'good' }),
    onError: () => showToast({ text: es.mailFailed, tone: 'bad' }),
  });
}

/** Saves a month of the client as one ZIP. */
export const savePackage = async (month: Month, clientId?: string): Promise<void> =>
  saveFile(
    await (clientId === undefined
      ? callForFile(downloadOwnPackage, { params: { month } })
      : callForFile(downloadClientPackage, { params: { month, clientId } })),
  );

/** Saves the transfers of a credit line in a month as a PDF. */
export function useDispersionsPdf() {
  return useMutation({
    mutationFn: async ({ creditLineId, month }: { readonly creditLineId: string; readonly month: Month }) =>
      saveFile(pdfOf(await call(dispersions, { params: { creditLineId }, body: { dateSelected: month } }))),
    onError: (error) => {
      console.error('the dispersions were not printed', error);
      showToast({ text: es.dispersions.failed, tone: 'bad' });
    },
  });
}
