-- A receipt that was kept as unidentified may be a payment of the lender that came back: BANCOS has it once.
-- small table: lender_entries
-- small table: unidentified_payments
alter table unidentified_payments
  drop constraint unidentified_payments_state_check,
  add constraint unidentified_payments_state_check check (state in ('waiting', 'identified', 'sent-back', 'returned', 'refund'));
alter table lender_entries
  drop constraint lender_entries_event,
  add constraint lender_entries_event check (
    (event, case when reverses is null then debit else credit end, case when reverses is null then credit else debit end) in (
      ('unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR'),
      ('identification', 'COBROS_POR_IDENTIFICAR', 'ENTRE_DIARIOS'),
      ('send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR'),
      ('return', 'POR_DEPOSITAR', 'BANCOS'),
      ('refund', 'COBROS_POR_IDENTIFICAR', 'BANCOS'),
      ('wrong-account', 'DEUDORES', 'BANCOS'),
      ('wrong-account-recovery', 'BANCOS', 'DEUDORES'),
      ('bank-fee', 'GASTOS_BANCARIOS', 'BANCOS'),
      ('bank-fee-iva', 'IVA_ACREDITABLE', 'BANCOS')
    ));

-- A received transfer that two people have recorded as such money is found to be it.
grant update (refund_of) on received_transfers to anticipa_worker;
