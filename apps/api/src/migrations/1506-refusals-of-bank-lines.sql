-- Why the booking of a movement of the bank was refused: the code of the refusal. Movements that waited before have none.
alter table bank_lines
  add column refusal text,
  add constraint bank_lines_refusal check (refusal is null or coalesce(cause, '') = 'refused') not valid;
grant update (refusal) on bank_lines to anticipa_operator;
