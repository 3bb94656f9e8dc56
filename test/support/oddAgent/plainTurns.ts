// Turns as an agent does them that keeps to the protocol. A prompt names one with a line `!name words`.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type StopReason, type Turn, textContent } from './turn.ts';
import { whenExists } from './whenExists.ts';
import { Refused, type Row } from './wire.ts';

export type TurnRun = (turn: Turn) => Promise<StopReason | undefined> | StopReason | undefined;

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

/** Describes the prompt's parts, so that a test sees what arrived. */
function describe(part: Row): string {
  if (part.type === 'text') return `text of ${String(part.text).length}`;
  if (part.type === 'image' || part.type === 'audio') return `${part.type} ${String(part.mimeType)}`;
  const resource = (part.resource ?? part) as Row;
  return `${String(part.type)} ${String(resource.uri)}`;
}

/** Asks first; then the call fails or does its work. Errors of the client fail the call. */
async function guarded(
  turn: Turn,
  fields: Row & { title: string },
  work: (id: string) => Promise<Row>,
  options?: readonly Row[],
): Promise<void> {
  const id = turn.call(fields);
  if (!(await turn.allowed(id, fields, options))) {
    if (!turn.signal.aborted) turn.callUpdate(id, { status: 'failed', content: [textContent('The user said no.')] });
    return;
  }
  turn.callUpdate(id, { status: 'in_progress' });
  try {
    turn.callUpdate(id, { status: 'completed', ...(await work(id)) });
  } catch (error) {
    turn.callUpdate(id, { status: 'failed', content: [textContent(String(error))] });
  }
}

/** Runs a command in the client's terminal and returns its output. */
async function inTerminal(turn: Turn, id: string, command: string): Promise<Row> {
  const { terminalId } = await turn.ask('terminal/create', {
    command: '/bin/sh',
    args: ['-c', command],
    cwd: turn.session.cwd,
    outputByteLimit: 100_000,
  });
  turn.callUpdate(id, { content: [{ type: 'terminal', terminalId }] });
  const stop = (): void => void turn.ask('terminal/kill', { terminalId }).catch(() => {});
  turn.signal.addEventListener('abort', stop);
  const exit = await turn.ask('terminal/wait_for_exit', { terminalId });
  turn.signal.removeEventListener('abort', stop);
  const { output } = await turn.ask('terminal/output', { terminalId });
  await turn.ask('terminal/release', { terminalId });
  return { rawOutput: { output, ...exit }, ...(exit.exitCode === 0 ? {} : { status: 'failed' }) };
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

export const plainTurns = {
  say: (turn) => turn.say(turn.words || 'Hello.') as undefined,
  think(turn) {
    turn.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: turn.words || 'Let me see.' } });
    return undefined;
  },
  /** Lists the parts of the prompt. */
  parts: (turn) => turn.say(turn.prompt.map(describe).join('; ')) as undefined,
  plan(turn) {
    for (const done of [0, 1, 2]) {
      const entries = ['look', 'change', 'check'].map((content, at) => {
        const status = at < done ? 'completed' : at === done ? 'in_progress' : 'pending';
        return { content, priority: 'medium', status };
      });
      turn.update({ sessionUpdate: 'plan', entries });
    }
    return undefined;
  },
  /** Reads a file through the client. */
  async read(turn) {
    const file = turn.file(turn.words);
    const fields = { kind: 'read', title: `Read ${turn.words}`, rawInput: { path: file }, locations: [{ path: file }] };
    const id = turn.call(fields);
    try {
      const { content } = await turn.ask('fs/read_text_file', { path: file });
      turn.callUpdate(id, { status: 'completed', content: [textContent(String(content))], rawOutput: { content } });
    } catch (error) {
      turn.callUpdate(id, { status: 'failed', content: [textContent(String(error))] });
    }
    return undefined;
  },
  /** Writes a file through the client, with a permission and a diff. */
  async edit(turn) {
    const file = turn.file(turn.words);
    const oldText = existsSync(file) ? textOf(file) : null;
    const newText = `${oldText ?? ''}edited\n`;
    const diff = { type: 'diff', path: file, oldText, newText };
    const title = `Edit ${path.basename(file)}`;
    const fields = {
      kind: 'edit',
      title,
      rawInput: { path: file, text: newText },
      content: [diff],
      locations: [{ path: file }],
    };
    await guarded(turn, fields, async () => {
      await turn.ask('fs/write_text_file', { path: file, content: newText });
      return {};
    });
    return undefined;
  },
  /** Writes a file itself, as most agents do. */
  async write(turn) {
    const file = turn.file(turn.words);
    const oldText = existsSync(file) ? textOf(file) : null;
    const newText = `${oldText ?? ''}written\n`;
    const diff = { type: 'diff', path: file, oldText, newText };
    await guarded(turn, { kind: 'edit', title: `Write ${path.basename(file)}`, rawInput: { path: file } }, async () => {
      writeFileSync(file, newText);
      return { content: [diff] };
    });
    return undefined;
  },
  /** Runs a command in the client's terminal. */
  async run(turn) {
    const command = turn.words || 'echo out';
    const fields = { kind: 'execute', title: `\`${command}\``, rawInput: { command } };
    await guarded(turn, fields, (id) => inTerminal(turn, id, command));
    return undefined;
  },
  /** Runs a command itself. */
  async shell(turn) {
    const command = turn.words || 'echo out';
    await guarded(turn, { kind: 'execute', title: `\`${command}\``, rawInput: { command } }, async (id) => {
      const output = await new Promise<string>((resolve, reject) => {
        const child = execFile('/bin/sh', ['-c', command], { cwd: turn.session.cwd }, (error, stdout, stderr) =>
          error ? reject(new Error(`${error.message} ${stderr}`)) : resolve(stdout),
        );
        turn.signal.addEventListener('abort', () => child.kill());
        turn.callUpdate(id, { content: [textContent('…')] });
      });
      return { content: [textContent(output)], rawOutput: { output, exitCode: 0 } };
    });
    return undefined;
  },
  search(turn) {
    const id = turn.call({ kind: 'search', title: `Search ${turn.words}`, rawInput: { pattern: turn.words } });
    turn.callUpdate(id, { status: 'completed', content: [textContent('a.ts:1: found')] });
    return undefined;
  },
  fail(turn) {
    const id = turn.call({ kind: 'read', title: 'Read missing.txt', rawInput: { path: turn.file('missing.txt') } });
    turn.callUpdate(id, { status: 'failed', content: [textContent('ENOENT: no such file')] });
    return undefined;
  },
  /** A call that runs until the turn is stopped. */
  async wait(turn) {
    const id = turn.call({ kind: 'execute', title: '`sleep 1000`', rawInput: { command: 'sleep 1000' } });
    turn.callUpdate(id, { status: 'in_progress', content: [textContent('still running')] });
    await turn.stopped();
    return undefined;
  },
  /** Half a sentence; then waits until the turn is stopped or the file in `words` exists. */
  async pause(turn) {
    turn.say('The first half, ');
    await Promise.race([turn.stopped(), ...(turn.words ? [whenExists(turn.file(turn.words))] : [])]);
    if (!turn.signal.aborted) turn.say('and the second.');
    return undefined;
  },
  async ask(turn) {
    const requestedSchema = {
      type: 'object',
      properties: {
        color: { type: 'string', title: 'Color', enum: ['red', 'blue'] },
        count: { type: 'integer', title: 'Count', minimum: 1 },
        really: { type: 'boolean', title: 'Really' },
      },
      required: ['color'],
    };
    const answer = await turn.ask('elicitation/create', { mode: 'form', message: 'Which one?', requestedSchema });
    turn.say(`Answer: ${JSON.stringify(answer)}`);
    return undefined;
  },
  async link(turn) {
    const params = { mode: 'url', message: 'Sign in there.', elicitationId: 'e1', url: 'https://example.com/sign-in' };
    const answer = await turn.ask('elicitation/create', params);
    turn.wire.notify('elicitation/complete', { elicitationId: 'e1' });
    turn.say(`Answer: ${JSON.stringify(answer)}`);
    return undefined;
  },
  usage: (turn) =>
    turn.update({
      sessionUpdate: 'usage_update',
      used: 1200,
      size: 8000,
      cost: { amount: 0.25, currency: 'USD' },
    }) as undefined,
  title: (turn) =>
    turn.update({ sessionUpdate: 'session_info_update', title: turn.words || 'Its own title' }) as undefined,
  mode: (turn) =>
    turn.update({ sessionUpdate: 'current_mode_update', currentModeId: turn.words || 'plan' }) as undefined,
  commands(turn) {
    const availableCommands = [{ name: 'review', description: 'Review the changes', input: { hint: 'what' } }];
    turn.update({ sessionUpdate: 'available_commands_update', availableCommands });
    return undefined;
  },
  image(turn) {
    turn.update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', mimeType: 'image/png', data: pixel },
    });
    return undefined;
  },
  notice(turn) {
    turn.update({
      sessionUpdate: 'notice',
      severity: 'warning',
      title: turn.words || 'Almost full',
      description: 'Soon.',
    });
    return undefined;
  },
  compact(turn) {
    const compactionId = 'compaction-1';
    turn.update({ sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' });
    const content = { type: 'text', text: 'So far: a greeting.' };
    turn.update({ sessionUpdate: 'compaction_summary_chunk', compactionId, content });
    turn.update({ sessionUpdate: 'compaction_update', compactionId, status: 'completed', summary: [content] });
    return undefined;
  },
  /** A sub-agent with a call of its own, as Claude reports it. */
  subagent(turn) {
    const parent = turn.call({ kind: 'think', title: 'Explore', rawInput: { prompt: 'look around' } });
    const _meta = { claudeCode: { parentToolUseId: parent, toolName: 'Read' } };
    const child = turn.call({ kind: 'read', title: 'Read a.ts', rawInput: { path: turn.file('a.ts') }, _meta });
    turn.callUpdate(child, { status: 'completed', content: [textContent('text of a')], _meta });
    turn.callUpdate(parent, { status: 'completed', content: [textContent('It is all there.')] });
    return undefined;
  },
  /** A sub-agent that edits the files in `words`, and asks before each. */
  async 'subagent-edit'(turn) {
    const parent = turn.call({ kind: 'think', title: 'Delegate', rawInput: { prompt: 'edit' } });
    const _meta = { claudeCode: { parentToolUseId: parent, toolName: 'Edit' } };
    for (const word of turn.words.split(' ')) {
      const file = turn.file(word);
      const fields = { kind: 'edit', title: `Edit ${word}`, rawInput: { path: file }, _meta };
      await guarded(turn, fields, async () => {
        writeFileSync(file, 'edited\n');
        return {};
      });
    }
    turn.callUpdate(parent, { status: 'completed', content: [textContent('All edited.')] });
    return undefined;
  },
  refuse: () => 'refusal',
  'max-tokens': (turn) => {
    turn.say('As much as I can');
    return 'max_tokens';
  },
  'max-requests': () => 'max_turn_requests',
  /** Answers the prompt with an error. */
  error(turn): never {
    throw new Refused({ code: -32603, message: turn.words || 'Internal error: the model is overloaded' });
  },
} satisfies Record<string, TurnRun>;
