import {
  downloadPaymentFile,
  listPaymentFiles,
  savePaymentLayout,
  withdrawFiledPayments,
} from '@anticipa/contract/payment-files';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { download, saveLayout, withdraw } from './commands.ts';
import { paymentFiles } from './queries.ts';

export const paymentFilesRoutes: readonly Served[] = [
  read(listPaymentFiles, async (work) => done(await paymentFiles(work))),
  read(downloadPaymentFile, (work, { params }) => download(work, params.fileId)),
  write(withdrawFiledPayments, (work, { params, body }) => withdraw(work, params.fileId, body)),
  write(savePaymentLayout, (work, { body }) => saveLayout(work, body), {
    broken: { payment_layouts_name_key: refuse('LAYOUT_NAME_TAKEN') },
  }),
];
