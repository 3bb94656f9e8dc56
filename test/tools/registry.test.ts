import { describe, expect, test } from 'vitest';
import { createCustomizations } from '../../electron/features/customizations/customizations.ts';
import { backgroundCommands } from '../support/backgroundCommands.ts';
import { cite } from '../support/cite.ts';
import { openOwnTexts } from '../support/openOwnTexts.ts';
import { openWebSearch } from '../support/openWebSearch.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { createToolCaller } from '../support/toolCaller.ts';

const expected = [
  ['read_file', 'read', true, false, ['path', 'offset', 'limit'], ['path']],
  ['list_files', 'read', true, false, ['path', 'depth', 'limit'], []],
  ['search_files', 'read', true, false, ['pattern', 'path', 'glob', 'ignore_case', 'limit'], ['pattern']],
  ['write_file', 'write', true, true, ['path', 'content'], ['path', 'content']],
  ['edit_file', 'write', true, true, ['path', 'old_text', 'new_text', 'replace_all'], ['path', 'old_text', 'new_text']],
  ['run_command', 'execute', true, true, ['command', 'timeout_seconds', 'background'], ['command']],
  ['read_command', 'state', true, false, ['id', 'offset', 'limit', 'wait_seconds'], ['id']],
  ['write_command', 'execute', true, true, ['id', 'text', 'close'], ['id', 'text']],
  ['end_command', 'state', true, true, ['id'], ['id']],
  ['fetch_url', 'network', false, false, ['url', 'offset'], ['url']],
  ['todo_write', 'state', false, true, ['todos'], ['todos']],
  ['read_tool_result', 'state', false, false, ['result', 'offset', 'limit'], ['result']],
  ['ask_user', 'state', false, true, ['questions', 'message'], ['questions']],
  ['present_plan', 'state', false, true, ['title', 'plan'], ['title', 'plan']],
  ['run_agent', 'agent', false, false, ['task', 'title', 'tools', 'agent'], ['task']],
  ['update_memory', 'write', false, true, ['scope', 'action', 'new_text', 'old_text'], ['scope', 'action', 'new_text']],
  ['web_search', 'network', false, false, ['query', 'count'], ['query']],
  ['load_skill', 'read', false, false, ['name', 'file'], ['name']],
];

describe('the built-in tools', () => {
  test(
    cite('TOOL-1', 'each has its name, kind and arguments, a closed schema, and a description for the model'),
    () => {
      const { tools } = createToolCaller(null, {
        background: backgroundCommands(),
        memory: { files: openOwnTexts(tempFolder()), isOn: async () => true },
        webSearch: openWebSearch({ backend: 'off', address: '' }),
        skills: createCustomizations({ dataDir: '/none', home: '/none', claude: null, others: async () => false })
          .skills,
      });
      const seen = tools.map((tool) => {
        const { properties, required } = tool.parameters as { properties: object; required: string[] };
        return [tool.name, tool.kind, tool.needsFolder, tool.exclusive, Object.keys(properties), required];
      });
      expect(seen).toEqual(expected);
      for (const tool of tools) {
        expect(Object.keys(tool.parameters)).toEqual(['type', 'properties', 'required', 'additionalProperties']);
        expect(tool.parameters).toMatchObject({ type: 'object', additionalProperties: false });
        expect(tool.description.length).toBeGreaterThan(100);
        expect(JSON.stringify(tool.parameters)).not.toContain('$schema');
      }
    },
  );

  test('two programs offer byte for byte the same tools', () => {
    const describe = () =>
      JSON.stringify(createToolCaller(null).tools.map((tool) => [tool.description, tool.parameters]));
    expect(describe()).toBe(describe());
  });

  test.each([
    ['read_file', {}, 'path: missing; give a value of type string'],
    ['read_file', { path: 'a', offset: 'one' }, 'offset: expected number, received string'],
    ['read_file', { path: 'a', offset: 0 }, 'offset: expected number to be >=1'],
    ['read_file', { path: 'a', line: 3 }, 'line: not an argument of this tool; it accepts path, offset, limit'],
    ['read_file', ['a'], 'arguments: expected object, received array'],
    [
      'todo_write',
      { todos: [{ content: 'a', status: 'open' }] },
      'todos.0.status: expected one of "pending"|"in_progress"|"completed"',
    ],
    ['run_command', { command: 'a\0b' }, 'command: contains a NUL character'],
  ])('wrong arguments of %s are reported: %j', (name, args, message) => {
    const checked = createToolCaller(null).tool(name).check(args);
    expect(checked).toEqual({ ok: false, error: { code: 'TOOL_ARGS_INVALID', message } });
  });

  test('null counts as an omitted argument', () => {
    const checked = createToolCaller(null).tool('read_file').check({ path: 'a', offset: null });
    expect(checked).toEqual({ ok: true, value: { path: 'a' } });
  });

  test('without a folder a file tool is rejected with an explanation, and the others work', async () => {
    const caller = createToolCaller(null);
    const read = await caller.call('read_file', { path: 'a' });
    expect(read).toMatchObject({ outcome: 'error', details: { errorCode: 'TOOL_NOT_AVAILABLE' } });
    expect(read.text).toBe(
      'Error: read_file needs a folder, and this conversation has none. Ask the user to open one.',
    );
    expect((await caller.call('todo_write', { todos: [] })).outcome).toBe('ok');
  });

  test('a call stopped before it started does nothing and says so', async () => {
    const caller = createToolCaller(tempFolder());
    const result = await caller.call('write_file', { path: 'a', content: 'x' }, { signal: AbortSignal.abort() });
    expect(result.outcome).toBe('cancelled');
    expect((await caller.call('list_files', {})).details.entries).toBe(0);
  });

  test('an exception inside becomes an error for the model and the user', async () => {
    const folder = tempFolder();
    const readResult = () => Promise.reject(new Error('the disk is gone'));
    const result = await createToolCaller(folder).call('read_tool_result', { result: 'x' }, { readResult });
    expect(result).toMatchObject({ outcome: 'error', text: 'Error: read_tool_result failed: the disk is gone' });
  });
});
