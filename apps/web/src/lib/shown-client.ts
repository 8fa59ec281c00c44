import type { IsoDate } from '@anticipa/domain/calendar';
import { createContext, useContext } from 'react';

export interface ShownClient {
  readonly clientId: string;
  /** Current day of the server in Mexico City. */
  readonly today: IsoDate;
}

/** The client whose screens the desk shows, read only; null in the client's own portal. */
export const ShownClientContext = createContext<ShownClient | null>(null);

/** The client that the desk shows; null in the client's own portal. */
export const useShownClient = (): ShownClient | null => useContext(ShownClientContext);
