import { getHome } from '@anticipa/contract/home';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../platform/http/http.ts';
import { homeFigures } from './queries.ts';

export const homeRoutes: readonly Served[] = [read(getHome, async (work) => done(await homeFigures(work)))];
