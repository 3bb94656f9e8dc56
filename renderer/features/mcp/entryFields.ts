// The fields of the form for an MCP server.

export interface PairRow {
  /** Tells rows apart while their names change. */
  id: number;
  name: string;
  value: string;
  secret: boolean;
  /** What stands in the entry for a secret that is kept already; used while no new value is typed. */
  kept?: string;
}

export interface EntryFields {
  kind: 'command' | 'address';
  command: string;
  /** One argument on each line. */
  args: string;
  cwd: string;
  env: PairRow[];
  /** It runs in the sandbox. */
  sandbox: boolean;
  /** One host, one path on each line. */
  hosts: string;
  paths: string;
  url: string;
  headers: PairRow[];
  timeout: string;
  /** The rest of the entry. */
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
