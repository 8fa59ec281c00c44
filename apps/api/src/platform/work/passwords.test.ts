import { expect, it } from 'vitest';
import { createPasswords, hashPassword } from './passwords.ts';

it('hashes with argon2id and the parameters of OWASP by default', async () => {
  const passwords = await createPasswords();
  for (const hash of [await hashPassword('a password'), await passwords.hash('a password')])
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
