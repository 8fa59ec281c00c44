import { checkSenderDomain, previewBrand, sendBrandMail, uploadLogo } from '@anticipa/contract/brand';
import { done } from '@anticipa/domain/errors';
import { type Served, serve, write } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { keepLogo } from './commands.ts';
import { brandPreview } from './preview.ts';
import { queueTestMail, senderRecords } from './test-mail.ts';

export const brandRoutes: readonly Served<Deps>[] = [
  write(uploadLogo, (work, { body }) => keepLogo(work, body)),
  serve(previewBrand, (deps, { caller, body }) => brandPreview(deps, caller, body)),
  write(sendBrandMail, (work, { body }) => queueTestMail(work, body)),
  serve(checkSenderDomain, async (deps, { query: { domain } }) => done(await senderRecords(deps, domain))),
];
