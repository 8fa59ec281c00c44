import type { ExportFormat } from '@anticipa/contract/exports';
import {
  checkPortfolioLoad,
  listPortfolioLoads,
  portfolioLoadTemplate,
  proposePortfolioLoad,
  takeInCfdi,
} from '@anticipa/contract/portfolio-load';
import type { SentBodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

export const loadsQuery = queryOptions({
  queryKey: ['portfolio-loads'],
  queryFn: async ({ signal }) => (await call(listPortfolioLoads, { signal })).data,
});

export const downloadTemplate = (format: ExportFormat) => callForFile(portfolioLoadTemplate, { query: { format } });

export const checkFile = ({ file, cutOn }: { readonly file: File; readonly cutOn: string }) =>
  call(checkPortfolioLoad, { query: { cutOn, fileName: file.name }, file });

export const useProposeLoad = (loadId: string) =>
  useChange([loadsQuery.queryKey, ['proposals']], (body: SentBodyOf<typeof proposePortfolioLoad>) =>
    call(proposePortfolioLoad, { params: { loadId }, body, idempotencyKey: newUuid() }),
  );

/** Sends one file after the other; returns those that were refused, with the reason. */
export async function takeInFiles({ files, onSent }: { readonly files: readonly File[]; readonly onSent: () => void }) {
  const refused: { readonly name: string; readonly why: string }[] = [];
  for (const file of files) {
    const taken = await call(takeInCfdi, { query: { fileName: file.name }, file });
    if (taken.refused !== null) refused.push({ name: file.name, why: taken.refused });
    onSent();
  }
  return { count: files.length, refused };
}
