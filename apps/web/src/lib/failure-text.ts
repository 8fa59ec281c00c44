import { ApiRefusal, ServerUnreachable } from './api-client.ts';

/** The text of a call that failed: the server's for a refusal, ours when no answer came. */
export function failureText(error: unknown): string {
  if (error instanceof ApiRefusal) return error.message;
  const what =
    error instanceof ServerUnreachable
      ? 'No hay conexión con el servidor. Revisa tu conexión e intenta de nuevo'
      : 'Ocurrió un error inesperado. Intenta de nuevo';
  return `${what}; lo que escribiste se conserva.`;
}
