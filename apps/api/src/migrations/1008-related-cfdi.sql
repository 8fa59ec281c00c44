-- Relations among the CFDI of an issuer, and its credit notes: they decide whether an invoice is still owed.

create table credit_notes (
  client_id uuid not null references clients,
  credit_note_id uuid not null,
  file_id uuid not null,
  uuid text not null check (uuid = upper(uuid)),
  seal_hash bytea not null,
  issuer_rfc text not null,
  serie text,
  folio text,
  currency text not null check (currency in ('MXN', 'USD', 'EUR')),
  total numeric(18, 2) not null check (total >= 0),
  emitted_on date not null,
  -- Cancelled at the tax authority: it reduces nothing any more.
  is_cancelled boolean not null,
  created_at timestamptz not null,
  primary key (client_id, credit_note_id),
  unique (client_id, uuid),
  unique (client_id, seal_hash),
  foreign key (client_id, file_id) references files (client_id, file_id) deferrable initially deferred
);

-- Each relation (c_TipoRelacion) that an invoice or a credit note states; the related CFDI may be unknown so far.
create table cfdi_relations (
  client_id uuid not null references clients,
  uuid text not null check (uuid = upper(uuid)),
  kind text not null check (kind ~ '^\d\d$'),
  related_uuid text not null check (related_uuid = upper(related_uuid)),
  type text not null check (type in ('I', 'E')),
  issuer_rfc text not null,
  primary key (client_id, uuid, kind, related_uuid)
);
create index cfdi_relations_stated on cfdi_relations (uuid);
create index cfdi_relations_by_related on cfdi_relations (related_uuid);

call protect_tenant_table('credit_notes', 'cfdi_relations');
grant select, insert, update (is_cancelled) on credit_notes to anticipa_tenant, anticipa_worker;
grant select, insert on cfdi_relations to anticipa_tenant, anticipa_worker;
grant select on credit_notes, cfdi_relations to anticipa_operator;

-- The tax authority has not said that there is no such invoice, or no longer.
create function is_in_force(motive text) returns boolean language sql immutable parallel safe as $$
  select coalesce(motive not in ('CANCELLED_AT_TAX_AUTHORITY', 'UNKNOWN_AT_TAX_AUTHORITY'), true)
$$;

-- Effect of other CFDI of the same issuer on invoices of one client. Of CFDI that came in for another client only yes or no
-- leaves this function. An invoice that is about to be entered is asked about with its facts.
create function relation_facts(asked_client uuid, asked jsonb) returns table (
  uuid text, is_replaced boolean, replaces_sold boolean, is_applied_elsewhere boolean, credited numeric,
  is_advance_proven boolean, is_credit_unclear boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive this as (
    select * from jsonb_to_recordset(asked) as this(uuid text, issuer text, currency text, face numeric)
    where asked_client = coalesce(current_client_id(), asked_client)
  ), newer as (
    -- Substitutes, and substitutes of substitutes.
    select this.uuid as of_uuid, stated.client_id, stated.uuid, this.issuer
    from this join cfdi_relations stated
      on stated.related_uuid = this.uuid and stated.issuer_rfc = this.issuer and stated.kind = '04' and stated.type = 'I'
    where stated.uuid <> this.uuid
    union
    select newer.of_uuid, stated.client_id, stated.uuid, newer.issuer
    from newer join cfdi_relations stated
      on stated.related_uuid = newer.uuid and stated.issuer_rfc = newer.issuer and stated.kind = '04' and stated.type = 'I'
    where stated.uuid <> newer.of_uuid
  ), older as (
    select this.uuid as of_uuid, stated.related_uuid as uuid, this.issuer
    from this join cfdi_relations stated
      on stated.uuid = this.uuid and stated.issuer_rfc = this.issuer and stated.kind = '04' and stated.type = 'I'
    where stated.related_uuid <> this.uuid
    union
    select older.of_uuid, stated.related_uuid, older.issuer
    from older join cfdi_relations stated
      on stated.uuid = older.uuid and stated.issuer_rfc = older.issuer and stated.kind = '04' and stated.type = 'I'
    where stated.related_uuid <> older.of_uuid
  ), beside as (
    -- Other substitutes of what this one substitutes: together they may be worth no more than that.
    select distinct older.of_uuid, older.uuid as older_uuid, sold.uuid, sold.total
    from older
    join cfdi_relations stated
      on stated.related_uuid = older.uuid and stated.issuer_rfc = older.issuer and stated.kind = '04' and stated.type = 'I'
    join invoices sold on sold.client_id = stated.client_id and sold.uuid = stated.uuid
    where stated.uuid <> older.of_uuid and sold.status in (25, 30, 40)
      and not exists (select from newer where newer.of_uuid = older.of_uuid and newer.uuid = sold.uuid)
      and not exists (select from older up where up.of_uuid = older.of_uuid and up.uuid = sold.uuid)
  ), noted as (
    -- A credit note in force that no other one substitutes; one that two clients have counts as the own one.
    select distinct on (this.uuid, note.uuid) this.uuid as of_uuid, note.client_id = asked_client as is_own, note.total,
      note.currency = this.currency as is_same_currency, stated.kind
    from this
    join cfdi_relations stated
      on stated.related_uuid = this.uuid and stated.issuer_rfc = this.issuer and stated.type = 'E'
    join credit_notes note on note.client_id = stated.client_id and note.uuid = stated.uuid and not note.is_cancelled
    where not exists (
      select from cfdi_relations substitution
      join credit_notes later on later.client_id = substitution.client_id and later.uuid = substitution.uuid
      where substitution.related_uuid = note.uuid and substitution.issuer_rfc = this.issuer
        and substitution.kind = '04' and substitution.type = 'E' and not later.is_cancelled and later.uuid <> note.uuid
    )
    order by this.uuid, note.uuid, note.client_id = asked_client desc, stated.kind desc
  )
  select this.uuid,
    exists (
      select from newer join invoices on invoices.client_id = newer.client_id and invoices.uuid = newer.uuid
      where newer.of_uuid = this.uuid and is_in_force(invoices.motive)
    ),
    exists (
      select from older join invoices on invoices.uuid = older.uuid and invoices.issuer_rfc = older.issuer
      where older.of_uuid = this.uuid and invoices.status in (25, 30, 40)
    ) or exists (
      select from beside where beside.of_uuid = this.uuid
      group by beside.older_uuid
      having sum(beside.total) + this.face > coalesce((
        select max(trunc(invoices.cfdi_total::numeric, 2)) from invoices
        where invoices.uuid = beside.older_uuid and invoices.issuer_rfc = this.issuer
      ), 0)
    ),
    exists (
      select from cfdi_relations stated
      join invoices on invoices.client_id = stated.client_id and invoices.uuid = stated.uuid
      where stated.related_uuid = this.uuid and stated.issuer_rfc = this.issuer and stated.kind = '07' and stated.type = 'I'
        and stated.uuid <> this.uuid and is_in_force(invoices.motive)
    ),
    coalesce((select sum(total) from noted where of_uuid = this.uuid and is_own and is_same_currency), 0),
    exists (select from noted where of_uuid = this.uuid and is_own and is_same_currency and kind = '07'),
    exists (select from noted where of_uuid = this.uuid and not (is_own and is_same_currency))
  from this
$$;

-- relation_facts runs as the owner, to whom the policies apply too.
create policy owner on credit_notes to current_user using (true) with check (true);
create policy owner on cfdi_relations to current_user using (true) with check (true);
revoke execute on function relation_facts from public;
grant execute on function relation_facts to anticipa_tenant, anticipa_operator, anticipa_worker;
