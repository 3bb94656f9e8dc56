// A home folder with minimal sessions of other apps, in those apps' own formats.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { clineFiles, copilotLines, piLines, qwenLines } from './newerSessions.ts';

export interface SessionHome {
  home: string;
  /** Session files. */
  claude(n: number, turns?: readonly Turn[]): string;
  codex(n: number, turns?: readonly Turn[]): string;
  gemini(n: number, turns?: readonly Turn[]): string;
  copilot(n: number, turns?: readonly Turn[]): string;
  qwen(n: number, turns?: readonly Turn[]): string;
  cline(n: number, turns?: readonly Turn[]): string;
  pi(n: number, turns?: readonly Turn[]): string;
  /** A row of its database, which is closed again. */
  openCode(n: number, turns?: readonly Turn[]): string;
  /** Continues a Claude Code session. */
  growClaude(file: string, n: number, turns: readonly Turn[]): void;
}

export interface Turn {
  asked: string;
  command: string;
  printed: string;
  said: string;
}

const plain: Turn = { asked: 'List the berths', command: 'ls berths', printed: 'north\nsouth', said: 'There are two.' };

export function sessionHome(home: string): SessionHome {
  /** The last line of each Claude Code session. */
  const lines = new Map<number, LastLine>();
  const startAnew = (n: number): LastLine => {
    const line: LastLine = { step: 0, uuid: null };
    lines.set(n, line);
    return line;
  };
  const write = (file: string, lines: readonly object[] | string): string => {
    const there = path.join(home, file);
    mkdirSync(path.dirname(there), { recursive: true });
    writeFileSync(there, typeof lines === 'string' ? lines : text(lines));
    return there;
  };
  return {
    home,
    claude: (n, turns = [plain]) =>
      write(`.claude/projects/-home-ada-harbour/${uuid(n, 0)}.jsonl`, claudeLines(n, turns, startAnew(n))),
    growClaude(file, n, turns) {
      appendFileSync(file, text(claudeLines(n, turns, lines.get(n) ?? startAnew(n))));
    },
    codex: (n, turns = [plain]) =>
      write(`.codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-${uuid(n, 1)}.jsonl`, codexLines(n, turns)),
    openCode(n, turns = [plain]) {
      const file = path.join(home, '.local/share/opencode/opencode.db');
      mkdirSync(path.dirname(file), { recursive: true });
      putInStore(file, n, turns);
      return file;
    },
    copilot: (n, turns = [plain]) => write(`.copilot/session-state/${uuid(n, 3)}/events.jsonl`, copilotLines(n, turns)),
    qwen: (n, turns = [plain]) =>
      write(`.qwen/projects/-home-ada-jetty/chats/${uuid(n, 4)}.jsonl`, qwenLines(n, turns)),
    pi: (n, turns = [plain]) =>
      write(`.pi/agent/sessions/--home-ada-wharf--/2026-11-20T10-00-00-000Z_${uuid(n, 6)}.jsonl`, piLines(n, turns)),
    cline(n, turns = [plain]) {
      const { id, messages, facts } = clineFiles(n, turns);
      write(`.cline/data/sessions/${id}/${id}.json`, facts);
      return write(`.cline/data/sessions/${id}/${id}.messages.json`, messages);
    },
    gemini(n, turns = [plain]) {
      write('.gemini/tmp/quay/.project_root', []);
      writeFileSync(path.join(home, '.gemini/tmp/quay/.project_root'), '/home/ada/quay');
      return write(
        `.gemini/tmp/quay/chats/session-2026-11-20T10-00-${uuid(n, 2).slice(-8)}.jsonl`,
        geminiLines(n, turns),
      );
    },
  };
}

function text(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function uuid(n: number, kind: number): string {
  return `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

const at = (step: number): string => new Date(Date.UTC(2026, 10, 20, 10, 0, step)).toISOString();

interface LastLine {
  /** The number of steps. */
  step: number;
  uuid: string | null;
}

function claudeLines(n: number, turns: readonly Turn[], last: LastLine): object[] {
  const sessionId = uuid(n, 0);
  const common = { isSidechain: false, userType: 'external', cwd: '/home/ada/harbour', sessionId, version: '2.1.329' };
  const line = (fields: object): object => {
    const made = { parentUuid: last.uuid, ...common, ...fields, uuid: lineId(n, last.step), timestamp: at(last.step) };
    last.uuid = made.uuid;
    last.step++;
    return made;
  };
  const reply = (id: string, block: object, reason: string): object => ({
    type: 'assistant',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [block],
      stop_reason: reason,
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  });
  return turns.flatMap(({ asked, command, printed, said }) => {
    const call = `toolu_${n}_${last.step}`;
    return [
      line({ type: 'user', message: { role: 'user', content: asked } }),
      line(
        reply(`msg_${n}_${last.step}`, { type: 'tool_use', id: call, name: 'Bash', input: { command } }, 'tool_use'),
      ),
      line({
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call, content: printed, is_error: false }],
        },
        toolUseResult: { stdout: printed, stderr: '', interrupted: false },
      }),
      line(reply(`msg_${n}_${last.step}`, { type: 'text', text: said }, 'end_turn')),
    ];
  });
}

function lineId(n: number, step: number): string {
  return `${String(n).padStart(8, '0')}-0000-4000-8000-${String(step).padStart(12, '0')}`;
}

function codexLines(n: number, turns: readonly Turn[]): object[] {
  let step = 0;
  const row = (type: string, payload: object): object => ({ timestamp: at(step++), type, payload });
  const meta = {
    id: uuid(n, 1),
    timestamp: at(0),
    cwd: '/home/ada/pier',
    originator: 'codex_cli_rs',
    cli_version: '0.169.0',
    source: 'cli',
  };
  const said = (role: string, type: string, words: string): object =>
    row('response_item', { type: 'message', role, content: [{ type, text: words }] });
  return [
    row('session_meta', meta),
    ...turns.flatMap(({ asked, command, printed, said: words }, turn) => [
      said('user', 'input_text', asked),
      row('response_item', {
        type: 'function_call',
        name: 'shell',
        arguments: JSON.stringify({ command: ['bash', '-lc', command] }),
        call_id: `call_${n}_${turn}`,
      }),
      row('response_item', { type: 'function_call_output', call_id: `call_${n}_${turn}`, output: printed }),
      said('assistant', 'output_text', words),
    ]),
  ];
}

function geminiLines(n: number, turns: readonly Turn[]): object[] {
  let step = 0;
  const next = (): { id: string; timestamp: string } => ({ id: `${n}-${step}`, timestamp: at(step++) });
  const head = {
    sessionId: uuid(n, 2),
    projectHash: 'f'.repeat(64),
    startTime: at(0),
    lastUpdated: at(0),
    kind: 'main',
  };
  return [
    head,
    ...turns.flatMap(({ asked, command, printed, said }, turn) => [
      { ...next(), type: 'user', content: [{ text: asked }] },
      {
        ...next(),
        ...{ type: 'gemini', content: said, model: 'gemini-test' },
        toolCalls: [
          {
            ...{ id: `call_${n}_${turn}`, name: 'run_shell_command', args: { command }, status: 'success' },
            result: [
              {
                functionResponse: { id: `call_${n}_${turn}`, name: 'run_shell_command', response: { output: printed } },
              },
            ],
          },
        ],
      },
    ]),
  ];
}

const tables = `
  create table if not exists session (id text primary key, project_id text, parent_id text, slug text, directory text, path text,
    title text, version text, agent text, model text, cost real, permission text, revert text, time_created integer,
    time_updated integer);
  create table if not exists message (id text primary key, session_id text, time_created integer, data text);
  create table if not exists part (id text primary key, message_id text, data text);
`;

function putInStore(file: string, n: number, turns: readonly Turn[]): void {
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; ${tables}`);
  const id = `ses_${n}`;
  let step = Date.parse(at(0));
  const put = (table: string, values: Record<string, SQLInputValue>): void => {
    const names = Object.keys(values);
    const places = names.map((name) => `:${name}`).join(', ');
    database.prepare(`insert or replace into ${table} (${names.join(', ')}) values (${places})`).run(values);
  };
  for (const [turn, { asked, command, printed, said }] of turns.entries()) {
    const message = (name: string, info: object, parts: readonly object[]): void => {
      const created = step++;
      const data = JSON.stringify({ ...info, time: { created } });
      put('message', { id: `msg_${n}_${turn}_${name}`, session_id: id, time_created: created, data });
      for (const [at, part] of parts.entries()) {
        const place = { id: `prt_${n}_${turn}_${name}${at}`, message_id: `msg_${n}_${turn}_${name}` };
        put('part', { ...place, data: JSON.stringify(part) });
      }
    };
    const state = {
      status: 'completed',
      input: { command },
      output: printed,
      title: '',
      metadata: {},
      time: { start: 1, end: 2 },
    };
    message('a', { role: 'user' }, [{ type: 'text', text: asked }]);
    message('b', { role: 'assistant', modelID: 'open-test' }, [
      { type: 'tool', tool: 'bash', callID: `call_${n}_${turn}`, state },
      { type: 'text', text: said },
    ]);
  }
  put('session', {
    ...{ id, project_id: 'global', parent_id: null, directory: '/home/ada/lagoon', title: turns[0]?.asked ?? '' },
    ...{ version: '1.18.33', time_created: 1, time_updated: step },
  });
  database.close();
}
