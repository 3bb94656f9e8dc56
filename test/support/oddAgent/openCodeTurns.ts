// Turns as OpenCode 1.18.33 was recorded doing them (openCode-1.18.33.jsonl).

import { writeFileSync } from 'node:fs';
import type { TurnRun } from './plainTurns.ts';
import { textContent } from './turn.ts';

export const openCodeTurns = {
  /** The pending call has a folder as its arguments, the prompt only the command; the rest arrives afterwards. */
  async 'opencode-bash'(turn) {
    const cwd = turn.session.cwd;
    const command = turn.words || 'echo out';
    const id = turn.call({ title: 'bash', kind: 'execute', locations: [{ path: cwd }], rawInput: { cwd } });
    const yes = await turn.allowed(id, {
      title: command,
      kind: 'execute',
      status: 'pending',
      locations: [],
      rawInput: { command },
    });
    const whole = { kind: 'execute', title: command, locations: [{ path: cwd }] };
    const rawInput = { command, description: 'Say it', cwd };
    if (!yes) {
      const rejected = 'The user rejected permission to use this specific tool call.';
      const content = [textContent(rejected)];
      turn.callUpdate(id, { status: 'failed', ...whole, rawInput, content, rawOutput: { error: rejected } });
      return 'end_turn';
    }
    turn.callUpdate(id, { status: 'in_progress', ...whole, rawInput });
    turn.callUpdate(id, { status: 'in_progress', ...whole, rawInput, content: [textContent('out\n')] });
    turn.callUpdate(id, {
      status: 'completed',
      title: command,
      content: [textContent('out\n')],
      rawOutput: { output: 'out\n' },
    });
    return undefined;
  },
  /** A command that runs until the stop, which then is reported as completed. */
  async 'opencode-stopped'(turn) {
    const id = turn.call({ title: 'bash', kind: 'execute', rawInput: { cwd: turn.session.cwd } });
    turn.callUpdate(id, { status: 'in_progress', title: 'sleep 30', rawInput: { command: 'sleep 30' } });
    await turn.stopped();
    const output = '(no output)\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>';
    turn.callUpdate(id, {
      status: 'completed',
      title: 'sleep 30',
      content: [textContent(output)],
      rawOutput: { output },
    });
    return undefined;
  },
  /**
   * A new file: the diff is only in the prompt, with an empty old text and other arguments than the call's; then the
   * client is asked to write the file, and the agent writes it as well.
   */
  async 'opencode-write'(turn) {
    const filePath = turn.file(turn.words);
    const locations = [{ path: filePath }];
    const newText = 'new\n';
    const rawInput = { filePath, content: newText };
    const id = turn.call({ title: 'write', kind: 'edit', locations: [], rawInput: {} });
    turn.callUpdate(id, { status: 'in_progress', kind: 'edit', title: 'write', locations, rawInput });
    const diff = { type: 'diff', path: filePath, oldText: '', newText };
    const asked = { filepath: filePath, diff: `--- ${filePath}\n+++ ${filePath}\n@@ -0,0 +1,1 @@\n+new\n` };
    const fields = { title: filePath, kind: 'edit', status: 'pending', locations, rawInput: asked, content: [diff] };
    if (!(await turn.allowed(id, fields))) {
      turn.callUpdate(id, { status: 'failed', content: [textContent('rejected')] });
      return 'end_turn';
    }
    await turn.ask('fs/write_text_file', { path: filePath, content: newText }).catch(() => {});
    writeFileSync(filePath, newText);
    const content = [textContent('Wrote file successfully.')];
    turn.callUpdate(id, {
      status: 'completed',
      title: filePath.slice(1),
      content,
      rawOutput: { output: 'Wrote file successfully.' },
    });
    return undefined;
  },
} satisfies Record<string, TurnRun>;
