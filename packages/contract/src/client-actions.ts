/** The actions of a client's people: the call in which each ends says who may. Buttons and the search offer no other. */
import { downloadOwnPackage } from './accountant.ts';
import { createApiKey } from './api-keys.ts';
import { findCash } from './cash-need.ts';
import { uploadFile } from './files.ts';
import { changeNoticeChoices } from './notices.ts';
import { prepareSale } from './prepared-sales.ts';
import type { ClientRoute } from './route.ts';
import { setAsPreSell } from './sales.ts';
import { enterCompany } from './session.ts';

import { clientCredentials } from './sync.ts';
import { createUser } from './users.ts';
import { createWebhook } from './webhooks.ts';

const endsIn = (route: ClientRoute, own: { readonly isForAdmins?: true; readonly isOwnAccess?: true } = {}) => ({
  needs: route.right,
  isForAdmins: own.isForAdmins === true,
  /** Refused to a view of an operator, and to the people of a closed client. */
  isWrite: route.method !== 'GET',
  /** The person's own access, which the people of a closed client keep. */
  isOwnAccess: own.isOwnAccess === true,
});

export const clientActions = {
  sell: endsIn(setAsPreSell),
  prepareSale: endsIn(prepareSale),
  upload: endsIn(uploadFile),
  findCash: endsIn(findCash),
  connect: endsIn(clientCredentials),
  package: endsIn(downloadOwnPackage),
  invite: endsIn(createUser, { isForAdmins: true }),
  createKey: endsIn(createApiKey, { isForAdmins: true }),
  createWebhook: endsIn(createWebhook, { isForAdmins: true }),
  chooseNotices: endsIn(changeNoticeChoices),
  switchCompany: endsIn(enterCompany, { isOwnAccess: true }),
} as const;

export type ClientAction = keyof typeof clientActions;

/** In the order of their use. */
export const clientActionNames = [
  'sell',
  'prepareSale',
  'upload',
  'findCash',
  'connect',
  'package',
  'invite',
  'createKey',
  'createWebhook',
  'chooseNotices',
  'switchCompany',
] as const satisfies readonly ClientAction[];
