// Turns that no agent should do and that some do, each with where it was seen. "Protocol" marks what the protocol allows
// or fails to forbid; "Probe" is our own start of the installed agents; the rest are public issues.

import { closeSync } from 'node:fs';
import path from 'node:path';
import type { TurnRun } from './plainTurns.ts';
import { type StopReason, type Turn, textContent } from './turn.ts';
import { whenExists } from './whenExists.ts';
import { Refused, type Row } from './wire.ts';

export interface OddTurn {
  source: string;
  run: TurnRun;
}

const odd = (source: string, run: (turn: Turn) => unknown): OddTurn => ({
  source,
  run: async (turn) => (await run(turn)) as StopReason | undefined,
});

const command = { kind: 'execute', rawInput: { command: 'true' } };

const asking = (source: string, options: unknown, after?: (turn: Turn, outcome: Row) => void): OddTurn =>
  odd(source, async (turn) => {
    const toolCallId = turn.call({ title: '`true`', ...command });
    const toolCall = { toolCallId, title: '`true`', ...command };
    const answer = await turn.ask('session/request_permission', { toolCall, options });
    turn.callUpdate(toolCallId, { status: 'completed', content: [textContent('done')] });
    turn.say(`Outcome: ${JSON.stringify(answer.outcome)}`);
    after?.(turn, answer);
  });

const reading = (source: string, file: string): OddTurn =>
  odd(source, async (turn) => {
    const id = turn.call({ kind: 'read', title: `Read ${file}`, rawInput: { path: file } });
    try {
      const { content } = await turn.ask('fs/read_text_file', {
        path: file.startsWith('/') ? file : `${turn.session.cwd}/${file}`,
      });
      turn.callUpdate(id, { status: 'completed', content: [textContent(String(content))] });
    } catch (error) {
      turn.callUpdate(id, { status: 'failed', content: [textContent(`refused: ${String(error)}`)] });
    }
  });

const writing = (source: string, place: (turn: Turn) => string): OddTurn =>
  odd(source, async (turn) => {
    const file = place(turn);
    const id = turn.call({ kind: 'edit', title: `Write ${file}`, rawInput: { path: file } });
    try {
      await turn.ask('fs/write_text_file', { path: file, content: 'from outside\n' });
      turn.callUpdate(id, { status: 'completed' });
    } catch (error) {
      turn.callUpdate(id, { status: 'failed', content: [textContent(`refused: ${String(error)}`)] });
    }
  });

const chunk = (text: unknown): Row => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

/** An update with a text, as bytes of one line. */
const line = (turn: Turn, text: string): Buffer =>
  Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: turn.session.id, update: chunk(text) } })}\n`,
  );

/** The client has the question: it created the file in the turn's words, or had the time to read the question. */
function isAsked(turn: Turn): Promise<void> {
  return turn.words === '' ? turn.wire.drained() : whenExists(turn.file(turn.words));
}

export const oddTurns = {
  // Calls
  'call-never-completed': odd(
    'NousResearch/hermes-agent#64471; the turn ends and the call is still running.',
    (turn) => {
      turn.callUpdate(turn.call({ title: '`make`', ...command }), { status: 'in_progress' });
    },
  ),
  'call-unannounced': odd('langchain-ai/deepagents#6333: the start of a call without arguments is dropped.', (turn) => {
    turn.callUpdate('never-announced', { status: 'in_progress', content: [textContent('part')] });
    turn.callUpdate('never-announced', { status: 'completed', content: [textContent('whole')] });
  }),
  'call-id-reused': odd(
    'Cline and Gemini build IDs of name and time; two calls in a millisecond share one.',
    (turn) => {
      for (const n of [1, 2]) {
        const toolCallId = 'list-1765359923416';
        turn.update({ sessionUpdate: 'tool_call', toolCallId, title: `List ${n}`, kind: 'read', rawInput: { n } });
        turn.callUpdate(toolCallId, { status: 'completed', content: [textContent(`result ${n}`)] });
      }
    },
  ),
  'call-announced-twice': odd(
    'agentclientprotocol/claude-agent-acp#122: tool_call again with the arguments.',
    (turn) => {
      const toolCallId = turn.call({ title: 'Terminal', kind: 'execute', rawInput: {}, content: [] });
      const rawInput = { command: 'git diff' };
      turn.update({
        sessionUpdate: 'tool_call',
        toolCallId,
        title: '`git diff`',
        kind: 'execute',
        status: 'pending',
        rawInput,
      });
      turn.callUpdate(toolCallId, { status: 'completed' });
    },
  ),
  'arguments-late': odd('anomalyco/opencode#31313: rawInput {} first, arguments while it runs.', (turn) => {
    const id = turn.call({ title: 'bash', kind: 'execute', rawInput: {} });
    turn.callUpdate(id, { status: 'in_progress', rawInput: { command: 'echo late' } });
    turn.callUpdate(id, { status: 'completed', content: [textContent('late')] });
  }),
  'arguments-emptied': odd('anomalyco/opencode#7370: the permission prompt sets rawInput back to {}.', async (turn) => {
    const id = turn.call({ title: 'bash', kind: 'execute', rawInput: {} });
    turn.callUpdate(id, { status: 'in_progress', rawInput: { command: "echo 'foo'" } });
    await turn.allowed(id, { title: 'bash', kind: 'execute', rawInput: {}, status: 'pending' });
    turn.callUpdate(id, { status: 'completed', rawInput: {}, content: [textContent('foo')] });
  }),
  'arguments-never': odd('Probe: Claude 0.101.0 before its arguments are complete; a call that stays so.', (turn) => {
    turn.callUpdate(turn.call({ title: 'Terminal' }), { status: 'completed' });
  }),
  'kind-missing': odd('Protocol: kind and status are optional.', (turn) => {
    const toolCallId = 'plain-1';
    turn.update({ sessionUpdate: 'tool_call', toolCallId, title: 'Something' });
    turn.callUpdate(toolCallId, { status: 'completed', content: [textContent('done')] });
  }),
  'kind-unknown': odd('Draft of v2: new kinds.', (turn) => {
    turn.callUpdate(turn.call({ title: 'Deploy', kind: 'deploy' }), { status: 'completed' });
  }),
  'title-json': odd('google-gemini/gemini-cli#14957: the arguments as the title.', (turn) => {
    turn.callUpdate(turn.call({ title: '{"resourceURI":"file:/a"}', kind: 'other' }), { status: 'completed' });
  }),
  'title-long': odd('agentclientprotocol/claude-agent-acp: a whole script as the title.', (turn) => {
    turn.callUpdate(turn.call({ title: `\`${'echo line\n'.repeat(2000)}\``, kind: 'execute' }), {
      status: 'completed',
    });
  }),
  'status-backwards': odd('anomalyco/opencode#7370: pending again after in_progress; then after completed.', (turn) => {
    const id = turn.call({ title: '`true`', ...command });
    for (const status of ['in_progress', 'pending', 'completed', 'in_progress', 'failed'])
      turn.callUpdate(id, { status });
  }),
  'failed-as-completed': odd('langchain-ai/deepagents#5938: a failed call is reported as completed.', (turn) => {
    const id = turn.call({ title: '`false`', ...command });
    turn.callUpdate(id, {
      status: 'completed',
      content: [textContent('Error: exit code 1')],
      rawOutput: { exitCode: 1 },
    });
  }),
  'huge-output': odd('Output of a build: 8 MB in one update, twice.', (turn) => {
    const id = turn.call({ title: '`make`', ...command });
    for (const status of ['in_progress', 'completed'])
      turn.callUpdate(id, { status, content: [textContent('z'.repeat(8_000_000))] });
  }),
  'many-calls': odd('200 calls open at once.', (turn) => {
    const ids = Array.from({ length: 200 }, (_, n) => turn.call({ title: `Read ${n}`, kind: 'read', rawInput: { n } }));
    for (const id of ids.reverse()) turn.callUpdate(id, { status: 'completed', content: [textContent('ok')] });
  }),
  // Messages
  'wrong-types': odd('Agents without a schema: numbers and null for text, no content, calls without an ID.', (turn) => {
    for (const update of [
      chunk(7),
      chunk(null),
      { sessionUpdate: 'agent_message_chunk' },
      { sessionUpdate: 'tool_call' },
      { sessionUpdate: 'plan', entries: 'none' },
      { sessionUpdate: 'tool_call_update', toolCallId: 5, status: 'odd' },
      { sessionUpdate: 'usage_update', used: 'many' },
      {},
    ]) {
      turn.unrecorded(update);
    }
    turn.say('Still here.');
  }),
  'unknown-updates': odd('Drafts and extensions: update kinds and blocks that the client does not know.', (turn) => {
    turn.unrecorded({ sessionUpdate: 'state_update', state: 'running' });
    turn.unrecorded({ sessionUpdate: '_vendor/extra', anything: [1, 2] });
    turn.unrecorded({ sessionUpdate: 'agent_message_chunk', content: { type: 'hologram', data: 'x' } });
    turn.say('Still here.');
  }),
  'other-session': odd('Updates for a session that this client did not open.', (turn) => {
    turn.unrecorded(chunk('not for you'), 'another-session');
    turn.say('For you.');
  }),
  'after-the-end': odd(
    'anomalyco/opencode#17505, svkozak/pi-acp#70, claude-agent-acp#824: updates after the answer.',
    (turn) => {
      turn.say('Before the end. ');
      setImmediate(() => turn.say('After the end.'));
    },
  ),
  'after-the-turn': odd('As above, long after it. Words: a file that starts it.', (turn) => {
    const id = turn.call({ title: '`npm test`', ...command });
    turn.callUpdate(id, { status: 'in_progress' });
    turn.say('I go on in the background.');
    if (turn.words === '') return;
    void whenExists(turn.file(turn.words)).then(() => {
      turn.say('By the way. ');
      turn.callUpdate(id, { status: 'completed', content: [textContent('3 passed')] });
      const later = turn.call({ title: '`git push`', ...command });
      turn.callUpdate(later, { status: 'completed' });
      turn.update({ sessionUpdate: 'session_info_update', title: 'It has come' });
    });
  }),
  'call-after-the-end': odd('agentclientprotocol/codex-acp#365: a background call ends after its turn.', (turn) => {
    const id = turn.call({ title: '`npm run dev`', ...command });
    setImmediate(() => turn.callUpdate(id, { status: 'completed', content: [textContent('ended later')] }));
  }),
  'echoes-prompt': odd('Protocol: user_message_chunk of the prompt itself, during the turn.', (turn) => {
    for (const content of turn.prompt) turn.unrecorded({ sessionUpdate: 'user_message_chunk', content });
    turn.say('I repeat.');
  }),
  'title-changes': odd('OpenCode renames the session several times in the first turn.', (turn) => {
    for (const title of ['New session', 'Reading files', `${'long '.repeat(200)}`, ''])
      turn.update({ sessionUpdate: 'session_info_update', title });
  }),
  'ends-empty': odd('google-gemini/gemini-cli: end_turn with nothing said.', () => undefined),
  'stop-reason-unknown': odd('An older Hermes: a stop reason that is not in the list.', () => 'completed'),
  // Bytes
  flood: odd('10,000 updates a second; words: how many seconds. Every 100th ends a call.', async (turn) => {
    const seconds = Number(turn.words) || 1;
    const started = performance.now();
    for (let n = 0; n < seconds * 10_000; n++) {
      turn.unrecorded(chunk(`${n} `));
      if (n % 100 === 99) {
        turn.callUpdate(turn.call({ title: `Read ${n}`, kind: 'read', rawInput: { n } }), { status: 'completed' });
        await turn.wire.drained();
        const early = (n / 10_000) * 1000 - (performance.now() - started);
        if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
      }
      if (turn.signal.aborted) return;
    }
    turn.say('Flood over.');
  }),
  'long-line': odd('A file of 50 MB in one update. Words: megabytes.', async (turn) => {
    const megabytes = Number(turn.words) || 50;
    const bytes = line(turn, 'MIDDLE');
    const at = bytes.indexOf('MIDDLE');
    turn.wire.raw(bytes.subarray(0, at));
    for (let n = 0; n < megabytes; n++) {
      turn.wire.raw('y'.repeat(1_000_000));
      await turn.wire.drained();
    }
    turn.wire.raw(bytes.subarray(at + 6));
    turn.say('After the long line.');
  }),
  'split-characters': odd('Pipes: a character of four bytes arrives in four reads.', async (turn) => {
    for (const byte of line(turn, 'Grüße 🙂 你好')) {
      turn.wire.raw(Uint8Array.of(byte));
      await turn.wire.drained();
    }
  }),
  'bad-characters': odd('Output in Latin-1 inside of a JSON string.', (turn) => {
    const bytes = line(turn, 'Gr?sse');
    bytes[bytes.indexOf('Gr?') + 2] = 0xfc;
    turn.wire.raw(bytes);
  }),
  'garbage-between': odd('Git-on-my-level/codex-autorunner#1176: status lines between messages.', (turn) => {
    turn.say('Before. ');
    turn.wire.raw('\u001b[32m[tool] deliberating…\u001b[0m\n{"jsonrpc": "2.0", "method": \n\n"a string"\n[]\nnull\n');
    turn.say('After.');
  }),
  // Permissions
  'permission-no-options': asking('Protocol: options may be empty.', []),
  'permission-duplicates': asking('Two options with one ID.', [
    { optionId: 'same', name: 'Yes', kind: 'allow_once' },
    { optionId: 'same', name: 'No', kind: 'reject_once' },
  ]),
  'permission-only-always': asking('Only allow_always: there is no way to say no.', [
    { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  ]),
  'permission-misnamed': asking('An option named "No" whose kind allows.', [
    { optionId: 'a', name: 'No', kind: 'allow_always' },
    { optionId: 'b', name: 'Yes', kind: 'reject_once' },
  ]),
  'permission-kind-unknown': asking('Codex: kinds of its own, as for a session.', [
    { optionId: 'session', name: 'Allow for this session', kind: 'allow_session' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ]),
  'permission-left-open': odd('openclaw/acpx#631: the turn ends, the question stays. Words: a file.', async (turn) => {
    const id = turn.call({ title: '`true`', ...command });
    void turn.allowed(id, { title: '`true`', ...command });
    await isAsked(turn);
    turn.say('I did not wait.');
  }),
  'permission-withdrawn': odd('Protocol: $/cancel_request of the question. Words: a file.', async (turn) => {
    const toolCallId = turn.call({ title: '`true`', ...command });
    const params = {
      sessionId: turn.session.id,
      toolCall: { toolCallId },
      options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
    };
    const { id } = turn.wire.request('session/request_permission', params);
    await isAsked(turn);
    turn.wire.notify('$/cancel_request', { requestId: id });
    turn.callUpdate(toolCallId, { status: 'failed', content: [textContent('I do it otherwise.')] });
  }),
  'permission-unknown-call': odd('A question about a call that was never announced.', async (turn) => {
    const yes = await turn.allowed('nobody-knows', {
      title: '`rm -rf build`',
      kind: 'execute',
      rawInput: { command: 'rm -rf build' },
    });
    turn.say(`Allowed: ${yes}`);
  }),
  'denied-does-it-anyway': odd('QwenLM/qwen-code#5258: the call runs after a rejection.', async (turn) => {
    const id = turn.call({ title: '`true`', ...command });
    await turn.allowed(id, { title: '`true`', ...command });
    turn.callUpdate(id, { status: 'completed', content: [textContent('did it')] });
  }),
  // Hanging and dying
  hang: odd('Yeachan-Heo/gajae-code#4018: silent for ever, whatever the client sends.', (turn) => {
    turn.say('One moment. ');
    return new Promise(() => {});
  }),
  'answer-missing': odd(
    'Yeachan-Heo/gajae-code#3949: everything is said, and the prompt is never answered.',
    (turn) => {
      turn.say('That is all.');
      return new Promise(() => {});
    },
  ),
  die: odd('openclaw/openclaw#65568: the process ends in the middle of a call.', (turn) => {
    turn.say('One moment. ');
    turn.callUpdate(turn.call({ title: '`make`', ...command }), { status: 'in_progress' });
    process.stderr.write('FATAL ERROR: JavaScript heap out of memory\n', () =>
      process.stdout.write('', () => process.exit(134)),
    );
    return new Promise(() => {});
  }),
  'closes-input': odd('Protocol: the transport is both pipes; a wrapper may lose one and live on.', (turn) => {
    turn.say('One moment. ');
    process.stdin.destroy();
    // A destroyed stream leaves the descriptor open.
    closeSync(0);
    setInterval(() => {}, 1000);
    return new Promise(() => {});
  }),
  'closes-output': odd('Protocol: the transport is both pipes; a wrapper may lose one and live on.', (turn) => {
    turn.say('One moment. ');
    process.stdout.write('', () => closeSync(1));
    return new Promise(() => {});
  }),
  unknown: odd('Yeachan-Heo/gajae-code#4019: the session was lost between two prompts.', (turn) => {
    throw new Refused({ code: -32603, message: `Unknown session, not found: ${turn.session.id}` });
  }),
  'signed-out': odd('A login that expired between two prompts.', () => {
    throw new Refused({ code: -32000, message: 'Authentication required' });
  }),
  // Asking for what it should not
  'read-passwd': reading('A path outside of the project.', '/etc/passwd'),
  'read-above': reading('A path with `..` in it.', '../../outside.txt'),
  'read-relative': odd('The protocol wants absolute paths.', async (turn) => {
    const answer = await turn.ask('fs/read_text_file', { path: 'notes.txt' }).catch(String);
    turn.say(`Answer: ${JSON.stringify(answer)}`);
  }),
  'write-above': writing(
    'A path outside of the project, by `..`.',
    (turn) => `${turn.session.cwd}/../written-outside.txt`,
  ),
  'write-git-hook': writing('A file that makes git run something.', (turn) =>
    path.join(turn.session.cwd, '.git/hooks/pre-commit'),
  ),
  'terminal-after-release': odd('Protocol: a released terminal is gone; agents ask for its output.', async (turn) => {
    const id = turn.call({ title: '`echo out`', kind: 'execute', rawInput: { command: 'echo out' } });
    if (!(await turn.allowed(id, { title: '`echo out`', ...command }))) return;
    const { terminalId } = await turn.ask('terminal/create', { command: 'echo', args: ['out'] });
    turn.callUpdate(id, { content: [{ type: 'terminal', terminalId }] });
    await turn.ask('terminal/wait_for_exit', { terminalId });
    await turn.ask('terminal/release', { terminalId });
    const late = await turn
      .ask('terminal/output', { terminalId })
      .catch((error: unknown) => ({ error: String(error) }));
    turn.callUpdate(id, { status: 'completed', rawOutput: late });
  }),
  'terminal-kept': odd('A terminal that is never waited for nor released.', async (turn) => {
    await turn.ask('terminal/create', { command: 'sleep', args: ['1000'] }).catch(() => {});
    turn.say('It runs.');
  }),
  'terminal-of-nobody': odd('A terminal that does not exist.', async (turn) => {
    const id = turn.call({ title: '`ls`', ...command, content: [{ type: 'terminal', terminalId: 'none' }] });
    await turn.ask('terminal/output', { terminalId: 'none' }).catch(() => {});
    turn.callUpdate(id, { status: 'completed' });
  }),
  'question-wrong': odd('A form without fields, and one with a nested object.', async (turn) => {
    for (const properties of [{}, { deep: { type: 'object', properties: {} } }]) {
      const requestedSchema = { type: 'object', properties };
      const answer = await turn
        .ask('elicitation/create', { mode: 'form', message: 'What?', requestedSchema })
        .catch(String);
      turn.say(`Answer: ${JSON.stringify(answer)} `);
    }
  }),
  'unknown-request': odd('QwenLM/qwen-code#4925: requests of its own during a turn.', async (turn) => {
    const answer = await turn.ask('_qwen/drain', {}).catch((error: unknown) => String((error as Refused).code));
    turn.say(`Answer: ${JSON.stringify(answer)}`);
  }),
} satisfies Record<string, OddTurn>;
