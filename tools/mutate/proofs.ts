/**
 * The test that proves each limit in time at both sides, by the file of the limit: a test file, and a part of the test's title if
 * the file is slow. `null` where no rule gives the length: a wait of the machine, such as the patience of an outside call, a span
 * that only has to be long enough, or a default that a person changes.
 */
export const proofs: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'apps/api/src/gateways/conservation/mifiel.ts': { DEADLINE_MS: null },
  'apps/api/src/gateways/domain-records/dns.ts': { DEADLINE_MS: null },
  'apps/api/src/gateways/exchange-rates/banxico.ts': { DEADLINE_MS: null },
  'apps/api/src/gateways/invoice-sync/efirma.ts': {
    LASTING_MS: 'gateways/invoice-sync/refusals: has lasted for six hours',
  },
  'apps/api/src/gateways/invoice-sync/mass-download-calls.ts': {
    DEADLINE_MS: null,
    MAX_SKEW_MS: 'gateways/invoice-sync/refusals: is not blamed for our own clock',
    TOKEN_MS: 'gateways/invoice-sync/mass-download: is signed anew with each token',
  },
  'apps/api/src/gateways/invoice-sync/mass-download-envelopes.ts': {
    LIFE_MS: null,
  },
  'apps/api/src/gateways/invoice-sync/mass-download.ts': { POLL_MS: null },
  'apps/api/src/gateways/invoice-sync/syntage.ts': { DEADLINE_MS: null, POLL_MS: null },
  'apps/api/src/gateways/invoicing/provider-call.ts': { DEADLINE_MS: null },
  'apps/api/src/gateways/invoicing/sw.ts': {
    TOKEN_MS: null,
  },
  'apps/api/src/gateways/lender-services/http.ts': { DEADLINE_MS: null },
  'apps/api/src/gateways/mail/smtp.ts': { DEADLINE_MS: null, PROBE_MS: null },
  'apps/api/src/gateways/payment-proofs/banxico.ts': { DEADLINE_MS: null },
  'apps/api/src/gateways/payouts/stp.ts': { DEADLINE_MS: null, PAGE_EVERY_MS: null },
  'apps/api/src/gateways/storage/embedded.ts': {
    LEFT_MS: 'gateways/storage/embedded: removes leftovers of a killed process',
    FREE_MS: null,
  },
  'apps/api/src/gateways/storage/s3.ts': {
    DEADLINE_MS: null,
    YOUNG_MS: 'gateways/storage/s3: removes files, but not one',
  },
  'apps/api/src/gateways/webhooks/http.ts': { DEADLINE_MS: null },
  'apps/api/src/modules/sales/sell/prepared.ts': {
    KEPT_DAYS: 'modules/sales/sell/prepared: leaves its row after a while',
  },
  'apps/api/src/gateways/tax-status/http.ts': { DEADLINE_MS: null, SALE_DEADLINE_MS: null },
  'apps/api/src/gateways/taxpayer-list/http.ts': { DEADLINE_MS: null },
  'apps/api/src/gateways/push/web-push.ts': { DEADLINE_MS: null, TOKEN_MS: null, KEPT_SECONDS: null },
  'apps/api/src/gateways/whatsapp/meta.ts': { DEADLINE_MS: null },
  'apps/api/src/modules/conservation/change.ts': {
    CLAIM_MS: null,
    LONGEST_PAUSE_MS: 'modules/conservation/kills: is tried again after six hours at the latest',
  },
  'apps/api/src/modules/credit/queries.ts': {
    HOLIDAY_HORIZON_DAYS: null,
  },
  'apps/api/src/modules/estimate/queries.ts': { EARLY_MS: 'modules/estimate/estimate: on its last day' },
  'apps/api/src/modules/events/commands.ts': { HEARTBEAT_MS: null, RETRY_MS: null },
  'apps/api/src/modules/files/signed-address.ts': {
    LIFE_MS: 'modules/files/hostile-files: is refused with any part changed, after 15 minutes',
  },
  'apps/api/src/modules/health/commits.ts': { COMMIT_MS: null },
  'apps/api/src/modules/interest/cancellation-queries.ts': {
    SHOWN_AFTER_MS: 'modules/interest/cancel: it is recent for 72 hours',
  },
  'apps/api/src/modules/interest/cancellations.ts': {
    LOST_AFTER_MS: 'modules/interest/cancel: a request is sent again if the tax authority',
  },
  'apps/api/src/modules/invoices/portal/routes.ts': {
    REJECTED_DAYS: 'modules/invoices/portal/open-list: rejected in the last seven days',
  },
  'apps/api/src/modules/invoices/recheck/jobs.ts': {
    PAGE_DEADLINE_MS: null,
    NIGHT_MS: 'modules/invoices/recheck/recheck-sold: is checked once a night',
  },
  'apps/api/src/modules/invoices/related-queries.ts': { LATEST_DAYS: 'modules/invoices/enter/related: an invoice and' },
  'apps/api/src/modules/log/audit.ts': { SAME_READING_MS: 'modules/log/log: notes who reads a client' },
  'apps/api/src/modules/outbox/commands.ts': {
    GIVE_UP_MS: 'modules/outbox/outage: gives up a message after three days',
    YOUNG_MS: null,
  },
  'apps/api/src/modules/outbox/queries.ts': { CLAIM_MS: null },
  'apps/api/src/modules/portfolio-reports/sources.ts': {
    ROLLING_MONTHS: 'modules/ledger/books: the dilution looks back three months',
    YEAR_MONTHS: 'modules/ledger/books: the dilution looks back three months',
  },
  'apps/api/src/modules/received-transfers/poll.ts': {
    NIGHTLY_DAYS: 'modules/received-transfers/received-transfers: is found in one of five nights if its call was lost',
    POLL_EVERY_MS: 'modules/received-transfers/received-transfers: the bank is asked once a minute',
    CALL_WAITS_MS: 'modules/received-transfers/received-transfers: the bank is asked once a minute',
  },
  'apps/api/src/modules/recovery/policy.ts': {
    ASKED_RECENTLY_MS: 'modules/recovery/recovery: sends at most three in 15 minutes',
    ASKED_TODAY_MS: 'modules/recovery/recovery: never use up the mails of a user',
  },
  'apps/api/src/modules/sales/desk/decision-queries.ts': {
    RECORD_MONTHS: 'modules/sales/desk/receiver-record: the lender sees a receiver',
  },
  'apps/api/src/modules/sales/desk/evidence-queries.ts': {
    RECORD_MONTHS: 'modules/sales/desk/receiver-record: the lender sees a receiver',
  },
  'apps/api/src/modules/sales/sell/summarise.ts': {
    PAUSE_MS: 'modules/sales/mail/summary: one per sale and person in ten minutes',
  },
  'apps/api/src/modules/sales/desk/viewers.ts': {
    GONE_MS: 'modules/sales/desk/inbox: names the other operators who have read',
  },
  'apps/api/src/modules/notices/jobs.ts': { KEPT_MS: 'modules/notices/notices: end after a year', HEARD_MS: null },
  'apps/api/src/modules/notices/push.ts': { PATIENCE_MS: 'modules/notices/push: for a quarter of an hour' },
  'apps/api/src/modules/notices/whatsapp.ts': {
    CODE_MS: 'modules/notices/whatsapp: needs a code that is in time',
    PATIENCE_MS: 'modules/notices/whatsapp: after a quarter of an hour',
    UNSEEN_MS: 'modules/notices/whatsapp: whose answer was lost',
    UNDELIVERED_MS: 'modules/notices/whatsapp: not reported as delivered within the hour',
    STALE_MS: 'modules/notices/whatsapp: of which nothing is heard for three days',
  },
  'apps/api/src/modules/reminders/notices.ts': { LOOK_BACK_DAYS: null },
  'apps/api/src/modules/session/admit-key.ts': {
    TOUCH_MS: 'modules/keys/keys: shows when and from where it was last used',
  },
  'apps/api/src/modules/session/fresh-factor.ts': {
    FRESH_MS: 'modules/sign-in/own-factor: is asked of everybody once an administrator with one says so',
  },
  'apps/api/src/modules/session/gate.ts': {
    IDLE_MS: 'modules/session/session: ends after 30 minutes without activity',
    ABSOLUTE_HOURS: 'modules/session/session: lasts while used, up to 12 hours',
    TOUCH_MS: 'modules/session/own-sessions: lists sessions with device',
  },
  'apps/api/src/modules/session/jobs.ts': {
    DEAD_JOBS_DAYS: 'worker: deletes jobs without attempts left after a month',
  },
  'apps/api/src/modules/session/known-places.ts': {
    KNOWN_DAYS: 'worker: deletes rows past their retention',
  },
  'apps/api/src/modules/sign-in/passkeys.ts': {
    CHALLENGE_MS: 'modules/sign-in/passkeys: signs each challenge once, in five minutes',
  },
  'apps/api/src/modules/sign-in/policy.ts': {
    ATTEMPT_WINDOW_MINUTES: 'modules/sign-in/sign-in-limits: forgets the failures of an account',
    MAX_WAIT_SECONDS: 'modules/sign-in/policy',
  },
  'apps/api/src/modules/sign-in/totp.ts': { STEP_MS: 'modules/sign-in/totp' },
  'apps/api/src/modules/statements/commands.ts': {
    PAUSE_MS: 'modules/statements/statements: once in ten minutes and up to the limit',
  },
  'apps/api/src/modules/surveys/queries.ts': {
    PUT_OFF_MS: 'modules/surveys/surveys: who put it off again after fourteen days',
  },
  'apps/api/src/modules/sync/commands.ts': { PATIENCE_MS: null, PAUSE_MS: null },
  'apps/api/src/modules/sync/efirmas.ts': { UNUSED_MS: 'modules/sync/mass-download: is removed after a day' },
  'apps/api/src/modules/sync/jobs.ts': {
    RECENT_MS: 'modules/sync/sync: the nightly download imports new and cancelled',
    NEWS_MS: null,
  },
  'apps/api/src/modules/sync/runs.ts': {
    READ_BUDGET_MS: null,
    CLAIM_MS: null,
    RETRY_MS: null,
    RATE_LIMIT_MS: 'modules/sync/sync: a download that the tax authority limits',
  },
  'apps/api/src/modules/transfers/advance.ts': {
    LATE_MS: 'modules/transfers/transfers: an order that never appears stays open',
    WATCHED_MS: 'modules/transfers/doubts: an order that came back and is paid after all',
  },
  'apps/api/src/modules/transfers/change.ts': {
    RESEND_MS: 'modules/transfers/transfers: is found, or sent again with the same key',
    FOLLOW_EVERY_MS: 'modules/transfers/forged-calls: have the bank asked once in five seconds',
    ASK_AGAIN_MS: null,
    SEND_AGAIN_MS: null,
  },
  'apps/api/src/modules/transfers/proof.ts': {
    AGAIN_MS: 'modules/transfers/proof: can be asked for again after ten minutes',
    READY_MS: 'modules/transfers/proof: half an hour after the deposit',
  },
  'apps/api/src/modules/transfers/queries.ts': {
    CALLED_MS: null,
  },
  'apps/api/src/modules/views/commands.ts': { VIEW_MS: 'modules/views/views: the portal as a client' },
  'apps/api/src/modules/test-company/company.ts': {
    LIFE_DAYS: 'modules/test-company/test-company: begins anew after 30 days',
    ROBOT_MS: 'modules/test-company/test-company: sells, is paid and reconciles',
  },
  'apps/api/src/modules/webhooks/deliver.ts': { TURN_MS: null },
  'apps/api/src/platform/cfdi/reader.ts': { BUDGET_MS: null, IDLE_MS: null },
  'apps/api/src/platform/config/sandbox-settings.ts': { REMEMBERED_MS: null },
  'apps/api/src/platform/db/apply-migration.ts': { LOCK_WAIT_MS: null, RETRY_MS: null, GIVE_UP_MS: null },
  'apps/api/src/platform/db/embedded/embedded.ts': { START_DEADLINE_MS: null },
  'apps/api/src/platform/db/earlier-sessions.ts': { ASK_EVERY_MS: null, PATIENCE_MS: null },
  'apps/api/src/platform/db/listen.ts': { RETRY_MS: null, BEAT_MS: null, ARRIVAL_MS: null, AGAIN_MS: null },
  'apps/api/src/platform/db/migrate.ts': { LOCK_EVERY_MS: null },
  'apps/api/src/platform/db/pool.ts': { RETRY_WITHIN_MS: null },
  'apps/api/src/platform/db/settings.ts': { ANSWER_MS: null, CONNECT_MS: null, KEEP_ALIVE_MS: null },
  'apps/api/src/platform/db/standby.ts': { SILENCE_MS: null },
  'apps/api/src/platform/db/tenant-share.ts': { WAIT_MS: null },
  'apps/api/src/platform/documents/pdf.ts': { BUDGET_MS: null, IDLE_MS: null },
  'apps/api/src/platform/http/overload.ts': {
    MAX_MEAN_MS: 'platform/http/overload',
    BAD_SECONDS: 'platform/http/overload',
  },
  'apps/api/src/platform/jobs/runner.ts': { PAUSE_MS: null },
  'apps/api/src/platform/load/rate-limit.ts': {
    WINDOW_MS: 'platform/load/rate-limit: limits requests per caller and minute',
    SHARE_MS: null,
  },
  'apps/api/src/platform/observe/error-reports.ts': {
    DEADLINE_MS: null,
    DEFAULT_LIMIT_SECONDS: 'platform/observe/error-reports: is dropped after',
  },
  'apps/api/src/platform/observe/otlp.ts': { DEADLINE_MS: null, EVERY_MS: null },
  'apps/api/src/platform/outside/outside-call.ts': {
    OPEN_MS: 'gateways/tax-status/http',
  },
  'apps/api/src/platform/process/child.ts': { DRAIN_MS: null },
  'apps/api/src/platform/process/idle-memory.ts': { EVERY_MS: null },
  'apps/api/src/platform/process/supervisor.ts': {
    DRAIN_MS: null,
    STEADY_MS: null,
    LONGEST_PAUSE_MS: 'platform/process/supervisor: is away for a second at most',
  },
  'apps/api/src/platform/work/clock.ts': {
    CLOCK_SKEW_MS: 'modules/recovery/policy',
  },
  'apps/api/src/worker.ts': { SILENCE_MS: null },
  'packages/contract/src/calendar.ts': { MAX_CALENDAR_DAYS: 'modules/calendar/calendar: covers at most 400 days' },
  'packages/contract/src/home.ts': {
    DUE_SOON_DAYS: 'modules/home/home: counts invoices overdue with their late charges',
  },
  'packages/domain/src/approval.ts': {
    ACCOUNT_COOLING_MS: 'modules/approvals/approvals: receives no deposit for 24 hours',
  },
  'packages/domain/src/client-state.ts': {
    READING_DAYS: 'modules/closing/closing: signs in once the time for reading is over',
  },
  'packages/domain/src/confirmation.ts': {
    CONFIRMATION_DAYS: 'modules/confirmations/confirmations: or once it expired',
    ASK_AGAIN_HOURS: 'modules/confirmations/confirmations: a new answer needs a new link',
  },
  'packages/domain/src/costs.ts': {
    COST_MONTHS: 'packages/domain/src/costs: the months of a period are twelve at most',
  },
  'packages/domain/src/credit.ts': {
    LINE_END_DAYS: 'modules/overview/overview: lists the lines that end within 30 days',
  },
  'packages/domain/src/extension.ts': {
    MAX_EXTENSION_DAYS: 'packages/domain/src/extension: a due date of 24 April can become',
  },
  'packages/domain/src/invoice-entry.ts': {
    REGISTRATION_HOURS: 'packages/domain/src/invoice-entry: allows exactly 24 hours',
  },
  'packages/domain/src/product.ts': {
    FB_TERM_DAYS: 'packages/domain/src/sale-deadline: the last day for FB',
    MAX_TERM_DAYS: 'packages/domain/src/sale-deadline: the last day for BI',
  },
  'packages/domain/src/received-transfer.ts': {
    DOUBLE_WITHIN_DAYS: 'packages/domain/src/received-transfer',
  },
  'packages/domain/src/reminder.ts': {
    LATEST_DAYS: 'packages/domain/src/reminder: is reminded of on',
  },
  'packages/domain/src/sale.ts': {
    HOLD_MINUTES: 'modules/sales/sell/hold: the sweep restores everything after exactly 30 minutes',
  },
  'packages/domain/src/sync.ts': {
    DEFAULT_HISTORY_DAYS: null,
    OVERLAP_DAYS: 'modules/sync/sync: the nightly download imports new and cancelled',
    MAX_RUN_HOURS: 'modules/sync/sync: a download that never ends is given up',
  },
  'packages/domain/src/transfer-order.ts': {
    MISSING_MS: 'packages/domain/src/transfer-order',
    ASKED_DAYS: 'packages/domain/src/transfer-order',
    LATEST_OPERATION_DAYS: 'packages/domain/src/received-transfer',
  },
  'packages/domain/src/webhook.ts': {
    OLD_SECRET_HOURS: 'modules/webhooks/webhooks: both sign for a day',
    OFF_AFTER_MS: 'modules/webhooks/webhooks: turned off with a mail after five days',
  },
  'packages/domain/src/typed-payment.ts': {
    BACKDATED_DAYS: 'packages/domain/src/typed-payment: needs a second person',
  },
};
