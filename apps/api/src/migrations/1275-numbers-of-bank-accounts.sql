-- small table: own_accounts
-- Each bank account may have a number of its own in the lender's chart, below that of the banks.
alter table own_accounts
  drop constraint own_accounts_account_check,
  add constraint own_accounts_account_check
    check (account ~ '^([A-Z_]{1,40}|BANCOS:(none|[0-9A-Z]{4,34}))$');
