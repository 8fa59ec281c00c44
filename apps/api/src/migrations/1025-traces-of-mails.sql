-- The trace of the call that put a message here, which its delivery continues; none of a call without one.
alter table outbox add column traceparent text;
