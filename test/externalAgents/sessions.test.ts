// Sessions with agents that behave: new, live, loaded, resumed, options, requests, stop.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readRegistry } from '../../electron/externalAgents/registryFile.ts';
import type { PassedServer } from '../../electron/ports/externalAgents.ts';
import { type AgentsHere, agentsHere, keepingHandlers, prompted, saidIn } from '../support/agentsHere.ts';
import { cite } from '../support/cite.ts';
import { oddAgentCommand } from '../support/oddAgent/startOddAgent.ts';
import { reaped } from '../support/processes.ts';
import { errorOf, okValue } from '../support/result.ts';

let here: AgentsHere;

afterEach(() => here.agents.close());

const oddAgent = (odd: Parameters<typeof oddAgentCommand>[0]['odd'] = []) =>
  oddAgentCommand({ sessions: here.dataDir, odd });

test(cite('ACP-1', 'an agent starts once its exact command is allowed, and answers'), async () => {
  here = agentsHere();
  const definition = { name: 'Odd', command: oddAgent(), variables: [], sandboxed: false, receivesServers: false };
  const { id, fingerprint, status } = okValue(await here.agents.save(null, definition));
  expect(status).toBe('unapproved');
  const refused = errorOf(await here.open(id));
  expect(refused.code).toBe('AGENT_NOT_APPROVED');
  expect(refused.message).toContain(`Settings → Agents, or in a terminal: throughline agents allow ${id}`);
  okValue(await here.agents.approve(id, fingerprint, true));
  expect(await here.agents.find(id)).toMatchObject({ status: 'idle' });

  const session = okValue(await here.open(id));
  expect(session.reached).toBe('new');
  const { end, said } = await prompted(session, 'hello');
  expect(end).toMatchObject({ reason: 'end_turn' });
  expect(said()).toBe('You said: hello');
  expect(await here.agents.find(id)).toMatchObject({ status: 'ready' });

  const again = okValue(await here.open(id, { previous: session.sessionId }));
  expect(again).toMatchObject({ reached: 'live', sessionId: session.sessionId, replay: null });

  const other = okValue(await here.agents.save(id, { ...definition, command: [...oddAgent(), '--more'] }));
  expect(other).toMatchObject({ status: 'unapproved' });
  expect(errorOf(await here.agents.approve(id, fingerprint, true))).toMatchObject({ code: 'AGENT_CHANGED' });
  expect((await prompted(again, 'still there?')).end).toMatchObject({ reason: 'failed', gone: true });
});

test(cite('ACP-2', 'after its process has gone, the session is loaded with its replay'), async () => {
  here = agentsHere();
  const id = await here.add(oddAgent());
  const session = okValue(await here.open(id));
  await prompted(session, 'remember me');
  await here.agents.close();

  const root = path.dirname(here.dataDir);
  here = agentsHere({ root });
  const info = okValue(await here.agents.approve(id, (await here.agents.find(id))?.fingerprint ?? '', true));
  expect(info.status).toBe('idle');
  const handling = keepingHandlers();
  const loaded = okValue(await here.open(id, { previous: session.sessionId, handlers: handling.handlers }));
  expect(loaded.reached).toBe('loaded');
  expect(loaded.replay?.filter(({ type }) => type === 'user')).toMatchObject([{ text: 'remember me' }]);
  expect(saidIn(loaded.replay ?? [])).toBe('You said: remember me');
  expect(handling.said()).toBe('');
});

test(cite('ACP-2', 'a message right after the process was killed gets a new process, without an error'), async () => {
  here = agentsHere();
  const id = await here.add(oddAgent([`forks-children:${path.join(here.dataDir, 'children')}`]));
  const session = okValue(await here.open(id));
  await prompted(session, 'remember me');
  const pid = Number(readFileSync(`${here.dataDir}.pids`, 'utf8'));
  process.kill(pid, 'SIGKILL');
  await reaped(pid);
  const loaded = okValue(await here.open(id, { previous: session.sessionId }));
  expect(loaded.reached).toBe('loaded');
  const { end, said } = await prompted(loaded, 'hello');
  expect(end).toMatchObject({ reason: 'end_turn' });
  expect(said()).toBe('You said: hello');
});

test(cite('ACP-1', 'an agent receives the MCP servers only where the user switched it on'), async () => {
  const server: PassedServer = { type: 'stdio', name: 'files', command: 'npx', args: ['-y', 'x'], env: [['A', 'b']] };
  here = agentsHere({
    servers: async () => [server, { type: 'sse', name: 'old', url: 'https://a.b/sse', headers: [] }],
  });
  const received: unknown[] = [];
  for (const receivesServers of [true, false]) {
    const log = path.join(here.dataDir, `messages-${receivesServers}.jsonl`);
    const command = oddAgentCommand({ sessions: here.dataDir, log, odd: ['no-capabilities'] });
    const id = await here.add(command, { receivesServers });
    okValue(await here.open(id));
    received.push(...readFileSync(log, 'utf8').split('\n').flatMap(serversIn));
  }
  expect(received).toEqual([
    [{ name: 'files', command: 'npx', args: ['-y', 'x'], env: [{ name: 'A', value: 'b' }] }],
    [],
  ]);
});

/** The servers in a line of the odd agent's log. */
function serversIn(line: string): unknown[] {
  const servers: unknown[] = [];
  if (line.startsWith('> ')) {
    JSON.parse(line.slice(2), (key, value: unknown) => {
      if (key === 'mcpServers') servers.push(value);
      return value;
    });
  }
  return servers;
}

test(cite('ACP-1', 'a registry file is read and shown; nothing of it is added or downloaded'), async () => {
  const agents = [
    { id: 'a', name: 'A', description: 'By npm', distribution: { npx: { package: 'a-acp@1.2.3', args: ['--acp'] } } },
    { id: 'b', name: 'B', distribution: { uvx: { package: 'b-acp' } } },
    { id: 'c', name: 'C', distribution: { binary: { 'linux-x86_64': { archive: 'https://c/c.tgz', cmd: './c' } } } },
    { id: 'd', name: 'D', distribution: { npx: { package: '--registry=https://evil.example' } } },
    { name: 'no id' },
  ];
  const { agents: shown } = okValue(readRegistry(JSON.stringify({ version: '1', agents })));
  expect(shown.map(({ id, command }) => [id, ...command])).toEqual([
    ['a', 'npx', '-y', 'a-acp@1.2.3', '--acp'],
    ['b', 'uvx', 'b-acp'],
    ['c'],
    ['d'],
  ]);
  here = agentsHere();
  const added = { name: 'A', variables: [], sandboxed: false, receivesServers: false };
  const saved = await here.agents.save(null, { ...added, command: shown[0]?.command ?? [], origin: 'registry' });
  expect(okValue(saved).origin).toBe('registry');
  expect(errorOf(readRegistry('[]'))).toMatchObject({ code: 'PARAMS_INVALID' });
});

const openCode = '/opt/agents/node_modules/.bin/opencode';

test.skipIf(!existsSync(openCode))(
  cite('ACP-1', 'the real OpenCode opens a session'),
  { timeout: 120_000 },
  async () => {
    here = agentsHere({ env: { ...process.env, HOME: here.dataDir } });
    const id = await here.add([openCode, 'acp']);
    const session = okValue(await here.open(id));
    expect(session.options().map(({ category }) => category)).toEqual(expect.arrayContaining(['model', 'mode']));
    expect(await here.agents.find(id)).toMatchObject({ status: 'ready', version: expect.stringMatching(/^\d/) });
  },
);
