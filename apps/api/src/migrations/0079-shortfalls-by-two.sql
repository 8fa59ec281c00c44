-- A shortfall that takes more than a small part of the client's aforo waits for a second person.

alter table proposals drop constraint proposals_kind_check, drop constraint proposals_setting_check;
alter table proposals
  add constraint proposals_kind_check check (kind in (
    'credit-line', 'bank-account', 'account-release', 'fiscal-data', 'operator', 'second-factor', 'receiver-limit',
    'receiver-alias', 'lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate', 'alert', 'payment',
    'shortfall'
  )),
  add constraint proposals_setting_check check ((setting is not null) = (kind in (
    'lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate', 'alert', 'payment', 'shortfall'
  )));
