-- The lender reads the proof of a deposit too, and has it fetched.
grant update (proof_tried_at) on transfer_orders to anticipa_operator;
grant select, insert on transfer_proofs to anticipa_operator;
