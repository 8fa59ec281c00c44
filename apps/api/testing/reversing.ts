interface Reversal {
  readonly currency?: string;
  /** The side of the reversed entry that becomes the debit. */
  readonly debit?: 'debit' | 'credit';
}

/** SQL that appends the reverse of the oldest deposit, and checks it as at commit. */
export const reversingFirstDeposit = ({ currency = 'MXN', debit = 'credit' }: Reversal = {}): string => `
  begin;
  select append_entries(client_id, jsonb_build_array(jsonb_build_object(
    'event', event, 'currency', '${currency}', 'valueDate', value_date, 'saleId', sale_id, 'reverses', entry_number,
    'lines', (
      select jsonb_agg(jsonb_build_object('account', account, 'document', document_id,
        'debit', ${debit}, 'credit', debit + credit - ${debit}) order by line_number)
      from ledger_lines line where (line.client_id, line.entry_number) = (original.client_id, original.entry_number)
    )
  )), value_date, now())
  from (select * from ledger_entries where event = 'disbursement' order by client_id, entry_number limit 1) original;
  set constraints all immediate;
  commit`;
