// The ledger's tables as the writer knows them. The order of the fields is that of the canonical form, so it never changes; the SQL is
// in schema/001.sql, and docs/formats/ledger.md explains both.

/** `text`, `count` and `flag` are hashed as they are; `money` with nine decimals; of `content` only a salted hash, so that it can be emptied. */
export type FieldKind = 'text' | 'count' | 'flag' | 'money' | 'content';

const call = { conversation: 'text', message: 'text', position: 'count', tool: 'text' } as const;
const place = { project: 'text', folder: 'text', host: 'text' } as const;

export const tables = {
  conversations: {
    conversation: 'text',
    title: 'content',
    ...place,
    model: 'text',
    mode: 'text',
    agent_of: 'text',
  },
  messages: {
    conversation: 'text',
    parent: 'text',
    role: 'text',
    kind: 'text',
    model: 'text',
    body: 'content',
    branch: 'text',
    revision: 'text',
  },
  calls: {
    ...call,
    arguments: 'content',
    command: 'content',
    result: 'content',
    outcome: 'text',
    error: 'text',
    exit_code: 'count',
    ms: 'count',
    waited_ms: 'count',
    result_message: 'text',
    files: 'count',
    ...place,
  },
  open_calls: { ...call, arguments: 'content', command: 'content', ...place },
  approvals: {
    ...call,
    command: 'content',
    decision: 'text',
    decided_by: 'text',
    mode: 'text',
    rule: 'content',
    reason: 'content',
    waited_ms: 'count',
    ...place,
  },
  costs: {
    conversation: 'text',
    kind: 'text',
    provider: 'text',
    model: 'text',
    project: 'text',
    input: 'count',
    output: 'count',
    cached: 'count',
    usd: 'money',
    priced_by: 'text',
    at_least: 'flag',
  },
  file_changes: {
    conversation: 'text',
    message: 'text',
    position: 'count',
    path: 'content',
    moved_from: 'content',
    kind: 'text',
    added: 'count',
    removed: 'count',
    ...place,
  },
  removals: { conversation: 'text', message: 'text' },
} as const satisfies Record<string, Record<string, FieldKind>>;

type TableName = keyof typeof tables;

type ValueOf<Kind> = Kind extends 'count' | 'money' ? number : Kind extends 'flag' ? boolean : string;

type FieldsOf<Table extends TableName> = {
  -readonly [Field in keyof (typeof tables)[Table]]: ValueOf<(typeof tables)[Table][Field]> | null;
};

/** A row before it has a place in the chain. `id` and `at` are the same whenever the same record is read. */
export type LedgerRow = {
  [Table in TableName]: { table: Table; id: string; at: string; fields: FieldsOf<Table> };
}[TableName];
