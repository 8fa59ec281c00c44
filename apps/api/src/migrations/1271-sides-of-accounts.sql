-- The debt of an invoice, and the amounts that the lender holds back of it or has to deposit for it, never fall below zero. At the commit, because a reversal passes
-- through the other side within its transaction. Only lines that reduce such a balance are looked at, which the accrual of a night has none of.
create function refuse_other_side() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  debit_side boolean := new.account in ('CARTERA', 'RECOMPRA');
begin
  if (
    select sum(case when debit_side then debit - credit else credit - debit end) from ledger_lines
    where client_id = new.client_id and document_id = new.document_id and account = new.account
  ) < 0 then
    raise exception '% of invoice % falls below zero', new.account, new.document_id
      using errcode = 'check_violation', constraint = 'ledger_lines_side';
  end if;
  return null;
end
$$;
create constraint trigger ledger_lines_side after insert on ledger_lines deferrable initially deferred for each row
  when ((new.account in ('CARTERA', 'RECOMPRA') and new.credit > 0) or (new.account in ('AFORO_POR_DEVOLVER', 'POR_DEPOSITAR') and new.debit > 0))
  execute function refuse_other_side();
