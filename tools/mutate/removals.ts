/** A piece of behaviour that is taken out of a copy of the repository; the tests named here have to fail without it. */
export interface Removal {
  /** The behaviour, as a reader would miss it. */
  readonly name: string;
  readonly file: string;
  /** Exact text that occurs once in the file. */
  readonly text: string;
  /** Takes its place. Defaults to nothing. */
  readonly by?: string;
  /** Part of the path of the vitest files that have to notice. */
  readonly tests: string;
}

export const removals: readonly Removal[] = [
  {
    name: 'a route for operators is closed to clients',
    file: 'apps/api/src/lib/session/gate.ts',
    text: "  if (route.audience !== 'session' && route.audience !== session.actor.kind) return refuse('NOT_ALLOWED');\n",
    tests: 'apps/api/src/authorization-matrix',
  },
  {
    name: 'the list of all e-mails is for operators',
    file: 'packages/contract/src/outbox.ts',
    text: "audience: 'operator'",
    by: "audience: 'session'",
    tests: 'apps/api/src/authorization-matrix',
  },
  {
    name: 'nothing but signing out is possible before the password is changed',
    file: 'apps/api/src/lib/session/gate.ts',
    text: "  if (session.mustChangePassword && route.path !== logout.path) return refuse('MUST_CHANGE_PASSWORD');\n",
    tests: 'apps/api/src/modules/session/session.test',
  },
  {
    name: 'a session without activity ends',
    file: 'apps/api/src/lib/session/gate.ts',
    text: '  if (now.getTime() - row.last_used_at.getTime() >= IDLE_MINUTES * 60_000) return null;\n',
    tests: 'apps/api/src/modules/session/session.test',
  },
  {
    name: 'a person without administrator rights sees only themselves',
    file: 'apps/api/src/modules/users/routes.ts',
    text: 'isAdmin ? undefined : userId',
    by: 'isAdmin ? undefined : undefined',
    tests: 'apps/api/src/modules/users/users.test',
  },
  {
    name: 'permissions come from an administrator',
    file: 'apps/api/src/modules/users/policy.ts',
    text: 'active !== undefined || isAdmin !== undefined || syncAllowed !== undefined',
    by: 'false',
    tests: 'apps/api/src/modules/users/users.test',
  },
  {
    name: 'rights are looked at again in the transaction that relies on them',
    file: 'apps/api/src/modules/users/commands.ts',
    text: "    if (hasGrants(body) && rights?.isAdmin !== true) return refuse('NOT_ALLOWED');\n",
    tests: 'apps/api/src/modules/users/last-administrator.test',
  },
  {
    name: 'payment references are those of the client, also without row-level security',
    file: 'apps/api/src/modules/references/queries.ts',
    text: "\n    .where('payment_references.client_id', '=', tenant);",
    by: ';',
    tests: 'apps/api/src/authorization-matrix',
  },
  {
    name: 'people are those of the client, also without row-level security',
    file: 'apps/api/src/modules/users/queries.ts',
    text: "\n    .where('client_id', '=', tenant);\ntype PersonRow",
    by: ';\ntype PersonRow',
    tests: 'apps/api/src/authorization-matrix',
  },
  {
    name: 'an account can be tried from everywhere only so often',
    file: 'apps/api/src/modules/session/policy.ts',
    text: '  if (failed.ofAccount >= MAX_OF_ACCOUNT && !failed.isKnownAddress) return false;\n',
    tests: 'apps/api/src/modules/session/policy.test',
  },
  {
    name: 'an address can try a list of accounts only so often',
    file: 'apps/api/src/modules/session/policy.ts',
    text: '  if (failed.fromAddress >= MAX_FROM_ADDRESS) return false;\n',
    tests: 'apps/api/src/modules/session/policy.test',
  },
  {
    name: 'a person gets ten recovery mails a day at most',
    file: 'apps/api/src/modules/recovery/policy.ts',
    text: ' && asked.today < 10',
    tests: 'apps/api/src/modules/recovery/policy.test',
  },
  {
    name: 'an idempotency key belongs to the sale it was sent for',
    file: 'apps/api/src/lib/http/http.ts',
    text: 'JSON.stringify(request.params)',
    by: "''",
    tests: 'apps/api/src/modules/sales/answer.test',
  },
];
