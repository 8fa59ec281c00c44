import { uploadLogo } from '@anticipa/contract/brand';
import { type Served, write } from '../../platform/http/http.ts';
import { keepLogo } from './commands.ts';

export const brandRoutes: readonly Served[] = [write(uploadLogo, (work, { body }) => keepLogo(work, body))];
