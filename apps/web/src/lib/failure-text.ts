import { ApiRefusal, ServerUnreachable } from './api-client.ts';

/** The text of a failed call: the server's for a refusal, ours if there was no answer. */
export function failureText(error: unknown): string {
  if (error instanceof ApiRefusal) return error.message;
  const what =
    error instanceof ServerUnreachable
      ? 'No hay conexión con el servidor. Revisa tu conexión e intenta de nuevo'
      : 'Ocurrió un error inesperado. Intenta de nuevo';
  return `${what}; lo que escribiste se conserva.`;
}
