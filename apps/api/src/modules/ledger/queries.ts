/**
 * Verifies the hash chain of all clients in the database: lists entries whose hash does not match their text or that do not
 * follow the previous entry. An empty result means that no entry was edited, removed or inserted. Columns: client_id,
 * entry_number.
 */
export const brokenChainSql = `
  with line_texts as (
    select client_id, entry_number,
      string_agg(concat_ws('|', line_number, account, document_id, debit, credit), E'\\n' order by line_number) as lines
    from ledger_lines group by client_id, entry_number
  ), chained as (
    select entry.*, lines,
      lag(hash) over by_client as hash_before,
      row_number() over by_client as expected_number
    from ledger_entries entry left join line_texts using (client_id, entry_number)
    window by_client as (partition by entry.client_id order by entry_number)
  )
  select client_id, entry_number from chained
  where entry_number <> expected_number
    or previous_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
    or hash <> sha256(convert_to(concat_ws(E'\\n',
      encode(previous_hash, 'hex'),
      concat_ws('|', client_id, entry_number, event, coalesce(sale_id, collection_id), currency, booked_on,
        to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      lines
    ), 'UTF8'))`;
