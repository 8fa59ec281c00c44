/** The calls for programs, each on the commands and queries of the portal. */
import { v1GetKey } from '@anticipa/contract/v1/keys';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';

export const v1Routes: readonly Served<Deps>[] = [
  read(v1GetKey, async ({ actor, at }) => {
    const { clientId, rfc, entityName, key } = actor;
    return done({
      company: { id: clientId, tax_id: rfc, name: entityName },
      key: key ? { id: key.keyId, name: key.name, scopes: [...key.scopes] } : null,
      now: at.toISOString(),
    });
  }),
];
