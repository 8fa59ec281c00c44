import { readFileSync } from 'node:fs';
import { type Login, loginUrl } from './roles.ts';

/** A password that may be replaced while the program runs, in the file with its setting. */
export interface SignInFile {
  /** The same address with the password of the moment. */
  urlOf(url: string): string;
  /** Reads the file again: the server has refused the password. */
  renew(): void;
}

export const signInFile = (path: string, login: Login): SignInFile => {
  const read = (): string => new URL(loginUrl(readFileSync(path, 'utf8'), login)).password;
  let password = read();
  return {
    urlOf: (url) => Object.assign(new URL(url), { password }).href,
    renew: () => {
      try {
        password = read();
      } catch {
        // The file is being replaced; the next refusal reads it again.
      }
    },
  };
};
