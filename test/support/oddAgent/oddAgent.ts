// An agent as a process of its own that speaks the Agent Client Protocol over stdio and does what a test asks, odd things
// included. Started by `oddAgentCommand` (startOddAgent.ts) as
//
//   node oddAgent.ts --sessions=FOLDER [--odd=NAME[:VALUE]]… [--log=FILE] [--login [WORDS]]
//
// A prompt whose text has a line `!name words` runs the turn of that name (plainTurns.ts, oddTurns.ts); of several such
// lines the last counts, and `!think+read words` runs two. Any other prompt is answered with its own text. Each process
// adds its ID to the file FOLDER.pids. With `--login` it only adds the words to the file FOLDER.logins.

import { spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { answerInitialize, initializeLater } from './initialize.ts';
import { oddities as known, type Oddity } from './oddities.ts';
import { changeOption, optionsOf, sessionFields } from './options.ts';
import { replay } from './replay.ts';
import { type OddSession, openSessions } from './sessions.ts';
import { runTurns } from './turns.ts';
import { whenExists } from './whenExists.ts';
import { openWire, Refused, type Row } from './wire.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sessions: { type: 'string' },
    odd: { type: 'string', multiple: true, default: [] },
    log: { type: 'string' },
    login: { type: 'boolean', default: false },
  },
});
const oddities = new Map(values.odd.map((text) => [text.split(':', 1)[0], text.slice(text.indexOf(':') + 1)]));
for (const name of oddities.keys()) if (!(String(name) in known)) throw new Error(`There is no oddity ${name}`);
const has = (oddity: Oddity): boolean => oddities.has(oddity);
const oddityValue = (oddity: Oddity): string => oddities.get(oddity) ?? '';

const folder = values.sessions as string;
if (!existsSync(folder)) process.exit(2);
if (values.login) {
  appendFileSync(`${folder}.logins`, `${positionals.join(' ')}\n`);
  process.exit(0);
}
appendFileSync(`${folder}.pids`, `${process.pid}\n`);
const sessions = openSessions(folder);
/** Sessions that were opened by this process; `lost` ones exist for the client only. */
const open = new Map<
  string,
  { session: OddSession; running: AbortController | null; wedged: boolean; lost: boolean }
>();
let signedIn = false;
let poisoned = false;

const signInNeeded = (): boolean => !signedIn && (has('auth-required') || has('auth-none') || has('auth-fails'));
const notFound = (id: unknown): Refused => new Refused({ code: -32002, message: `Resource not found: ${String(id)}` });

function opened(id: unknown): { session: OddSession; running: AbortController | null; wedged: boolean; lost: boolean } {
  const entry = open.get(String(id));
  if (!entry) throw notFound(id);
  return entry;
}

function keep(session: OddSession, lost = false): OddSession {
  open.set(session.id, { session, running: null, wedged: false, lost });
  return session;
}

function announce(session: OddSession): void {
  const availableCommands = [{ name: 'init', description: 'Describe the project', input: null }];
  const update = { sessionUpdate: 'available_commands_update', availableCommands };
  setImmediate(() => wire.notify('session/update', { sessionId: session.id, update }));
}

async function newSession(params: Row): Promise<Row> {
  if (has('new-when')) await whenExists(oddityValue('new-when'));
  if (signInNeeded()) throw new Refused({ code: -32000, message: 'Authentication required' });
  if (has('new-root')) {
    throw new Refused({
      code: -32603,
      message: 'Internal error: --dangerously-skip-permissions cannot be used with root/sudo privileges',
    });
  }
  if (has('new-missing-program')) {
    throw new Refused({ code: -32603, message: 'Internal error', data: { details: 'spawn pi ENOENT' } });
  }
  if (has('new-without-id')) return {};
  const session = keep(sessions.create(String(params.cwd)), has('new-cannot-prompt'));
  announce(session);
  return { sessionId: session.id, ...sessionFields(session, has('modes-only')) };
}

async function reopen(method: 'load' | 'resume', params: Row): Promise<unknown> {
  const missing = (method === 'load' ? 'no-load' : 'no-resume') as Oddity;
  if (has(missing) || has('no-load') || has('no-capabilities')) {
    throw new Refused({ code: -32601, message: `"Method not found": session/${method}` });
  }
  if (method === 'load' && has('load-hangs')) return new Promise(() => {});
  const id = String(params.sessionId);
  if (has('load-gone')) throw new Refused({ code: -32603, message: `Unknown session, not found: ${id}` });
  if (has('load-locked')) throw new Refused({ code: -32603, message: 'Already open in another process' });
  if (has('load-no-servers') && Array.isArray(params.mcpServers) && params.mcpServers.length > 0) {
    throw new Refused({ code: -32602, message: 'Invalid params' });
  }
  if (has('lost-load')) {
    const lost: OddSession = { ...sessions.create(String(params.cwd)), id, updates: [] };
    keep(lost, true);
    return {};
  }
  const session = sessions.read(id);
  if (!session) throw notFound(id);
  keep(session, method === 'resume' && has('resume-cannot-prompt'));
  if (method === 'load') await replay(session, wire, has);
  announce(session);
  return method === 'load' && has('load-null') ? null : sessionFields(session, has('modes-only'));
}

function listSessions(params: Row): Row {
  if (has('no-list') || has('no-capabilities'))
    throw new Refused({ code: -32601, message: '"Method not found": session/list' });
  if (has('list-login') && !signedIn) throw new Refused({ code: -32000, message: 'Authentication required' });
  if (has('list-wrong')) {
    return {
      sessions: [{ sessionId: 7 }, { sessionId: 'x', cwd: null, title: 5, updatedAt: 'yesterday' }, null],
      nextCursor: 3,
    };
  }
  const all = sessions.list().filter((row) => typeof params.cwd !== 'string' || row.cwd === params.cwd);
  if (has('list-repeats')) return { sessions: all, nextCursor: 'again' };
  const from = Number(params.cursor ?? 0);
  return { sessions: all.slice(from, from + 2), ...(all.length > from + 2 ? { nextCursor: String(from + 2) } : {}) };
}

async function prompt(params: Row): Promise<Row> {
  const entry = opened(params.sessionId);
  if (entry.lost)
    throw new Refused({ code: -32603, message: 'Internal error', data: `Session not found: ${entry.session.id}` });
  if (entry.wedged) return new Promise(() => {});
  if (entry.running) throw new Refused({ code: -32600, message: 'A prompt is already running in this session' });
  if (signInNeeded()) throw new Refused({ code: -32000, message: 'Authentication required' });
  if (poisoned) {
    poisoned = false;
    return { stopReason: 'cancelled' };
  }
  const running = new AbortController();
  entry.running = running;
  try {
    const parts = params.prompt as Row[];
    for (const content of parts) entry.session.record({ sessionUpdate: 'user_message_chunk', content });
    const reason = await runTurns({ session: entry.session, wire, signal: running.signal, prompt: parts, has });
    if (!running.signal.aborted) return { stopReason: reason };
    if (has('cancel-ignored')) return await new Promise(() => {});
    if (has('cancel-wedges')) entry.wedged = true;
    if (has('cancel-error')) throw new Refused({ code: -32603, message: 'Internal error: aborted' });
    return { stopReason: has('cancel-end-turn') ? 'end_turn' : 'cancelled' };
  } finally {
    entry.running = null;
  }
}

async function authenticate(): Promise<Row> {
  if (has('auth-fails')) throw new Refused({ code: -32603, message: 'The sign-in was not completed' });
  signedIn = true;
  return {};
}

const methods: Record<string, (params: Row) => unknown> = {
  authenticate,
  logout() {
    signedIn = false;
    return {};
  },
  'session/new': newSession,
  'session/load': (params) => reopen('load', params),
  'session/resume': (params) => reopen('resume', params),
  'session/list': listSessions,
  'session/prompt': prompt,
  'session/close'(params) {
    opened(params.sessionId).running?.abort();
    open.delete(String(params.sessionId));
    return {};
  },
  'session/set_mode': (params) => changeOption(opened(params.sessionId).session, 'mode', params.modeId, wire, has),
  'session/set_config_option'(params) {
    const { session } = opened(params.sessionId);
    if (has('set-option-dies') && !existsSync(oddityValue('set-option-dies'))) process.exit(1);
    changeOption(session, String(params.configId), params.value, wire, has);
    return { configOptions: optionsOf(session) };
  },
};

const wire = openWire(
  {
    onRequest(id, method, params) {
      if (has('silent')) return;
      if (method === 'initialize') {
        initializeLater(() => answerInitialize(id, wire, has), oddityValue, has);
        return;
      }
      const handler = methods[method];
      if (!handler) return wire.refuse(id, -32601, `"Method not found": ${method}`);
      Promise.resolve()
        .then(() => handler(params))
        .then(
          (result) => wire.respond(id, result),
          (error: unknown) => {
            if (error instanceof Refused) wire.refuse(id, error.code, error.message, error.data);
            else wire.refuse(id, -32603, `Internal error: ${String(error)}`);
          },
        );
    },
    onNotification(method, params) {
      if (method !== 'session/cancel') return;
      const entry = open.get(String(params.sessionId));
      if (!entry?.running) poisoned ||= has('cancel-poisons');
      entry?.running?.abort();
    },
    onEnd() {
      if (!has('ignores-stdin-end')) process.exit(0);
    },
  },
  values.log ?? null,
);

if (has('ignores-sigterm')) process.on('SIGTERM', () => {});
if (has('ignores-stdin-end')) setInterval(() => {}, 1000);
if (has('forks-children')) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    // It holds the agent's output open.
    stdio: ['ignore', 'inherit', 'ignore'],
    detached: true,
  });
  appendFileSync(oddityValue('forks-children'), `${child.pid}\n`);
}
if (has('banner'))
  wire.raw('Performing one time database migration, may take a few minutes…\nDatabase migration complete.\n\n');
