-- Why an operator refused a proposal; refusals of earlier versions have no reason.
-- small table: refused_proposals
alter table refused_proposals add column reason text check (length(reason) between 5 and 300);
