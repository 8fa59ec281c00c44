alter table bank_lines validate constraint bank_lines_refusal;
