-- The unique index of 1154 takes the place of the primary key.
alter table transfer_proofs
  drop constraint transfer_proofs_pkey,
  add constraint transfer_proofs_pkey primary key using index transfer_proofs_by_order;
alter table transfer_proofs alter column client_id drop not null;
