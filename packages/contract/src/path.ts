/** A file of its own, without schemas, because the sign-in page loads none. */
import type { Route } from './route.ts';

/** The route's path with its placeholders filled in, encoded. */
export function pathOf({ path }: Pick<Route, 'path'>, params: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
}
