// LEDGER-1 and LEDGER-3 without a server: addresses, rows, and a chain that anyone can recompute.

import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLedgerAddress } from '../../../electron/features/ledger/address.ts';
import { chainRows, emptyChain } from '../../../electron/features/ledger/chain.ts';
import { type ConversationFacts, type OpenCall, rowsOf } from '../../../electron/features/ledger/records.ts';
import { type FieldKind, tables } from '../../../electron/features/ledger/tables.ts';
import { readText } from '../../../scripts/house/tree.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const facts: ConversationFacts = {
  ...{ conversation: 'c', project: 'shop', folder: '/home/anna/shop', host: 'desk', results: false },
  allowed: new Map(),
  removed: new Set(),
  mask: (text) => text.replaceAll('secret', '[masked]'),
};

test(
  cite('LEDGER-1', 'an address never keeps its password, and only this machine may be reached without encryption'),
  () => {
    const read = (text: string) => okValue(readLedgerAddress(text));
    expect(read('postgres://anna:p%40ss@db.example/ledger')).toMatchObject({
      password: 'p@ss',
      address: { text: 'postgres://anna@db.example/ledger', port: 5432, user: 'anna', tls: { certificates: null } },
    });
    expect(read('postgres://a@127.0.0.1/l').address.tls).toBeNull();
    expect(read('postgres://a@[::1]:9/l').address).toMatchObject({ tls: null, host: '::1' });
    expect(read('postgres://a@127.0.0.1/l?sslmode=require').address.tls).not.toBeNull();
    expect(read('postgres://a@db.example/l?sslrootcert=/etc/ca.pem').address.tls).toEqual({
      certificates: '/etc/ca.pem',
    });
    const wrong = [
      'x',
      'mysql://a@h/l',
      'postgres://h/l',
      'postgres://a@h',
      'postgres://a@h/l?host=x',
      'postgres://a@h/l?sslmode=disable',
      'postgres://a@127.0.0.1.example/l?sslmode=disable',
      'postgres://%ff@h/l',
    ];
    for (const text of wrong) expect(errorOf(readLedgerAddress(text)).code, text).toBe('PARAMS_INVALID');
  },
);

test(
  cite('LEDGER-1', 'each result becomes a call with its own arguments, though models repeat the ids of calls'),
  () => {
    const open: OpenCall[] = [];
    const records = conversationOf([
      userMessage('a secret'),
      assistantMessage('', [
        call('x', 'run_command', '{"command":"one secret"}'),
        call('y', 'read_file', '{"path":"a"}'),
      ]),
      toolMessage('x', 'printed', { toolName: 'run_command', duration: 1.6, waitedMs: 20 }),
      userMessage('go on'),
      assistantMessage('', [call('x', 'run_command', '{"command":"two"}')]),
      toolMessage('x', '', {
        toolName: 'run_command',
        outcome: 'denied',
        details: { refused: { by: 'person', reason: 'no' } },
      }),
    ]);
    const rows = records.flatMap((record) => rowsOf(record, facts, open));
    const of = (table: string) =>
      rows.filter((row) => row.table === table).map(({ fields }) => fields as Record<string, unknown>);
    expect(
      of('calls').map(({ command, outcome, result, ms, position }) => [command, outcome, result, ms, position]),
    ).toEqual([
      ['one [masked]', 'ok', null, 2, 0],
      ['two', 'denied', null, null, 0],
    ]);
    expect(of('approvals').map(({ decision, decided_by: by, reason }) => [decision, by, reason])).toEqual([
      ['allowed', 'user', null],
      ['refused', 'user', 'no'],
    ]);
    expect(open).toMatchObject([{ callId: 'y', position: 1 }]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  },
);

test(
  cite('LEDGER-1', 'each call that was decided on has its approval, and all the files it changed are counted'),
  () => {
    const open: OpenCall[] = [];
    const files = Array.from({ length: 3 }, (_, index) => ({ path: `a${index}`, kind: 'modified' as const }));
    const records = conversationOf([
      userMessage('go'),
      assistantMessage(
        '',
        ['r', 's', 'u', 'n', 'd', 'e', 'w'].map((id) => call(id, 'run_command', '{}')),
      ),
      toolMessage('r', '', { allowed: { by: 'rule', mode: 'ask', rules: ['one secret', 'two'] } }),
      toolMessage('s', '', { allowed: { by: 'sandbox', mode: 'sandbox' }, details: { changes: { files, more: 9 } } }),
      toolMessage('u', '', { allowed: { by: 'user', mode: 'ask', hook: 'look first' } }),
      toolMessage('n', '', { allowed: { by: 'unneeded', mode: 'ask' } }),
      toolMessage('d', '', { outcome: 'denied', details: { refused: { by: 'rule', mode: 'ask', rules: ['rm'] } } }),
      toolMessage('e', '', { outcome: 'denied', details: { refused: { by: 'rule', mode: 'plan' } } }),
      toolMessage('w', '', { outcome: 'error', details: { notRun: 'arguments' } }),
    ]);
    const rows = records.flatMap((record) => rowsOf(record, facts, open));
    const of = (table: string) =>
      rows.filter((row) => row.table === table).map(({ fields }) => fields as Record<string, unknown>);
    expect(
      of('approvals').map(({ decision, decided_by: by, mode, rule, reason }) => [decision, by, mode, rule, reason]),
    ).toEqual([
      ['allowed', 'rule', 'ask', 'one [masked]; two', null],
      ['allowed', 'sandbox', 'sandbox', null, null],
      ['allowed', 'user', 'ask', null, 'look first'],
      ['allowed', 'unneeded', 'ask', null, null],
      ['refused', 'rule', 'ask', 'rm', null],
      ['refused', 'mode', 'plan', null, null],
    ]);
    expect(of('calls').map((fields) => fields.files)).toEqual([null, 12, null, null, null, null, null]);
    expect(of('file_changes')).toHaveLength(3);
  },
);

test(
  cite(
    'LEDGER-3',
    'the documented canonical form gives the hash of each row, and the salt keeps removed content unguessable',
  ),
  () => {
    const [message] = conversationOf([userMessage('half \ud800 and \0')]);
    const rows = message ? rowsOf(message, facts, []) : [];
    const chained = chainRows([...rows, ...rows], emptyChain, { device: 'd', user: 'anna', team: null });
    let prev = '00'.repeat(32);
    for (const [index, { t, row }] of chained.entries()) {
      const bytes = (value: unknown): Buffer => Buffer.from(String(value).slice(2), 'hex');
      const content = createHash('sha256').update(bytes(row.salt)).update('["half \uFFFD and \uFFFD"]').digest('hex');
      expect(row.content_hash).toBe(`\\x${content}`);
      const fields = [
        t,
        String(index + 1),
        'd',
        row.id,
        row.at,
        'anna',
        null,
        'c',
        null,
        'user',
        null,
        null,
        null,
        null,
        content,
      ];
      const canonical = `[${fields.map((field) => JSON.stringify(field)).join(', ')}]`;
      prev = createHash('sha256').update(`${prev}\n${canonical}`).digest('hex');
      expect(row.hash).toBe(`\\x${prev}`);
    }
    expect(chained[0]?.row.salt).not.toBe(chained[1]?.row.salt);
  },
);

test(cite('LEDGER-1', 'wrong usage and a missing address are explained, and create nothing'), async () => {
  const THROUGHLINE_HOME = `${tempFolder()}/none`;
  const run = (...args: string[]) => commandHere(['ledger', ...args], { THROUGHLINE_HOME });
  expect(await run('check')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('setup, status, verify, search or export'),
  });
  expect(await run('verify', 'x')).toMatchObject({ code: 2 });
  for (const wrong of [['export'], ['verify', '--out', 'x']])
    expect(await run(...wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining('needs --out FOLDER') });
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('No ledger is set') });
  expect(await run('--to', 'postgres://a:b@h/l?sslmode=disable')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must be encrypted'),
  });
});

test(cite('LEDGER-1', 'notes that cannot be written, as on a full disk, are a sentence and not a crash'), async () => {
  const THROUGHLINE_HOME = tempFolder();
  mkdirSync(`${THROUGHLINE_HOME}/ledger.db`);
  expect(await commandHere(['ledger', '--to', 'postgres://a:b@127.0.0.1:9/l'], { THROUGHLINE_HOME })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('What was written to the ledger could not be noted'),
  });
});

test(
  cite(
    'LEDGER-3',
    'the SQL spells out the same fields as the writer, in the order of the hash, and empties all content',
  ),
  () => {
    const sql = readText('electron/features/ledger/schema/001.sql');
    const listOf = (pattern: RegExp): string[] => (pattern.exec(sql)?.[1] ?? '').split(',').map((each) => each.trim());
    const rowFields = (list: string[]): string[] =>
      list.flatMap((each) => /^r\.(\w+)(?:::text)?$/.exec(each)?.[1] ?? []);
    const common = ['id', 'at', 'user_name', 'team', 'device', 'seq', 'prev', 'hash'];
    for (const [table, kinds] of Object.entries(tables)) {
      const all = Object.entries(kinds as Record<string, FieldKind>);
      const names = all.map(([name]) => name);
      const content = all.filter(([, kind]) => kind === 'content').map(([name]) => name);
      const hashed = names.filter((name) => !content.includes(name));
      const canonical = listOf(new RegExp(`jsonb_build_array\\('${table}', (.*), encode\\(r.content_hash|no match`));
      const plain = listOf(new RegExp(`jsonb_build_array\\('${table}', (.*)\\)::text;`));
      const seen = rowFields(content.length > 0 ? canonical : plain);
      expect([table, seen]).toEqual([table, ['seq', 'device', 'id', 'user_name', 'team', ...hashed]]);
      expect([table, listOf(new RegExp(`insert into throughline\\.${table} \\(([^)]*)\\)`))]).toEqual([
        table,
        [...common, ...names, ...(content.length > 0 ? ['salt', 'content_hash'] : [])],
      ]);
      if (content.length === 0) continue;
      const digest = new RegExp(`digest\\(r throughline\\.${table}\\).*\\n.*jsonb_build_array\\(([^)]*)\\)`);
      expect([table, rowFields(listOf(digest))]).toEqual([table, content]);
      expect([table, listOf(new RegExp(`update throughline\\.${table}(?: c)? set salt = null, (.*)`))]).toEqual([
        table,
        content.map((name) => `${name} = null`),
      ]);
    }
  },
);
