-- Numbers of our accounts in the lender's own chart, and the form in which its accounting programs keep such numbers.
create table own_accounts (
  account text primary key check (account ~ '^[A-Z_]{1,40}$'),
  number text not null check (number ~ '^[A-Z0-9]+([-.][A-Z0-9]+){0,8}$' and length(number) <= 30)
);
-- Numbers that differ only in what stands between their levels are the same.
create unique index own_accounts_number on own_accounts (translate(number, '-.', ''));

create table account_formats (
  program text primary key check (program in ('contpaqi', 'coi')),
  levels text not null check (levels ~ '^([1-9][0-9]?(-[1-9][0-9]?){0,8})?$'),
  separator text not null check (separator ~ '^[-.]?$')
);

grant select, insert, update on own_accounts, account_formats to anticipa_operator;
