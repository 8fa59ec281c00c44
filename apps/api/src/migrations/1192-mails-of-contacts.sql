-- no transaction
-- A receiver's page shows what became of the last mail to each of its people.
create index concurrently outbox_of_contacts on outbox ((payload ->> 'contactId'), created_at) where kind = 'receiver-reminder';

-- A receiver gets one mail a day, whatever the number of its suppliers.
create index concurrently reminders_to_receivers on reminders (sent_on) where reader = 'receiver';
