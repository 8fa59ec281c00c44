-- An upload is one transaction whose outcome (new, known already) is decided by inserting the invoice; its file's row is
-- written after that, because a repeated upload keeps its file as a failed one.
alter table invoices alter constraint invoices_client_id_file_id_fkey deferrable initially deferred;
