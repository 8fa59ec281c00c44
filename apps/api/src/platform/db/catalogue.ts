import { createHash } from 'node:crypto';
import { withOwnerClient } from './owner-client.ts';

/** Guarantees of the database beyond its columns, one line each: kind, table or function, definition. */
const PROMISES = `
  select 'constraint' as kind, conrelid::regclass::text as subject, conname || ' ' || pg_get_constraintdef(oid) as promise
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
  union all
  select 'unique index', indrelid::regclass::text, pg_get_indexdef(indexrelid)
    from pg_index join pg_class c on c.oid = indexrelid
    where indisunique and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  union all
  select 'trigger', tgrelid::regclass::text, pg_get_triggerdef(t.oid) || case tgenabled when 'O' then '' else ' ' || tgenabled::text end
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace
  union all
  select 'policy', tablename,
    format('%s %s for %s to %s using %s check %s', policyname, permissive, cmd, roles, qual, with_check)
    from pg_policies where schemaname = 'public'
  union all
  select 'row security', oid::regclass::text, case when relforcerowsecurity then 'forced' else 'enabled' end
    from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace
  union all
  select 'grant', c.oid::regclass::text,
    format('%s to %s', string_agg(privilege_type, ', ' order by privilege_type), grantee::regrole)
    from pg_class c, aclexplode(relacl) acl where c.relnamespace = 'public'::regnamespace and grantee <> relowner
    group by c.oid, grantee
  union all
  select 'column grant', attrelid::regclass::text || '.' || attname,
    format('%s to %s', string_agg(privilege_type, ', ' order by privilege_type), grantee::regrole)
    from pg_attribute join pg_class c on c.oid = attrelid, aclexplode(attacl) acl
    where c.relnamespace = 'public'::regnamespace group by attrelid, attname, grantee
  union all
  select 'function', p.oid::regprocedure::text,
    case when prosecdef then 'security definer ' else '' end || pg_get_functiondef(p.oid)
    from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select 'function grant', p.oid::regprocedure::text,
    string_agg(case when grantee = 0 then 'public' else grantee::regrole::text end, ', ' order by grantee::regrole::text)
    from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    where pronamespace = 'public'::regnamespace and prokind = 'f' and grantee <> proowner
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    group by p.oid`;

const HASHED = 200;

/** A long definition counts by its first line and its hash. */
const inOneLine = (promise: string): string => {
  const line = promise.replaceAll(/\s+/g, ' ');
  if (line.length <= HASHED) return line;
  return `${line.slice(0, HASHED)}… ${createHash('sha256').update(promise).digest('hex').slice(0, 16)}`;
};

/**
 * Constraints, unique indexes, triggers, policies, grants and functions of the public schema, sorted, one per line. A review
 * of a migration sees which guarantees it drops.
 */
export async function describeCatalogue(ownerUrl: string): Promise<string> {
  const { rows } = await withOwnerClient(ownerUrl, (client) =>
    client.query<{ kind: string; subject: string; promise: string }>(PROMISES),
  );
  const lines = rows.map(({ kind, subject, promise }) => `${subject} | ${kind} | ${inOneLine(promise)}\n`);
  return lines.sort().join('');
}
