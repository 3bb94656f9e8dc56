// Field values of the MCP server form.

export interface PairRow {
  /** Stable row id while names change. */
  id: number;
  name: string;
  value: string;
  secret: boolean;
  /** The entry's reference to a stored secret; used until a new value is typed. */
  kept?: string;
}

export interface EntryFields {
  kind: 'command' | 'address';
  command: string;
  /** One argument per line. */
  args: string;
  cwd: string;
  env: PairRow[];
  /** Runs in the sandbox. */
  sandbox: boolean;
  /** One host or path per line. */
  hosts: string;
  paths: string;
  url: string;
  headers: PairRow[];
  timeout: string;
  /** Other properties of the entry. */
  other: Record<string, unknown>;
}

export const emptyFields: EntryFields = {
  kind: 'command',
  command: '',
  args: '',
  cwd: '',
  env: [],
  sandbox: false,
  hosts: '',
  paths: '',
  url: '',
  headers: [],
  timeout: '',
  other: {},
};
