import { ApiRefusal, ServerUnreachable } from './api-client.ts';

/** What the server objects to, by the path of the field in the body; empty unless it refused. */
export const failuresByField = (error: unknown): Readonly<Partial<Record<string, string>>> =>
  error instanceof ApiRefusal ? Object.fromEntries(error.details.map(({ path, message }) => [path, message])) : {};

/** The text of a failed call: the server's for a refusal, ours if there was no answer. */
export function failureText(error: unknown): string {
  if (error instanceof ApiRefusal) return error.message;
  const what =
    error instanceof ServerUnreachable
      ? 'No hay conexión con el servidor. Revisa tu conexión e intenta de nuevo'
      : 'Ocurrió un error inesperado. Intenta de nuevo';
  return `${what}; lo que escribiste se conserva.`;
}
