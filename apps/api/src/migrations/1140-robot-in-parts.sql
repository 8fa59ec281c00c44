-- Operators of the demo take over paying and collecting too, each by itself.
-- small table: demo_robot
alter table demo_robot
  add column pays boolean not null default true,
  add column collects boolean not null default true;

grant update (pays, collects) on demo_robot to anticipa_operator;
