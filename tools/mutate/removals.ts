/** A change of a copy of the repository after which at least one of the named tests must fail. */
export interface Removal {
  /** The behaviour that it removes. */
  readonly name: string;
  readonly file: string;
  /** Exact text that occurs once in the file. */
  readonly text: string;
  /** The replacement. Defaults to nothing. */
  readonly by?: string;
  /** The vitest files of which one must fail: one part of their paths, or each path. */
  readonly tests: string | readonly string[];
}

export const removals: readonly Removal[] = [
  {
    name: 'a route for operators is closed to clients',
    file: 'apps/api/src/modules/session/gate.ts',
    text: "  if (route.audience !== 'session' && route.audience !== session.actor.kind) return refuse('NOT_ALLOWED');\n",
    tests: 'apps/api/src/authorization-matrix',
  },
  {
    name: 'the list of all e-mails is for operators',
    file: 'packages/contract/src/outbox.ts',
    text: "roles: ['soporte', 'administrador', 'auditor'],",
    by: "audience: 'session',",
    tests: 'apps/api/src/authorization-matrix',
  },
  {
    name: 'nothing but signing out is possible before the password is changed',
    file: 'apps/api/src/modules/session/gate.ts',
    text: "  if (session.mustChangePassword && route.path !== logout.path) return refuse('MUST_CHANGE_PASSWORD');\n",
    tests: 'apps/api/src/modules/session/session.test',
  },
  {
    name: 'a session without activity ends',
    file: 'apps/api/src/modules/session/gate.ts',
    text: '  if (row.last_used_at <= after || row.last_used_at >= before) return null;\n',
    tests: 'apps/api/src/modules/session/session.test',
  },
  {
    name: 'a person without administrator rights sees only themselves',
    file: 'apps/api/src/modules/users/manage/routes.ts',
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
    file: 'apps/api/src/modules/users/manage/commands.ts',
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
    file: 'apps/api/src/modules/sign-in/policy.ts',
    text: '  if (failed.ofAccount >= MAX_OF_ACCOUNT && !failed.isKnownAddress && !failed.isKnownDevice) return false;\n',
    tests: 'apps/api/src/modules/session/policy.test',
  },
  {
    name: 'an address can try a list of accounts only so often',
    file: 'apps/api/src/modules/sign-in/policy.ts',
    text: '  if (failed.fromAddress >= MAX_FROM_ADDRESS && !failed.isKnownDevice) return false;\n',
    tests: 'apps/api/src/modules/session/policy.test',
  },
  {
    name: 'a user with a valid link gets ten recovery mails a day at most',
    file: 'apps/api/src/modules/recovery/policy.ts',
    text: ' && (today < 10 || inKeyLife === 0)',
    tests: 'apps/api/src/modules/recovery/policy.test',
  },
  {
    name: 'an idempotency key belongs to the sale it was sent for',
    file: 'apps/api/src/platform/http/http.ts',
    text: 'JSON.stringify(request.params)',
    by: "''",
    tests: 'apps/api/src/modules/sales/desk/answer.test',
  },
  {
    name: 'the settled table scrolls beyond 650 px',
    file: 'apps/web/src/features/settled/settled-screen.tsx',
    text: 'TABLE_HEIGHT = 650',
    by: 'TABLE_HEIGHT = 200',
    tests: 'apps/web/src/features/settled/settled-screen.browser',
  },
  {
    name: 'a month without settled invoices says what appears there',
    file: 'apps/web/src/features/settled/settled-screen.tsx',
    text: 'es.empty(month === monthOf(today))',
    by: "''",
    tests: 'apps/web/src/features/settled/settled-screen.browser',
  },
  {
    name: 'the help button appears 4 s after loading',
    file: 'apps/web/src/features/help/help-button.tsx',
    text: 'APPEARS_AFTER_MS = 4_000',
    by: 'APPEARS_AFTER_MS = 0',
    tests: 'apps/web/src/features/help/help-button.browser',
  },
  {
    name: 'a test environment has a banner',
    file: 'apps/web/src/app/test-banner.tsx',
    text: 'displayed ? <StatusBar icon="alert">{es.testBanner}</StatusBar> : null',
    by: 'displayed ? null : null',
    tests: 'apps/web/src/app/test-banner.browser',
  },
  {
    name: 'a sale ends in confetti',
    file: 'apps/web/src/features/sales/done-step.tsx',
    text: '      <Confetti />\n',
    tests: 'apps/web/src/features/sales/done-step.browser',
  },
  {
    name: 'the confetti lasts ten seconds',
    file: 'apps/web/src/features/sales/done-step.tsx',
    text: 'CONFETTI_MS = 10_000',
    by: 'CONFETTI_MS = 1_000',
    tests: 'apps/web/src/features/sales/done-step.browser',
  },
  {
    name: "'Vender' pulses without a selection",
    file: 'apps/web/src/features/sales/components/list-toolbar.tsx',
    text: ' className={css.pulse}',
    tests: 'apps/web/src/features/sales/tiles-screen.browser',
  },
  {
    name: "'Vender' pulses beside a selection",
    file: 'apps/web/src/features/sales/components/selection-bar.tsx',
    text: ' className={css.pulse}',
    tests: 'apps/web/src/features/sales/tiles-screen.browser',
  },
  {
    name: 'home selects everything at once',
    file: 'apps/web/src/features/sales/components/list-toolbar.tsx',
    text: '{selectable.length > 0 ? (',
    by: '{false ? (',
    tests: 'apps/web/src/features/sales/tiles-screen.browser',
  },
  {
    name: 'home shows the last synchronisation',
    file: 'apps/web/src/features/sales/components/list-toolbar.tsx',
    text: '{user.SATlastSync ? (',
    by: '{false ? (',
    tests: 'apps/web/src/features/sales/tiles-screen.browser',
  },
  {
    name: 'no invoices of their own: what to upload',
    file: 'apps/web/src/features/sales/tiles-screen.tsx',
    text: '{es.tiles.empty}',
    tests: 'apps/web/src/features/sales/tiles-screen.browser',
  },
  {
    name: 'no preapproved invoices: where they come from',
    file: 'apps/web/src/features/sales/tiles-screen.tsx',
    text: '{es.tiles.emptyPreapproved}',
    tests: 'apps/web/src/features/sales/tiles-screen.browser',
  },
  {
    name: 'no product: whom to write to',
    file: 'apps/web/src/features/sales/tiles-screen.tsx',
    text: '{es.tiles.noAccess}',
    tests: 'apps/web/src/features/sales/tiles-screen.browser',
  },
  {
    name: 'blocked uploading is explained',
    file: 'apps/web/src/app/home-page.tsx',
    text: 'active ? null : es.uploadBlocked',
    by: 'null',
    tests: 'apps/web/src/app/home-page.browser',
  },
  {
    name: 'a survey that could not be saved says so',
    file: 'apps/web/src/features/surveys/survey-dialog.tsx',
    text: '<Notice tone="bad">{es.failed}</Notice>',
    tests: 'apps/web/src/features/surveys/survey-dialog.browser',
  },
  {
    name: 'the credit card shows the exchange rate',
    file: 'apps/web/src/features/credit/credit-panels.tsx',
    text: "{es.rate(formatExchangeRate(data.tipoCambio))}{' '}",
    tests: 'apps/web/src/features/credit/credit-panels.browser',
  },
  {
    name: 'the credit card shows the other currency',
    file: 'apps/web/src/features/credit/credit-panels.tsx',
    text: '{es.equivalent(formatMoney(equivalent))}',
    tests: 'apps/web/src/features/credit/credit-panels.browser',
  },
  {
    name: 'each tax regime has its avatar',
    file: 'apps/web/src/features/users/components/avatar.tsx',
    text: '{drawings[regime]}',
    by: '{drawings.PF}',
    tests: 'apps/web/src/features/users/components/company-card.browser',
  },
  {
    name: 'the company card shows the tax id',
    file: 'apps/web/src/features/users/components/company-card.tsx',
    text: '<dd>{rfc}</dd>',
    by: '<dd />',
    tests: 'apps/web/src/features/users/components/company-card.browser',
  },
  {
    name: 'Esc does not leave the terms',
    file: 'apps/web/src/features/sales/sale-screen.tsx',
    text: "closable={flow.step !== 'terms' && !busy}",
    by: 'closable={!busy}',
    tests: 'apps/web/src/features/sales/sale-screen.browser',
  },
  {
    name: 'declining the terms or closing the sale gives the hold back',
    file: 'apps/web/src/features/sales/use-sale-flow.ts',
    text: '  useEffect(() => () => leaveSale(open.current, queries), [queries]);\n',
    tests: 'apps/web/src/features/sales/sale-screen.browser',
  },
  {
    name: 'closing the window gives the hold back',
    file: 'apps/web/src/features/sales/use-open-sales.ts',
    text: '    if (sale && sale.numbers.length > 0 && !sale.accepted) giveBackLeaving(sale.numbers);\n',
    tests: 'apps/web/src/features/sales/sale-screen.browser',
  },
  {
    name: 'giving back outlives the closed window',
    file: 'apps/web/src/lib/api-client.ts',
    text: 'input.keepalive || input.leaving',
    by: 'input.keepalive',
    tests: 'apps/web/src/features/sales/sale-screen.browser',
  },
  {
    name: 'a sale left by a reload is settled by the next page',
    file: 'apps/web/src/features/sales/tiles-screen.tsx',
    text: 'useLeftSales()',
    by: '([] as readonly string[])',
    tests: 'apps/web/src/features/sales/sale-screen.browser',
  },
  {
    name: 'the status tables are filtered by currency',
    file: 'apps/web/src/features/status/components/status-table.tsx',
    text: 'inCurrency(listed, moneda)',
    by: 'listed',
    tests: 'apps/web/src/app/home-status.browser',
  },
  {
    name: 'the status tables are searched',
    file: 'apps/web/src/features/status/components/status-table.tsx',
    text: '        search={search}\n',
    tests: 'apps/web/src/app/home-status.browser',
  },
  {
    name: 'an empty status table says which it is',
    file: 'apps/web/src/features/status/components/status-table.tsx',
    text: '{es.table.empty(status.label, product.name)}',
    tests: 'apps/web/src/app/home-status.browser',
  },
  {
    name: 'an empty dashboard says what will appear',
    file: 'apps/web/src/features/status/status-dashboard.tsx',
    text: '{es.empty(shown.name)}',
    tests: 'apps/web/src/app/home-status.browser',
  },
];
