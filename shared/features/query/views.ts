// The views that SQL over the user's own calls can read: their names and columns are stable (docs/formats/query.md).

export interface ViewColumn {
  name: string;
  type: 'text' | 'integer' | 'real';
  /** Never null. */
  required?: true;
}

/** By name; one that ends with `!` is never null. */
type Columns = Record<string, ViewColumn['type']>;

const definitions = {
  conversations: {
    'id!': 'text',
    'title!': 'text',
    'project!': 'text',
    project_name: 'text',
    folder: 'text',
    provider: 'text',
    model: 'text',
    created_at: 'text',
    updated_at: 'text',
    'messages!': 'integer',
    'calls!': 'integer',
    'pinned!': 'integer',
    'archived!': 'integer',
    'tags!': 'text',
    parent: 'text',
    source: 'text',
  },
  messages: {
    'conversation!': 'text',
    'id!': 'text',
    parent: 'text',
    'role!': 'text',
    kind: 'text',
    'at!': 'text',
    'text!': 'text',
    'characters!': 'integer',
    model: 'text',
    input_tokens: 'integer',
    output_tokens: 'integer',
    cached_tokens: 'integer',
    reasoning_tokens: 'integer',
    finish_reason: 'text',
    error: 'text',
  },
  calls: {
    'conversation!': 'text',
    'message!': 'text',
    'position!': 'integer',
    'id!': 'text',
    'tool!': 'text',
    server: 'text',
    'project!': 'text',
    folder: 'text',
    'at!': 'text',
    started_at: 'text',
    ms: 'integer',
    waited_ms: 'integer',
    'outcome!': 'text',
    'failed!': 'integer',
    'arguments!': 'text',
    command: 'text',
    path: 'text',
    result: 'text',
    result_bytes: 'integer',
    exit_code: 'integer',
    error: 'text',
    decided_by: 'text',
    mode: 'text',
    rule: 'text',
    files: 'integer',
    'manual!': 'integer',
    agent: 'text',
  },
  files: {
    'conversation!': 'text',
    'message!': 'text',
    'tool!': 'text',
    'path!': 'text',
    'kind!': 'text',
    'project!': 'text',
    folder: 'text',
    'at!': 'text',
    added: 'integer',
    removed: 'integer',
  },
  costs: {
    'at!': 'text',
    'kind!': 'text',
    'provider!': 'text',
    'model!': 'text',
    'project!': 'text',
    'conversation!': 'text',
    parent: 'text',
    input_tokens: 'integer',
    output_tokens: 'integer',
    cached_tokens: 'integer',
    reasoning_tokens: 'integer',
    searches: 'integer',
    usd: 'real',
  },
} as const satisfies Record<string, Columns>;

export type ViewName = keyof typeof definitions;

export const viewNames = Object.keys(definitions) as ViewName[];

export function columnsOf(view: ViewName): ViewColumn[] {
  return Object.entries(definitions[view]).map(([name, type]) =>
    name.endsWith('!') ? { name: name.slice(0, -1), type, required: true } : { name, type },
  );
}

/** The time by which rows are put into months. */
export function monthColumn(view: ViewName): string {
  return view === 'conversations' ? 'created_at' : 'at';
}
