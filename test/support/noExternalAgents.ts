// For a core without external agents.

import type { ExternalAgents } from '../../electron/ports/externalAgents.ts';
import { fail } from '../../shared/core/errors.ts';

export const noExternalAgents: ExternalAgents = {
  find: async () => null,
  openSession: async () => fail('AGENT_NOT_FOUND', 'This agent is not set up on this machine.'),
  listSessions: async () => [],
};
