/** The refusals of the calls for programs in English. The Spanish texts are in texts.ts. */
import type { ErrorCode } from '@anticipa/domain/errors';

export const englishErrorTexts: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_REQUEST: 'The request is not valid.',
  NO_SESSION: 'The call has neither a key nor a live session.',
  NOT_ALLOWED: 'The owner of the key may not do this.',
  NOT_FOUND: 'There is no such object.',
  BODY_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The media type of the body is not accepted.',
  TOO_MANY_REQUESTS: 'There were too many requests. Wait as long as the Retry-After header says.',
  DAILY_LIMIT_REACHED: 'The company has reached its limit of today for this call.',
  SERVICE_UNAVAILABLE: 'The service is not available. Try again in a few minutes.',
  UNEXPECTED: 'An unexpected error occurred. Try again.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used for another request.',
  REQUEST_IN_PROGRESS: 'The request with this idempotency key is still being processed.',
  CLIENT_CLOSED: 'The company’s account is closed: it can be read and not changed.',
  KEY_INVALID: 'The key does not exist, has expired or was revoked.',
  KEY_ADDRESS_REFUSED: 'The key cannot be used from this address.',
  KEY_SCOPE_MISSING: 'The key does not have the scope that this call needs.',
};
