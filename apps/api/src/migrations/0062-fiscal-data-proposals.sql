-- A client's tax data change with a second person.

alter table proposals drop constraint proposals_kind_check, drop constraint proposals_check;
alter table proposals
  add constraint proposals_kind_check check (kind in (
    'credit-line', 'bank-account', 'account-release', 'fiscal-data', 'operator', 'second-factor', 'receiver-limit',
    'receiver-alias', 'lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate', 'alert', 'payment'
  )),
  add constraint proposals_subject_check check (
    case
      when kind = 'receiver-limit' then num_nulls(company_id, currency) = 0 and product is null
      when kind = 'receiver-alias' then company_id is not null and num_nulls(client_id, product, currency) = 3
      when kind = 'fiscal-data' then client_id is not null and num_nulls(company_id, product, currency) = 3
      when kind in ('credit-line', 'bank-account', 'account-release')
        then num_nulls(client_id, product, currency) = 0 and company_id is null
      else num_nulls(client_id, company_id, product, currency) = 4
    end
  );
