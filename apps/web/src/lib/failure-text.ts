import { ApiRefusal, ServerUnreachable } from './api-client.ts';

/** The server's objections by the name of the field, wherever the body has it; empty unless it refused. */
export const failuresByField = (error: unknown): Readonly<Partial<Record<string, string>>> =>
  error instanceof ApiRefusal
    ? Object.fromEntries(error.details.map(({ path, message }) => [path.split('.').at(-1), message || error.message]))
    : {};

const unanswered = (error: unknown): string =>
  error instanceof ServerUnreachable
    ? 'No hay conexión con el servidor. Revisa tu conexión e intenta de nuevo'
    : 'Ocurrió un error inesperado. Intenta de nuevo';

/** Why a reading failed: the server's text for a refusal, ours if there was no answer. */
export const causeText = (error: unknown): string =>
  error instanceof ApiRefusal ? error.message : `${unanswered(error)}.`;

/** The same for a form, which keeps what was typed. */
export const failureText = (error: unknown): string =>
  error instanceof ApiRefusal ? error.message : `${unanswered(error)}; lo que escribiste se conserva.`;
