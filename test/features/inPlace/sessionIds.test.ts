// The app's own id of each session on disk is the one that its agent lists over the Agent Client Protocol.

import path from 'node:path';
import { expect, test } from 'vitest';
import { knownAgents } from '../../../electron/externalAgents/knownAgents.ts';
import { createSessionFinder } from '../../../electron/features/inPlace/findSessions.ts';
import { agentSessionOf } from '../../../electron/features/inPlace/sessionIds.ts';
import { sessionFolders } from '../../../electron/interop/appFolders.ts';
import { inPlacePrograms } from '../../../shared/features/inPlace/inPlace.ts';
import { cite } from '../../support/cite.ts';
import { sessionHome } from '../../support/sessionHome.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function findAll(env: Record<string, string>) {
  const finder = createSessionFinder();
  const places = sessionFolders(env);
  return inPlacePrograms.flatMap((program) =>
    finder.find(program, places[program], (_path, thrown) => {
      throw thrown;
    }),
  );
}

test(cite('INTEROP-9', "each app's session has the agent and the id under which the agent lists it"), () => {
  const { home, claude, codex, openCode, gemini, copilot, qwen, cline, pi } = sessionHome(tempFolder());
  for (const write of [claude, codex, openCode, gemini, copilot, qwen, cline, pi]) write(1);
  const listed = findAll({ HOME: home }).map(agentSessionOf);
  const id = (kind: number): string => `0000000${kind}-0000-4000-8000-000000000001`;
  expect(listed.map((one) => [one?.agentId, one?.sessionId])).toEqual([
    ['claude', id(0)],
    ['codex', id(1)],
    ['opencode', 'ses_1'],
    ['gemini', id(2)],
    ['copilot', id(3)],
    ['qwen', id(4)],
    ['cline', '1795855400001_test'],
    ['pi', id(6)],
  ]);
  const names = new Set(knownAgents.map((agent) => agent.id));
  expect(listed.filter((one) => one && !names.has(one.agentId))).toEqual([]);
});

test(cite('INTEROP-9', 'the variables of an app move the place where its sessions are looked for'), () => {
  const from = sessionHome(tempFolder());
  const files = [from.copilot(1), from.qwen(2), from.cline(3), from.pi(4)];
  const at = (name: string): string => path.join(from.home, name);
  const pathsWith = (env: Record<string, string>): string[] =>
    findAll({ HOME: tempFolder(), ...env }).map((one) => one.path);
  expect(
    pathsWith({
      COPILOT_HOME: at('.copilot'),
      QWEN_HOME: at('.qwen'),
      CLINE_DIR: at('.cline'),
      PI_CODING_AGENT_DIR: at('.pi/agent'),
    }),
  ).toEqual(files);
  expect(
    pathsWith({
      QWEN_RUNTIME_DIR: at('.qwen'),
      CLINE_DATA_DIR: at('.cline/data'),
      // All sessions in one folder, as Pi keeps them there.
      PI_CODING_AGENT_SESSION_DIR: at('.pi/agent/sessions/--home-ada-wharf--'),
    }),
  ).toEqual(files.slice(1));
  expect(pathsWith({ CLINE_SESSION_DATA_DIR: at('.cline/data/sessions') })).toEqual([files[2]]);
  expect(pathsWith({})).toEqual([]);
});
