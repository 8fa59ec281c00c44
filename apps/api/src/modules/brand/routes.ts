import { previewBrand, uploadLogo } from '@anticipa/contract/brand';
import { type Served, serve, write } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { keepLogo } from './commands.ts';
import { brandPreview } from './preview.ts';

export const brandRoutes: readonly Served<Deps>[] = [
  write(uploadLogo, (work, { body }) => keepLogo(work, body)),
  serve(previewBrand, (deps, { caller, body }) => brandPreview(deps, caller, body)),
];
