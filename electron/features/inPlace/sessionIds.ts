// The app's own id of a session, as the same app lists it over the Agent Client Protocol: a session that is read from disk
// and listed by its agent is shown once.

import { type InPlaceProgram, inPlacePrograms } from '../../../shared/features/inPlace/inPlace.ts';
import type { SessionFacts } from '../../interop/sessionEnds.ts';
import type { AgentSession } from '../../ports/inPlace.ts';
import type { SessionFile } from './sessionFile.ts';

/** As `electron/externalAgents/knownAgents.ts` names them. */
export const agentIds: Readonly<Record<InPlaceProgram, string>> = {
  'claude-code': 'claude',
  codex: 'codex',
  opencode: 'opencode',
  'gemini-cli': 'gemini',
  copilot: 'copilot',
  qwen: 'qwen',
  cline: 'cline',
  pi: 'pi',
};

/** Null: its sessions are not read from files. */
export function programOfAgent(agentId: string): InPlaceProgram | null {
  return inPlacePrograms.find((program) => agentIds[program] === agentId) ?? null;
}

/** Returns the session as its agent lists it; null if its id is unknown. */
export function agentSessionOf({
  program,
  sessionId,
}: Pick<SessionFile, 'program' | 'sessionId'>): AgentSession | null {
  return sessionId === null ? null : { agentId: agentIds[program], sessionId };
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** From its place, where the name has the id, and otherwise from its content. Null: unknown. */
export function sessionIdOf(program: InPlaceProgram, path: string, facts: SessionFacts): string | null {
  const [name = '', folder = ''] = path.split(/[\\/]/).reverse();
  const stem = name.replace(/(?:\.messages)?\.jsonl?$/i, '');
  switch (program) {
    case 'codex':
    case 'pi':
      return stem.match(uuid)?.at(-1) ?? facts?.session ?? null;
    case 'copilot':
      return stem === 'events' ? folder : stem;
    case 'gemini-cli':
    case 'opencode':
      return facts?.session ?? null;
    case 'claude-code':
    case 'qwen':
    case 'cline':
      return stem;
  }
}
