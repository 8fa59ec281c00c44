import type { SentBodyOf } from '@anticipa/contract/route';
import { clientCredentials, getTaxpayer, validateCredentials } from '@anticipa/contract/sync';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { base64Of } from '../../lib/base64-of.ts';
import { checkSession, useUser } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';

/** Whether the password of the client at the tax authority still works. */
export const taxpayerQuery = (rfc: string) =>
  queryOptions({
    queryKey: ['session', 'taxpayer', rfc],
    queryFn: async ({ signal }) => (await call(getTaxpayer, { params: { rfc }, signal })).data,
  });

interface Credential {
  readonly password: string;
  /** The files of the e.firma, if the client connects with it. */
  readonly efirma?: { readonly certificate: File; readonly privateKey: File };
}

/** Checks the password or the e.firma, which can take half a minute. */
export function useCheckCredential() {
  const { client } = useUser();
  return useMutation({
    mutationFn: async ({ password, efirma }: Credential) => {
      const body = { username: client?.rfc ?? '', password };
      if (efirma === undefined) return call(validateCredentials, { body });
      const [certificate, privateKey] = await Promise.all([base64Of(efirma.certificate), base64Of(efirma.privateKey)]);
      return call(validateCredentials, { body: { ...body, efirma: { certificate, privateKey } } });
    },
    // Keeps no password in the cache.
    gcTime: 0,
  });
}

/** Connects or disconnects the client; the user's own data say which afterwards. */
export const useChangeSync = () =>
  useChange([['session', 'taxpayer']], async (body: SentBodyOf<typeof clientCredentials>) => {
    await call(clientCredentials, { body });
    await checkSession();
  });
