// Prompts of the reference server, over both transports: listed, completed and called by the user.

import { describe, expect, test } from 'vitest';
import { promptNames } from '../../electron/mcp/prompts/promptNames.ts';
import { parsePromptArguments } from '../../electron/mcp/prompts/promptWords.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { startEverythingHttp } from '../support/mcp/everythingHttp.ts';
import { everythingScript, type McpApp, startMcpApp } from '../support/mcp/mcpApp.ts';
import { errorOf, okValue } from '../support/result.ts';

const stdio = { command: process.execPath, args: [everythingScript, 'stdio'] };

/** Like a window: requested again when notified. */
async function slashOf(app: McpApp) {
  const projectId = (await app.call('app.open', {})).startProjectId;
  const from = app.events.length;
  const first = await app.call('slash.list', { projectId });
  if (first.pending.length > 0) {
    await expect.poll(() => app.events.slice(from).some(({ event }) => event.type === 'slash.changed')).toBe(true);
  }
  const { entries, pending } = await app.call('slash.list', { projectId });
  return { projectId, first, entries: entries.filter(({ kind }) => kind === 'mcp'), pending };
}

/** Without what the first one says about its environment. */
function lastSaid(app: McpApp): unknown {
  const content = app.model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content.replace(/^\[Environment\](?:\n.+)+\n\n/, '') : content;
}

function lastUser(app: McpApp, id: string): Message | undefined {
  return app.rows(id).findLast(({ role }) => role === 'user');
}

async function usePrompts(app: McpApp): Promise<void> {
  const { projectId, first, entries, pending } = await slashOf(app);
  // The first answer waits for nobody.
  expect({ entries: first.entries.filter(({ kind }) => kind === 'mcp'), pending: first.pending }).toEqual({
    entries: [],
    pending: ['everything'],
  });
  expect(pending).toEqual([]);
  expect(entries.map(({ name, hint }) => `${name} ${hint}`)).toEqual([
    'everything:args-prompt <city> [state]',
    'everything:completable-prompt <department> <name>',
    'everything:resource-prompt <resourceType> <resourceId>',
    'everything:simple-prompt ',
  ]);
  expect(entries[1]).toEqual({
    name: 'everything:completable-prompt',
    kind: 'mcp',
    description: 'Team Management: First argument choice narrows values for second argument.',
    hint: '<department> <name>',
    arguments: [
      { name: 'department', description: 'Choose the department.', required: true, completes: true },
      {
        name: 'name',
        description: 'Choose a team member to lead the selected department.',
        required: true,
        completes: true,
      },
    ],
    origin: { scope: 'server', label: 'everything' },
  });

  const completed = (argument: string, text: string, given = {}) =>
    app.call('slash.complete', { projectId, name: 'everything:completable-prompt', argument, text, given });
  expect(await completed('department', 'S')).toEqual({ values: ['Sales', 'Support'] });
  expect(await completed('name', '', { department: 'Sales' })).toEqual({ values: ['David', 'Eve', 'Frank'] });
  expect(await completed('name', '', { department: 'Support' })).toEqual({ values: ['John', 'Kim', 'Lee'] });

  const id = await app.start();
  expect(await app.turn(id, '/everything:completable-prompt department=Sales "name=Eve"')).toBe('done');
  expect(lastSaid(app)).toBe('Please promote Eve to the head of the Sales team.');
  expect(lastUser(app, id)?.content).toEqual([
    expect.objectContaining({
      type: 'command',
      name: 'everything:completable-prompt',
      words: ' department=Sales "name=Eve"',
      kind: 'mcp',
      from: 'everything',
    }),
  ]);
  await app.turn(id, '/everything:args-prompt "New York" NY');
  expect(lastSaid(app)).toBe("What's weather in New York, NY?");
  await app.turn(id, '/everything:simple-prompt In one line.');
  expect(lastSaid(app)).toBe('This is a simple prompt without arguments.\n\nIn one line.');
  await app.turn(id, '/everything:resource-prompt Text 7');
  expect(lastSaid(app)).toMatch(
    /^This prompt includes the Text resource[^\n]*\n\n\[Resource demo:\/\/resource\/dynamic\/text\/7, text\/plain\]\nResource 7: /,
  );
}

describe('server-everything', () => {
  test(cite('MCP-8', 'its prompts are listed, completed and sent over stdio'), { tags: ['all'] }, async () => {
    const app = await startMcpApp({ otherwise: { text: 'Good.' } });
    await app.save('everything', stdio);
    await usePrompts(app);
  });

  test(cite('MCP-8', 'its prompts are listed, completed and sent over Streamable HTTP'), {
    tags: ['all'],
  }, async () => {
    const { url } = await startEverythingHttp();
    const app = await startMcpApp({ otherwise: { text: 'Good.' } });
    await app.save('everything', { type: 'http', url });
    await usePrompts(app);
  });

  test(cite('MCP-8', 'a missing required argument is reported, and nothing is stored or sent'), {
    tags: ['all'],
  }, async () => {
    const app = await startMcpApp({ otherwise: { text: 'Good.' } });
    await app.save('everything', stdio);
    const id = await app.start();
    const answer = await app.client.call('run.send', {
      conversationId: id,
      text: '/everything:completable-prompt department=Sales',
    });
    expect(errorOf(answer)).toMatchObject({
      code: 'PARAMS_INVALID',
      message:
        '/everything:completable-prompt needs name. Write it as /everything:completable-prompt department=Sales name=…',
    });
    expect(app.model.requests).toEqual([]);
    const shown = await app.call('conversation.open', { conversationId: id });
    expect(shown.messages).toEqual([]);
  });

  test(cite(['MCP-8', 'MCP-3'], 'a disabled or unapproved server offers nothing'), async () => {
    const app = await startMcpApp({ otherwise: { text: 'Good.' } });
    await app.save('everything', { ...stdio, disabled: true });
    expect(await slashOf(app)).toMatchObject({ entries: [], pending: [] });
    const id = await app.start();
    await app.turn(id, '/everything:simple-prompt');
    expect(lastSaid(app)).toBe('/everything:simple-prompt');
    expect((await app.info('everything')).pid).toBeNull();
  });
});

describe('the arguments after a prompt', () => {
  const city = { name: 'city', required: true };
  const state = { name: 'state', required: false };

  test.each([
    ['Paris', { city: 'Paris' }],
    ['Paris Texas', { city: 'Paris', state: 'Texas' }],
    ['"New York" NY', { city: 'New York', state: 'NY' }],
    ['state=NY New York', { state: 'NY', city: 'New York' }],
    ['"city=New York"', { city: 'New York' }],
    ['city="New York" state=', { city: 'New York', state: '' }],
    ['city="say \\"hi\\"" and more words', { city: 'say "hi"', state: 'and more words' }],
    ['a=b', { city: 'a=b' }],
    ['\\"New\\" York', { city: '"New"', state: 'York' }],
    ['"never closed', { city: '"never', state: 'closed' }],
    ['__proto__=x', { city: '__proto__=x' }],
  ])(cite('MCP-8', '%s'), (words, expected) => {
    expect(okValue(parsePromptArguments('p', [city, state], words))).toEqual({ arguments: expected, rest: '' });
  });

  test(cite('MCP-8', 'excess arguments are reported'), () => {
    expect(errorOf(parsePromptArguments('p', [city], 'city=x y')).message).toBe('/p does not accept y.');
    expect(errorOf(parsePromptArguments('p', [city, state], '')).message).toBe('/p needs city. Write it as /p city=…');
  });
});

test(cite('MCP-8', 'names have no white space and are unique, whatever servers and their prompts are called'), () => {
  const prompts = [
    { server: 'my server', prompt: 'a b' },
    { server: 'my_server', prompt: 'a_b' },
    { server: 'my', prompt: 'server:a' },
    { server: 'my:server', prompt: 'a' },
    { server: 's', prompt: '\u200b\n' },
    { server: 's', prompt: '\u202e' },
    { server: 's', prompt: 'x'.repeat(1000) },
  ];
  const names = promptNames(prompts);
  expect(new Set(names).size).toBe(prompts.length);
  for (const name of names) expect(name).toMatch(/^[^\s\p{Cc}\p{Cf}]{1,340}$/u);
  expect(names[1]).toBe('my_server:a_b');
  expect(names[0]).toMatch(/^my_server:a_b_[0-9a-f]{6}$/);
  // In whatever order they arrive.
  expect(promptNames(prompts.toReversed()).toReversed()).toEqual(names);
});
