-- An exchange rate far from the known ones needs a second person.

alter table proposals drop constraint proposals_kind_check, drop constraint proposals_check1;
alter table proposals
  add constraint proposals_kind_check check (kind in (
    'credit-line', 'bank-account', 'account-release', 'operator', 'second-factor', 'receiver-limit', 'receiver-alias',
    'lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate'
  )),
  add constraint proposals_setting_check check ((setting is not null) = (kind in (
    'lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate'
  )));

-- The central bank's rate of a day, beside which the lender's is shown.
create table official_rates (
  rate_date date primary key,
  tipo_cambio numeric(12, 6) not null check (tipo_cambio > 0),
  source text not null,
  fetched_at timestamptz not null
);
grant select, insert on official_rates to anticipa_operator, anticipa_worker;
