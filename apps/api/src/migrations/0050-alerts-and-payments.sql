-- An alert about money closes by its cause, or with a reason and a second person; so does a typed payment that is not as expected.

alter table proposals drop constraint proposals_kind_check, drop constraint proposals_setting_check;
alter table proposals
  add constraint proposals_kind_check check (kind in (
    'credit-line', 'bank-account', 'account-release', 'operator', 'second-factor', 'receiver-limit', 'receiver-alias',
    'lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate', 'alert', 'payment'
  )),
  add constraint proposals_setting_check check ((setting is not null) = (kind in (
    'lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate', 'alert', 'payment'
  )));

alter table alerts add column closed_cause text check (closed_cause in ('paid', 'identified', 'sent-back', 'ended'));
alter table alerts drop constraint alerts_check;
alter table alerts add constraint alerts_closed_check check (
  case when closed_at is null then num_nulls(closed_by, closed_cause) = 2 else num_nulls(closed_by, closed_cause) = 1 end
);
grant update (closed_cause) on alerts to anticipa_operator;
grant update (closed_at, closed_cause) on alerts to anticipa_worker;
