-- A CFDI that waits for its stamp gets another date, and the exchange rate of that day, before the 72 hours of its date are over.
grant update (emitted_at, exchange_rate) on interest_invoices to anticipa_operator, anticipa_worker;
grant update (emitted_at) on payment_complements to anticipa_worker;
