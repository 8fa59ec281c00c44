/** Services of the lender that can answer calls of the contract instead of our own modules. */
export const lenderServices = ['base-app', 'risk', 'credits', 'dispersions'] as const;
export type LenderService = (typeof lenderServices)[number];

/** A call of the contract, of a client's user. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Has its parameters filled in. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: unknown;
  readonly client: { readonly clientId: string; readonly rfc: string; readonly userId: string };
  /** The caller's idempotency key, which a repeated call has again. */
  readonly key: string;
}

/** `isUnknown`: the service may have carried the call out. */
export type ServiceAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unavailable'; readonly isUnknown: boolean };

export interface LenderServicesPort {
  /** Whether the service is configured; otherwise our own modules answer. */
  has(service: LenderService): boolean;
  /** Asks a configured service. Never throws and never exceeds its deadline. */
  ask(service: LenderService, call: ServiceCall): Promise<ServiceAnswer>;
}
