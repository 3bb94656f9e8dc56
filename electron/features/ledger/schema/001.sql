-- The ledger, version 1. docs/formats/ledger.md explains it. Runs once, in one transaction, as the role that will own the ledger.
--
-- Names are looked up now, or with a fixed search path: a user who may create functions anywhere could otherwise replace those that
-- decide who sees what, or have an auditor call them.
set local search_path = pg_catalog, pg_temp;

create schema throughline;

create function throughline.version() returns int language sql immutable
return 1;

create table throughline.migrations (
  version int primary key,
  installed_at timestamptz not null default now(),
  installed_by text not null default session_user
);

-- Who belongs to which team. A lead sees the records of the team.
create table throughline.members (
  user_name text not null,
  team text not null,
  is_lead boolean not null default false,
  primary key (user_name, team)
);

-- One for each data folder of a user: the end of its chain.
create table throughline.devices (
  device text primary key,
  user_name text not null,
  seq bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);

-- Content in its scope is neither emptied nor dropped. Null: any.
create table throughline.holds (
  id bigint generated always as identity primary key,
  user_name text,
  team text,
  conversation text,
  from_at timestamptz not null default '-infinity',
  until_at timestamptz not null default 'infinity',
  reason text not null,
  set_by text not null default session_user,
  set_at timestamptz not null default now(),
  released_at timestamptz
);

-- What retention dropped, so that the gaps in the chains are explained.
create table throughline.dropped (
  table_name text not null,
  month date not null,
  device text not null,
  user_name text not null,
  team text,
  seqs int8multirange not null,
  dropped_at timestamptz not null default now(),
  dropped_by text not null default session_user
);
create index on throughline.dropped (device);

create function throughline.moment(at timestamptz) returns text language sql stable
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The hash of a row, from the hash of the row before it.
create function throughline.linked(prev bytea, canonical text) returns bytea language sql immutable
return sha256(convert_to(encode(prev, 'hex') || chr(10) || canonical, 'UTF8'));

-- Punctuation separates words, so that part of a path or a command is found; characters of languages without spaces are words of
-- their own, and searched for as phrases.
create function throughline.search_text(body text) returns text language sql immutable
return regexp_replace(
    regexp_replace(left(body, 100000), '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e]+', ' ', 'g'),
    '([\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff])', ' \1 ', 'g');

create function throughline.search_query(words text) returns tsquery language sql immutable set search_path = pg_catalog, pg_temp as $$
  select string_agg(q::text, ' & ')::tsquery from (
    select phraseto_tsquery('simple'::regconfig, throughline.search_text(word)) q
    from regexp_split_to_table(btrim(words), '\s+') word
  ) each where numnode(q) > 0
$$;

create function throughline.led_teams() returns text[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(team), '{}') from throughline.members where user_name = session_user and is_lead
$$;

create function throughline.is_auditor() returns boolean language sql stable
return pg_has_role(session_user, 'throughline_auditor', 'usage');

create function throughline.is_held(p_user text, p_team text, p_conversation text, p_at timestamptz) returns boolean
language sql stable as $$
  select exists (
    select from throughline.holds h where h.released_at is null
      and (h.user_name is null or h.user_name = p_user)
      and (h.team is null or h.team = p_team)
      and (h.conversation is null or h.conversation = p_conversation)
      and p_at >= h.from_at and p_at < h.until_at
  )
$$;

do $$ declare name text; begin
  foreach name in array array['throughline_writer', 'throughline_reader', 'throughline_lead', 'throughline_auditor'] loop
    if not exists (select from pg_roles where rolname = name) then execute format('create role %I nologin', name); end if;
  end loop;
end $$;
grant usage on schema throughline to throughline_writer, throughline_reader, throughline_lead, throughline_auditor;
grant throughline_reader to throughline_lead, throughline_auditor;

create table throughline.conversations (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  title text,
  project text,
  folder text,
  host text,
  model text,
  mode text,
  agent_of text,
  salt bytea,
  content_hash bytea not null,
  written_at timestamptz not null default now(),
  primary key (id, at, user_name)
) partition by range (at);

create function throughline.canonical(r throughline.conversations) returns text language sql stable
return jsonb_build_array('conversations', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.project, r.folder, r.host, r.model, r.mode, r.agent_of, encode(r.content_hash, 'hex'))::text;
create function throughline.content_digest(r throughline.conversations) returns bytea language sql immutable
return sha256(r.salt || convert_to(jsonb_build_array(r.title)::text, 'UTF8'));

create table throughline.messages (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  parent text,
  role text,
  kind text,
  model text,
  body text,
  branch text,
  revision text,
  salt bytea,
  content_hash bytea not null,
  written_at timestamptz not null default now(),
  search tsvector generated always as (to_tsvector('simple'::regconfig, throughline.search_text(coalesce(body, '')))) stored,
  primary key (id, at, user_name)
) partition by range (at);
create index on throughline.messages (user_name, at desc);
create index on throughline.messages (at desc);
create index on throughline.messages using gin (search);

create function throughline.canonical(r throughline.messages) returns text language sql stable
return jsonb_build_array('messages', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.parent, r.role, r.kind, r.model, r.branch, r.revision, encode(r.content_hash, 'hex'))::text;
create function throughline.content_digest(r throughline.messages) returns bytea language sql immutable
return sha256(r.salt || convert_to(jsonb_build_array(r.body)::text, 'UTF8'));

create table throughline.calls (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  message text,
  position bigint,
  tool text,
  arguments text,
  command text,
  result text,
  outcome text,
  error text,
  exit_code bigint,
  ms bigint,
  waited_ms bigint,
  result_message text,
  files bigint,
  project text,
  folder text,
  host text,
  salt bytea,
  content_hash bytea not null,
  written_at timestamptz not null default now(),
  search tsvector generated always as (to_tsvector('simple'::regconfig, throughline.search_text(coalesce(arguments, '') || ' ' || coalesce(result, '')))) stored,
  primary key (id, at, user_name)
) partition by range (at);
-- The columns after the date are compared in the index, before a row is read.
create index on throughline.calls (user_name, at desc, tool, outcome);
create index on throughline.calls (team, at desc, tool, outcome);
create index on throughline.calls (tool, at desc, outcome);
create index on throughline.calls (at desc);
create index on throughline.calls (outcome, at desc) where outcome <> 'ok';
create index on throughline.calls (team, outcome, at desc) where outcome <> 'ok';
create index on throughline.calls using gin (search);

create function throughline.canonical(r throughline.calls) returns text language sql stable
return jsonb_build_array('calls', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.message, r.position::text, r.tool, r.outcome, r.error, r.exit_code::text, r.ms::text, r.waited_ms::text, r.result_message, r.files::text, r.project, r.folder, r.host, encode(r.content_hash, 'hex'))::text;
create function throughline.content_digest(r throughline.calls) returns bytea language sql immutable
return sha256(r.salt || convert_to(jsonb_build_array(r.arguments, r.command, r.result)::text, 'UTF8'));

create table throughline.open_calls (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  message text,
  position bigint,
  tool text,
  arguments text,
  command text,
  project text,
  folder text,
  host text,
  salt bytea,
  content_hash bytea not null,
  written_at timestamptz not null default now(),
  primary key (id, at, user_name)
) partition by range (at);
create index on throughline.open_calls (at desc);

create function throughline.canonical(r throughline.open_calls) returns text language sql stable
return jsonb_build_array('open_calls', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.message, r.position::text, r.tool, r.project, r.folder, r.host, encode(r.content_hash, 'hex'))::text;
create function throughline.content_digest(r throughline.open_calls) returns bytea language sql immutable
return sha256(r.salt || convert_to(jsonb_build_array(r.arguments, r.command)::text, 'UTF8'));

create table throughline.approvals (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  message text,
  position bigint,
  tool text,
  command text,
  decision text,
  decided_by text,
  mode text,
  rule text,
  reason text,
  waited_ms bigint,
  project text,
  folder text,
  host text,
  salt bytea,
  content_hash bytea not null,
  written_at timestamptz not null default now(),
  primary key (id, at, user_name)
) partition by range (at);
create index on throughline.approvals (decided_by, at desc);
create index on throughline.approvals (user_name, at desc, decided_by);
create index on throughline.approvals (team, at desc, decided_by);
create index on throughline.approvals (at desc);

create function throughline.canonical(r throughline.approvals) returns text language sql stable
return jsonb_build_array('approvals', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.message, r.position::text, r.tool, r.decision, r.decided_by, r.mode, r.waited_ms::text, r.project, r.folder, r.host, encode(r.content_hash, 'hex'))::text;
create function throughline.content_digest(r throughline.approvals) returns bytea language sql immutable
return sha256(r.salt || convert_to(jsonb_build_array(r.command, r.rule, r.reason)::text, 'UTF8'));

create table throughline.costs (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  kind text,
  provider text,
  model text,
  project text,
  input bigint,
  output bigint,
  cached bigint,
  usd numeric(18, 9),
  priced_by text,
  at_least boolean,
  written_at timestamptz not null default now(),
  primary key (id, at, user_name)
) partition by range (at);
create index on throughline.costs (at desc);

create function throughline.canonical(r throughline.costs) returns text language sql stable
return jsonb_build_array('costs', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.kind, r.provider, r.model, r.project, r.input::text, r.output::text, r.cached::text, r.usd::text, r.priced_by, r.at_least::text)::text;
create function throughline.content_digest(r throughline.costs) returns bytea language sql immutable
return null::bytea;

create table throughline.file_changes (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  message text,
  position bigint,
  path text,
  moved_from text,
  kind text,
  added bigint,
  removed bigint,
  project text,
  folder text,
  host text,
  salt bytea,
  content_hash bytea not null,
  written_at timestamptz not null default now(),
  primary key (id, at, user_name)
) partition by range (at);
create index on throughline.file_changes (user_name, at desc);
create index on throughline.file_changes (at desc);

create function throughline.canonical(r throughline.file_changes) returns text language sql stable
return jsonb_build_array('file_changes', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.message, r.position::text, r.kind, r.added::text, r.removed::text, r.project, r.folder, r.host, encode(r.content_hash, 'hex'))::text;
create function throughline.content_digest(r throughline.file_changes) returns bytea language sql immutable
return sha256(r.salt || convert_to(jsonb_build_array(r.path, r.moved_from)::text, 'UTF8'));

create table throughline.removals (
  id text not null,
  at timestamptz not null,
  user_name text not null,
  team text,
  device text not null,
  seq bigint not null,
  prev bytea not null,
  hash bytea not null,
  conversation text,
  message text,
  written_at timestamptz not null default now(),
  primary key (id, at, user_name)
) partition by range (at);

create function throughline.canonical(r throughline.removals) returns text language sql stable
return jsonb_build_array('removals', r.seq::text, r.device, r.id, throughline.moment(r.at), r.user_name, r.team, r.conversation, r.message)::text;
create function throughline.content_digest(r throughline.removals) returns bytea language sql immutable
return null::bytea;

-- Every row of every table, as verification needs it.
create view throughline.entries with (security_invoker = true) as
select 'conversations'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, r.id as message,
  null::text as result_message,
  throughline.canonical(r) as canonical,
  r.salt is null as is_emptied,
  r.content_hash <> throughline.content_digest(r) as is_changed
from throughline.conversations r
union all
select 'messages'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, r.id as message,
  null::text as result_message,
  throughline.canonical(r) as canonical,
  r.salt is null as is_emptied,
  r.content_hash <> throughline.content_digest(r) as is_changed
from throughline.messages r
union all
select 'calls'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, coalesce(r.message, '') as message,
  r.result_message as result_message,
  throughline.canonical(r) as canonical,
  r.salt is null as is_emptied,
  r.content_hash <> throughline.content_digest(r) as is_changed
from throughline.calls r
union all
select 'open_calls'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, coalesce(r.message, '') as message,
  null::text as result_message,
  throughline.canonical(r) as canonical,
  r.salt is null as is_emptied,
  r.content_hash <> throughline.content_digest(r) as is_changed
from throughline.open_calls r
union all
select 'approvals'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, coalesce(r.message, '') as message,
  null::text as result_message,
  throughline.canonical(r) as canonical,
  r.salt is null as is_emptied,
  r.content_hash <> throughline.content_digest(r) as is_changed
from throughline.approvals r
union all
select 'costs'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, r.id as message,
  null::text as result_message,
  throughline.canonical(r) as canonical,
  false as is_emptied,
  false as is_changed
from throughline.costs r
union all
select 'file_changes'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, coalesce(r.message, '') as message,
  null::text as result_message,
  throughline.canonical(r) as canonical,
  r.salt is null as is_emptied,
  r.content_hash <> throughline.content_digest(r) as is_changed
from throughline.file_changes r
union all
select 'removals'::text as kind, r.id, r.at, r.device, r.seq, r.prev, r.hash, r.user_name, r.team,
  r.conversation as conversation, coalesce(r.message, '') as message,
  null::text as result_message,
  throughline.canonical(r) as canonical,
  false as is_emptied,
  false as is_changed
from throughline.removals r;
grant select on throughline.entries to throughline_reader;

create function throughline.link(kind text, entry jsonb, out device text, out seq bigint, out prev bytea, out hash bytea,
  out expected bytea, out user_name text, out team text, out is_whole boolean)
language plpgsql stable as $$
declare
  r_conversations throughline.conversations;
  r_messages throughline.messages;
  r_calls throughline.calls;
  r_open_calls throughline.open_calls;
  r_approvals throughline.approvals;
  r_costs throughline.costs;
  r_file_changes throughline.file_changes;
  r_removals throughline.removals;
begin
  case kind
    when 'conversations' then
      r_conversations := jsonb_populate_record(null::throughline.conversations, entry);
      device := r_conversations.device; seq := r_conversations.seq; prev := r_conversations.prev; hash := r_conversations.hash; user_name := r_conversations.user_name; team := r_conversations.team;
      expected := throughline.linked(r_conversations.prev, throughline.canonical(r_conversations));
      is_whole := r_conversations.salt is not null and r_conversations.content_hash = throughline.content_digest(r_conversations);
    when 'messages' then
      r_messages := jsonb_populate_record(null::throughline.messages, entry);
      device := r_messages.device; seq := r_messages.seq; prev := r_messages.prev; hash := r_messages.hash; user_name := r_messages.user_name; team := r_messages.team;
      expected := throughline.linked(r_messages.prev, throughline.canonical(r_messages));
      is_whole := r_messages.salt is not null and r_messages.content_hash = throughline.content_digest(r_messages);
    when 'calls' then
      r_calls := jsonb_populate_record(null::throughline.calls, entry);
      device := r_calls.device; seq := r_calls.seq; prev := r_calls.prev; hash := r_calls.hash; user_name := r_calls.user_name; team := r_calls.team;
      expected := throughline.linked(r_calls.prev, throughline.canonical(r_calls));
      is_whole := r_calls.salt is not null and r_calls.content_hash = throughline.content_digest(r_calls);
    when 'open_calls' then
      r_open_calls := jsonb_populate_record(null::throughline.open_calls, entry);
      device := r_open_calls.device; seq := r_open_calls.seq; prev := r_open_calls.prev; hash := r_open_calls.hash; user_name := r_open_calls.user_name; team := r_open_calls.team;
      expected := throughline.linked(r_open_calls.prev, throughline.canonical(r_open_calls));
      is_whole := r_open_calls.salt is not null and r_open_calls.content_hash = throughline.content_digest(r_open_calls);
    when 'approvals' then
      r_approvals := jsonb_populate_record(null::throughline.approvals, entry);
      device := r_approvals.device; seq := r_approvals.seq; prev := r_approvals.prev; hash := r_approvals.hash; user_name := r_approvals.user_name; team := r_approvals.team;
      expected := throughline.linked(r_approvals.prev, throughline.canonical(r_approvals));
      is_whole := r_approvals.salt is not null and r_approvals.content_hash = throughline.content_digest(r_approvals);
    when 'costs' then
      r_costs := jsonb_populate_record(null::throughline.costs, entry);
      device := r_costs.device; seq := r_costs.seq; prev := r_costs.prev; hash := r_costs.hash; user_name := r_costs.user_name; team := r_costs.team;
      expected := throughline.linked(r_costs.prev, throughline.canonical(r_costs));
      is_whole := true;
    when 'file_changes' then
      r_file_changes := jsonb_populate_record(null::throughline.file_changes, entry);
      device := r_file_changes.device; seq := r_file_changes.seq; prev := r_file_changes.prev; hash := r_file_changes.hash; user_name := r_file_changes.user_name; team := r_file_changes.team;
      expected := throughline.linked(r_file_changes.prev, throughline.canonical(r_file_changes));
      is_whole := r_file_changes.salt is not null and r_file_changes.content_hash = throughline.content_digest(r_file_changes);
    when 'removals' then
      r_removals := jsonb_populate_record(null::throughline.removals, entry);
      device := r_removals.device; seq := r_removals.seq; prev := r_removals.prev; hash := r_removals.hash; user_name := r_removals.user_name; team := r_removals.team;
      expected := throughline.linked(r_removals.prev, throughline.canonical(r_removals));
      is_whole := true;
    else raise exception 'unknown kind of row: %', kind using errcode = 'TL002';
  end case;
end $$;

create function throughline.known(rows jsonb) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_array(e ->> 't', e -> 'row' ->> 'id')) from jsonb_array_elements(rows) e
  where case e ->> 't'
    when 'conversations' then exists (select from throughline.conversations k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
    when 'messages' then exists (select from throughline.messages k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
    when 'calls' then exists (select from throughline.calls k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
    when 'open_calls' then exists (select from throughline.open_calls k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
    when 'approvals' then exists (select from throughline.approvals k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
    when 'costs' then exists (select from throughline.costs k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
    when 'file_changes' then exists (select from throughline.file_changes k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
    when 'removals' then exists (select from throughline.removals k where k.id = e -> 'row' ->> 'id' and k.at = (e -> 'row' ->> 'at')::timestamptz and k.user_name = session_user)
  else false end
$$;

create function throughline.insert_rows(rows jsonb) returns bigint language plpgsql as $$
declare total bigint := 0; added bigint;
begin
  insert into throughline.conversations (id, at, user_name, team, device, seq, prev, hash, conversation, title, project, folder, host, model, mode, agent_of, salt, content_hash)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.title, r.project, r.folder, r.host, r.model, r.mode, r.agent_of, r.salt, r.content_hash
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.conversations, e -> 'row') r where e ->> 't' = 'conversations'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  insert into throughline.messages (id, at, user_name, team, device, seq, prev, hash, conversation, parent, role, kind, model, body, branch, revision, salt, content_hash)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.parent, r.role, r.kind, r.model, r.body, r.branch, r.revision, r.salt, r.content_hash
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.messages, e -> 'row') r where e ->> 't' = 'messages'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  insert into throughline.calls (id, at, user_name, team, device, seq, prev, hash, conversation, message, position, tool, arguments, command, result, outcome, error, exit_code, ms, waited_ms, result_message, files, project, folder, host, salt, content_hash)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.message, r.position, r.tool, r.arguments, r.command, r.result, r.outcome, r.error, r.exit_code, r.ms, r.waited_ms, r.result_message, r.files, r.project, r.folder, r.host, r.salt, r.content_hash
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.calls, e -> 'row') r where e ->> 't' = 'calls'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  insert into throughline.open_calls (id, at, user_name, team, device, seq, prev, hash, conversation, message, position, tool, arguments, command, project, folder, host, salt, content_hash)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.message, r.position, r.tool, r.arguments, r.command, r.project, r.folder, r.host, r.salt, r.content_hash
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.open_calls, e -> 'row') r where e ->> 't' = 'open_calls'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  insert into throughline.approvals (id, at, user_name, team, device, seq, prev, hash, conversation, message, position, tool, command, decision, decided_by, mode, rule, reason, waited_ms, project, folder, host, salt, content_hash)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.message, r.position, r.tool, r.command, r.decision, r.decided_by, r.mode, r.rule, r.reason, r.waited_ms, r.project, r.folder, r.host, r.salt, r.content_hash
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.approvals, e -> 'row') r where e ->> 't' = 'approvals'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  insert into throughline.costs (id, at, user_name, team, device, seq, prev, hash, conversation, kind, provider, model, project, input, output, cached, usd, priced_by, at_least)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.kind, r.provider, r.model, r.project, r.input, r.output, r.cached, r.usd, r.priced_by, r.at_least
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.costs, e -> 'row') r where e ->> 't' = 'costs'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  insert into throughline.file_changes (id, at, user_name, team, device, seq, prev, hash, conversation, message, position, path, moved_from, kind, added, removed, project, folder, host, salt, content_hash)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.message, r.position, r.path, r.moved_from, r.kind, r.added, r.removed, r.project, r.folder, r.host, r.salt, r.content_hash
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.file_changes, e -> 'row') r where e ->> 't' = 'file_changes'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  insert into throughline.removals (id, at, user_name, team, device, seq, prev, hash, conversation, message)
    select r.id, r.at, r.user_name, r.team, r.device, r.seq, r.prev, r.hash, r.conversation, r.message
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.removals, e -> 'row') r where e ->> 't' = 'removals'
    on conflict do nothing;
  get diagnostics added = row_count; total := total + added;
  return total;
end $$;

-- Empties the content of a removed message, of its calls and of its result, unless a legal hold covers them.
create function throughline.empty_content(p_user text, p_conversation text, p_message text) returns void
language plpgsql as $$
begin
  update throughline.messages set salt = null, body = null
    where conversation = p_conversation and user_name = p_user and id = p_message and salt is not null
      and not throughline.is_held(user_name, team, conversation, at);
  update throughline.calls set salt = null, arguments = null, command = null, result = null
    where conversation = p_conversation and user_name = p_user and (message = p_message or result_message = p_message) and salt is not null
      and not throughline.is_held(user_name, team, conversation, at);
  update throughline.open_calls set salt = null, arguments = null, command = null
    where conversation = p_conversation and user_name = p_user and message = p_message and salt is not null
      and not throughline.is_held(user_name, team, conversation, at);
  update throughline.approvals set salt = null, command = null, rule = null, reason = null
    where conversation = p_conversation and user_name = p_user and (message = p_message or exists (select from throughline.calls c where c.conversation = p_conversation and c.message = approvals.message and c.position = approvals.position and c.result_message = p_message)) and salt is not null
      and not throughline.is_held(user_name, team, conversation, at);
  update throughline.file_changes set salt = null, path = null, moved_from = null
    where conversation = p_conversation and user_name = p_user and (message = p_message or exists (select from throughline.calls c where c.conversation = p_conversation and c.message = file_changes.message and c.position = file_changes.position and c.result_message = p_message)) and salt is not null
      and not throughline.is_held(user_name, team, conversation, at);
  -- Its words may be the title. The conversation is described again after the removal.
  update throughline.conversations c set salt = null, title = null
    where conversation = p_conversation and user_name = p_user and salt is not null
      and c.written_at < (select max(r.written_at) from throughline.removals r where r.conversation = p_conversation and r.message = p_message)
      and not throughline.is_held(user_name, team, conversation, at);
end $$;

-- The tables that have a partition for each month.
create function throughline.partitioned() returns text[] language sql immutable
return array['conversations', 'messages', 'calls', 'open_calls', 'approvals', 'costs', 'file_changes', 'removals'];

create table throughline.call_totals (
  month date not null, user_name text not null, team text not null default '', tool text not null, outcome text not null,
  calls bigint not null, ms bigint not null,
  primary key (month, user_name, team, tool, outcome)
);
create table throughline.cost_totals (
  month date not null, user_name text not null, team text not null default '', model text not null,
  requests bigint not null, unpriced bigint not null, usd numeric(18, 9) not null, input bigint not null, output bigint not null,
  primary key (month, user_name, team, model)
);

-- Who sees a row. A policy for each kind of role, and not one with an “or”, which would keep Postgres from using an index: a user without
-- a team to lead has the first alone. That a role leads which team is looked up all the same.
do $$ declare name text; begin
  foreach name in array throughline.partitioned() || array['devices', 'members', 'dropped', 'call_totals', 'cost_totals'] loop
    execute format('alter table throughline.%I enable row level security', name);
    execute format('create policy own on throughline.%I for select using (user_name = current_user)', name);
    execute format('create policy led on throughline.%I for select to throughline_lead using (%s)', name, case name
      when 'devices' then
        'user_name in (select m.user_name from throughline.members m where m.team = any ((select throughline.led_teams())::text[]))'
      else 'team = any ((select throughline.led_teams())::text[])' end);
    execute format('create policy audited on throughline.%I for select to throughline_auditor using (true)', name);
    execute format('grant select on throughline.%I to throughline_reader', name);
  end loop;
  foreach name in array throughline.partitioned() loop
    execute format('create index on throughline.%I (device, seq)', name);
    execute format('create index on throughline.%I (conversation)', name);
  end loop;
end $$;
grant select on throughline.migrations to throughline_reader;

create function throughline.add_totals(rows jsonb) returns void language plpgsql as $$
begin
  insert into throughline.call_totals as t
    select date_trunc('month', r.at at time zone 'UTC')::date, r.user_name, coalesce(r.team, ''), r.tool, r.outcome,
      count(*), coalesce(sum(r.ms), 0)
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.calls, e -> 'row') r where e ->> 't' = 'calls'
    group by 1, 2, 3, 4, 5
    on conflict (month, user_name, team, tool, outcome) do update set calls = t.calls + excluded.calls, ms = t.ms + excluded.ms;
  insert into throughline.cost_totals as t
    select date_trunc('month', r.at at time zone 'UTC')::date, r.user_name, coalesce(r.team, ''), r.provider || '/' || r.model,
      count(*), count(*) filter (where r.usd is null), coalesce(sum(r.usd), 0), coalesce(sum(r.input), 0), coalesce(sum(r.output), 0)
    from jsonb_array_elements(rows) e, jsonb_populate_record(null::throughline.costs, e -> 'row') r where e ->> 't' = 'costs'
    group by 1, 2, 3, 4
    on conflict (month, user_name, team, model) do update set requests = t.requests + excluded.requests,
      unpriced = t.unpriced + excluded.unpriced, usd = t.usd + excluded.usd,
      input = t.input + excluded.input, output = t.output + excluded.output;
end $$;

-- Creates the partition of a month. Dates outside of this century share one, whatever clock wrote them.
create function throughline.ensure_month(p_table text, p_at timestamptz) returns void language plpgsql as $$
declare
  first timestamptz := date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC';
  name text := p_table || to_char(first at time zone 'UTC', '_YYYY_MM');
begin
  if p_at < '2000-01-01Z' or p_at >= '2100-01-01Z' then name := p_table || '_other'; end if;
  if to_regclass(format('throughline.%I', name)) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('throughline.' || name));
  if to_regclass(format('throughline.%I', name)) is not null then return; end if;
  execute format('create table throughline.%I (like throughline.%I including all)', name, p_table);
  execute format('alter table throughline.%I enable row level security', name);
  if name like '%\_other' then
    execute format('alter table throughline.%I attach partition throughline.%I default', p_table, name);
  else
    execute format('alter table throughline.%I attach partition throughline.%I for values from (%L) to (%L)', p_table, name, first,
      (first at time zone 'UTC' + interval '1 month') at time zone 'UTC');
  end if;
end $$;

create function throughline.hello(p_device text) returns jsonb language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'version', throughline.version(), 'user', session_user,
    'team', (select m.team from throughline.members m where m.user_name = session_user order by m.is_lead, m.team limit 1),
    'ledTeams', to_jsonb(throughline.led_teams()), 'auditor', throughline.is_auditor(),
    'writer', pg_has_role(session_user, 'throughline_writer', 'member'),
    'reader', pg_has_role(session_user, 'throughline_reader', 'member'),
    'seq', coalesce(d.seq, 0), 'hash', encode(coalesce(d.hash, decode(repeat('00', 32), 'hex')), 'hex'))
  from (select) one left join throughline.devices d on d.device = p_device and d.user_name = session_user
$$;

-- The only way to write. Adds rows to the end of a device's chain, all or none. If some are there already, nothing is added and they
-- are named: the writer leaves them out and sends the rest again.
create function throughline.append(p_device text, p_rows jsonb) returns jsonb language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  chain throughline.devices;
  team_now text;
  existing jsonb;
  wrong bigint;
  entry jsonb;
begin
  insert into throughline.devices (device, user_name) values (p_device, session_user) on conflict do nothing;
  select * into chain from throughline.devices d where d.device = p_device for update;
  if chain.user_name <> session_user then
    raise exception 'the chain belongs to another user' using errcode = 'TL001';
  end if;
  existing := throughline.known(p_rows);
  if existing is not null then
    return jsonb_build_object('known', existing, 'seq', chain.seq, 'hash', encode(chain.hash, 'hex'));
  end if;
  select throughline.hello(p_device) ->> 'team' into team_now;
  select count(*) into wrong from (
    select r.*, chain.seq + e.place as due, lag(r.hash, 1, chain.hash) over (order by e.place) as before
    from jsonb_array_elements(p_rows) with ordinality e (line, place)
    cross join lateral throughline.link(e.line ->> 't', e.line -> 'row') r
  ) each
  where (seq = due and prev = before and hash = expected and is_whole and device = p_device and user_name = session_user
    and team is not distinct from team_now) is not true;
  if wrong > 0 then
    raise exception '% rows do not continue the chain at %', wrong, chain.seq using errcode = 'TL003';
  end if;
  perform throughline.ensure_month(kind, month) from (
    select distinct e ->> 't' as kind, date_trunc('month', (e -> 'row' ->> 'at')::timestamptz at time zone 'UTC') at time zone 'UTC' as month
    from jsonb_array_elements(p_rows) e
  ) months;
  -- Another device added the same record meanwhile.
  if throughline.insert_rows(p_rows) <> jsonb_array_length(p_rows) then
    raise exception 'a record was added by another device' using errcode = '40001';
  end if;
  perform throughline.add_totals(p_rows);
  for entry in select e -> 'row' from jsonb_array_elements(p_rows) e where e ->> 't' = 'removals' loop
    perform throughline.empty_content(session_user, entry ->> 'conversation', entry ->> 'message');
  end loop;
  update throughline.devices set seq = chain.seq + jsonb_array_length(p_rows), last_at = now(),
    hash = decode(substr(p_rows -> -1 -> 'row' ->> 'hash', 3), 'hex')
    where device = p_device returning * into chain;
  return jsonb_build_object('known', '[]'::jsonb, 'seq', chain.seq, 'hash', encode(chain.hash, 'hex'));
end $$;

-- Problems in the rows of one chain with these numbers. A row that was moved says which number it had.
create function throughline.verify(p_device text, p_from bigint, p_to bigint)
returns table (seq bigint, kind text, id text, problem text, belongs bigint) language sql stable
set search_path = pg_catalog, pg_temp as $$
  with part as materialized (
    select e.*, throughline.linked(e.prev, e.canonical) <> e.hash as is_wrong
    from throughline.entries e where e.device = p_device and e.seq between p_from - 1 and p_to
  ), linked as (
    select p.*, lag(p.seq) over w as seq_before, lag(p.hash) over w as hash_before from part p window w as (order by p.seq, p.hash)
  ), gone as (
    select coalesce(range_agg(r), '{}') as seqs from throughline.dropped d, unnest(d.seqs) r where d.device = p_device
  ), holes as (
    select hole from gone, unnest(int8multirange(int8range(greatest(p_from, 1), p_to, '[]')) - gone.seqs
      - (select coalesce(range_agg(int8range(p.seq, p.seq, '[]')), '{}') from part p)) hole
    where exists (select from throughline.devices d where d.device = p_device)
  ), numbers as (
    (select p.seq from part p where p.is_wrong limit 200) union (select lower(hole) from holes limit 200)
  )
  select l.seq, l.kind, l.id,
    case
      when l.is_wrong and other.seq is not null then 'moved'
      when l.is_wrong or (l.is_changed and not l.is_emptied) then 'edited'
      when l.is_emptied and removal.is_there is not true then 'emptied'
      when l.seq = l.seq_before then 'repeated'
      else 'unlinked'
    end, other.seq
  from linked l
  left join lateral (
    select n.seq from numbers n where l.is_wrong and n.seq <> l.seq
      and l.hash = throughline.linked(l.prev, jsonb_set(l.canonical::jsonb, '{1}', to_jsonb(n.seq::text))::text)
    limit 1
  ) other on true
  left join lateral (
    select true as is_there from throughline.removals r
    where l.is_emptied and r.conversation = l.conversation and r.user_name = l.user_name
      and (r.message in (l.id, l.message, l.result_message) or l.kind in ('approvals', 'file_changes', 'conversations')) limit 1
  ) removal on true
  where l.seq >= p_from and (
    l.is_wrong or l.is_changed or (l.is_emptied and removal.is_there is not true) or l.seq = l.seq_before
    or (l.seq_before = l.seq - 1 and l.prev <> l.hash_before) or (l.seq = 1 and l.prev <> decode(repeat('00', 32), 'hex')))
  union all
  select lower(hole), 'row', '', 'missing', upper(hole) - 1 from holes
  order by 1
$$;

-- The policies as a condition. Under row-level security Postgres does not use an index for text, because the operator is not leakproof;
-- so the searches below run as the owner, with this condition.
create function throughline.visible_condition() returns text language sql stable as $$
  select case
    when throughline.is_auditor() then 'true'
    when throughline.led_teams() = '{}' then format('r.user_name = %L', session_user)
    else format('(r.user_name = %L or r.team = any (%L::text[]))', session_user, throughline.led_teams())
  end
$$;

-- The months of a table, newest first. A search stops at the month with which it has enough.
create function throughline.months(p_table text) returns table (from_at timestamptz, until_at timestamptz) language sql stable
set search_path = pg_catalog, pg_temp as $$
  select month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select to_date(right(c.relname, 7), 'YYYY_MM')::timestamp as month) m
  where i.inhparent = format('throughline.%I', p_table)::regclass and c.relname ~ '_\d{4}_\d{2}$'
  union all
  select * from (values ('2100-01-01Z'::timestamptz, 'infinity'::timestamptz), ('-infinity', '2000-01-01Z')) other
  where to_regclass(format('throughline.%I', p_table || '_other')) is not null
  order by 1 desc
$$;

-- Null: any. Newest first; `p_before` and `p_before_id` are those of the last row of the page before.
create function throughline.search_calls(p_text text, p_tools text[], p_outcomes text[], p_from timestamptz, p_until timestamptz,
  p_before timestamptz, p_before_id text, p_limit int)
returns setof throughline.calls language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  missing bigint := least(p_limit, 1000);
  found_now bigint;
begin
  for part in
    select * from throughline.months('calls')
    where until_at > coalesce(p_from, '-infinity') and from_at < coalesce(p_until, 'infinity') and from_at <= coalesce(p_before, 'infinity')
  loop
    return query execute 'select r.* from throughline.calls r where r.search @@ $1 and ' || throughline.visible_condition() || '
        and ($2 is null or r.tool = any ($2)) and ($3 is null or r.outcome = any ($3))
        and r.at >= $4 and r.at < $5 and ($6 is null or (r.at <= $6 and (r.at, r.id) < ($6, $7)))
      order by r.at desc, r.id desc limit $8'
      using throughline.search_query(p_text), p_tools, p_outcomes, greatest(p_from, part.from_at), least(p_until, part.until_at),
        p_before, p_before_id, missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    exit when missing <= 0;
  end loop;
end $$;

create function throughline.search_messages(p_text text, p_limit int default 100)
returns setof throughline.messages language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  missing bigint := least(p_limit, 1000);
  found_now bigint;
begin
  for part in select * from throughline.months('messages') loop
    return query execute 'select r.* from throughline.messages r where r.search @@ $1 and ' || throughline.visible_condition() || '
        and r.at >= $2 and r.at < $3
      order by r.at desc, r.id desc limit $4' using throughline.search_query(p_text), part.from_at, part.until_at, missing;
    get diagnostics found_now = row_count;
    missing := missing - found_now;
    exit when missing <= 0;
  end loop;
end $$;

create view throughline.who_ran_what with (security_invoker = true) as
  select at, user_name, team, host, project, folder, tool, command, arguments, outcome, exit_code, ms, conversation, message, position
  from throughline.calls;
create view throughline.approved_by_rule with (security_invoker = true) as
  select at, user_name, team, host, project, tool, command, rule, mode, conversation, message, position
  from throughline.approvals where decision = 'allowed' and decided_by = 'rule';
create view throughline.cost_by_team with (security_invoker = true) as
  select month, team, sum(requests) as requests, sum(unpriced) as unpriced, sum(usd) as usd, sum(input) as input, sum(output) as output
  from throughline.cost_totals group by month, team;
create view throughline.failures_by_tool with (security_invoker = true) as
  select month, tool, sum(calls) as calls, sum(calls) filter (where outcome <> 'ok') as failures,
    round(100.0 * sum(calls) filter (where outcome <> 'ok') / sum(calls), 1) as percent
  from throughline.call_totals group by month, tool;
create view throughline.unfinished_calls with (security_invoker = true) as
  select * from throughline.open_calls o where not exists (
    select from throughline.calls c where c.conversation = o.conversation and c.message = o.message and c.position = o.position and c.user_name = o.user_name);
create view throughline.current_conversations with (security_invoker = true) as
  select distinct on (conversation, user_name) * from throughline.conversations
  order by conversation, user_name, written_at desc, seq desc;
grant select on throughline.who_ran_what, throughline.approved_by_rule, throughline.cost_by_team, throughline.failures_by_tool,
  throughline.unfinished_calls, throughline.current_conversations to throughline_reader;

-- For the owner of the ledger.
create function throughline.enroll(p_user text, p_team text, p_lead boolean default false) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into throughline.members values (p_user, p_team, p_lead)
    on conflict (user_name, team) do update set is_lead = excluded.is_lead;
  execute format('grant throughline_reader, throughline_writer to %I', p_user);
  -- It stays with the role, which may be a lead in another ledger of this server; what it sees is looked up in each.
  if p_lead then execute format('grant throughline_lead to %I', p_user); end if;
end $$;

-- Drops the partitions that ended more than this many months ago, except those with a row under a legal hold.
create function throughline.drop_older(p_months int) returns table (partition text, was_dropped boolean) language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  held boolean;
  month date;
begin
  for part in
    select c.oid, c.relname::text as name, p.relname::text as parent from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent join pg_namespace n on n.oid = p.relnamespace
    where n.nspname = 'throughline' and p.relname = any (throughline.partitioned()) and c.relname ~ '_\d{4}_\d{2}$' order by 2
  loop
    month := to_date(right(part.name, 7), 'YYYY_MM');
    continue when month + interval '1 month' > now() - make_interval(months => p_months);
    execute format('select exists (select from throughline.%I r where throughline.is_held(r.user_name, r.team, r.conversation, r.at))', part.name)
      into held;
    if not held then
      execute format('insert into throughline.dropped (table_name, month, device, user_name, team, seqs)
        select %L, %L, device, user_name, team, range_agg(int8range(seq, seq, ''[]'')) from throughline.%I group by device, user_name, team',
        part.parent, month, part.name);
      execute format('drop table throughline.%I', part.name);
    end if;
    partition := part.name; was_dropped := not held;
    return next;
  end loop;
end $$;

-- Empties what was removed while a hold that has ended covered it.
create function throughline.empty_released() returns void language sql set search_path = pg_catalog, pg_temp as $$
  select throughline.empty_content(r.user_name, r.conversation, r.message) from throughline.removals r
$$;

revoke all on all functions in schema throughline from public;
grant execute on function throughline.version(), throughline.hello(text), throughline.led_teams(), throughline.is_auditor()
  to throughline_writer, throughline_reader;
grant execute on function throughline.append(text, jsonb) to throughline_writer;
grant execute on all functions in schema throughline to throughline_reader;
revoke execute on function throughline.append(text, jsonb), throughline.enroll(text, text, boolean), throughline.drop_older(int),
  throughline.empty_released(), throughline.empty_content(text, text, text), throughline.insert_rows(jsonb),
  throughline.add_totals(jsonb), throughline.ensure_month(text, timestamptz) from throughline_reader;

insert into throughline.migrations (version) values (1);
