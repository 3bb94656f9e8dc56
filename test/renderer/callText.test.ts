// A call's row for a call that did not run, for a denied one, and for restored changes.

import { describe, expect, test } from 'vitest';
import { fileError } from '../../electron/tools/paths/fileErrors.ts';
import { callLine } from '../../renderer/core/calls/callLine.ts';
import { refusalText } from '../../renderer/core/calls/refusal.ts';
import { startedCommandId } from '../../renderer/features/calls/CallHeader.tsx';
import { undoneChangesTitle } from '../../renderer/features/chat/transcript/ContextRow.tsx';
import type { ToolDetails, ToolMessage } from '../../shared/conversation/message.ts';
import { type Sentence, say, sentenceDataOf } from '../../shared/core/sentence.ts';
import { cite } from '../support/cite.ts';
import { toolMessage } from '../support/messageBuilder.ts';

function result(outcome: ToolMessage['outcome'], details: unknown, startedAt?: string): ToolMessage {
  const times = startedAt === undefined ? {} : { startedAt };
  return toolMessage('c', '', { toolName: 'run_command', outcome, details: details as ToolDetails, ...times });
}

const at = '2026-01-01T00:00:00Z';
const call = { name: 'run_command', arguments: '{"command":"echo hi"}' };

describe("a call's row", () => {
  test.each([
    ['switched_off', 'Turned off'],
    ['unknown', 'Tool not available'],
    ['arguments', 'Invalid arguments'],
  ])(cite('UI-1', 'that never ran (%s) does not say that it ran'), (notRun, words) => {
    const refused = result('error', { errorCode: 'X', notRun });
    expect(refusalText(refused)).toBe(words);
    expect(callLine({ ...call, result: refused }, 'error')).toBe('Run echo hi');
  });

  test(cite('UI-1', 'that failed says why, without the path and the advice'), () => {
    const why = (said: Sentence, details: object = {}) =>
      refusalText(result('error', { errorCode: 'TOOL_EXEC_FAILED', said: sentenceDataOf(said), ...details }, at));
    const missing = fileError(Object.assign(new Error(), { code: 'ENOENT' }), 'src/missing.js');
    expect(refusalText(result('error', { said: missing.said }, at))).toBe('Does not exist');
    const found = say`old_text was found ${0} times in ${'a.b.md'}. Read the file again.`;
    expect(why(found)).toBe('old_text was found 0 times in a.b.md');
    expect(why(found, { exitCode: 1 })).toBeNull();
    expect(refusalText(result('error', { said: 'x' }, at))).toBeNull();
  });

  test('that ran and failed says that it ran, whatever its details say', () => {
    const failed = result('error', { exitCode: 1, notRun: 'unknown' }, at);
    expect(refusalText(failed)).toBeNull();
    expect(callLine({ ...call, result: failed }, 'error')).toBe('Ran echo hi');
  });

  test.each([
    [{ by: 'rule' }, 'Denied by rule'],
    [{ by: 'nobody' }, 'No one available to approve'],
    [{ by: 'person' }, 'Denied by you'],
    [{ by: 'person', reason: 'Not\nnow\u202e' }, 'Denied by you: Not now⟨U+202E⟩'],
    [{ by: 'elsewhere' }, null],
    ['person', null],
    [undefined, null],
  ])(cite('APPROVE-4', 'that was denied says by whom: %j'), (refused, words) => {
    expect(refusalText(result('denied', { refused }))).toBe(words);
  });

  test('names the command that it started, and only that', () => {
    const started = result('ok', { background: { id: 'bg_1', state: 'running' } });
    expect(startedCommandId({ name: 'run_command', result: started })).toBe('bg_1');
    expect(startedCommandId({ name: 'read_command', result: started })).toBeNull();
    expect(startedCommandId({ name: 'run_command', result: result('ok', { background: 7 }) })).toBeNull();
  });
});

describe('the line of restored changes', () => {
  const told = 'The user undid changes that you had made to files. What is different now:';
  test.each([
    [`[File changes undone]\n${told}\n- plan.md: is gone`, 'Undone: plan.md'],
    [
      `[File changes done again]\n${told}\n- a: is gone\n- b: is gone\n- c: is gone\n- d: is gone\n- and 9 more`,
      'Redone: a, b, c and 10 more',
    ],
    [`[File changes undone]\n${told}\n- a: is gone\nLeft as they are, because:\n- b`, 'Undone: a'],
    ['something else', 'Files restored'],
  ])('%#: says which direction and which files', (content, title) => {
    expect(undoneChangesTitle(content)).toBe(title);
  });
});
