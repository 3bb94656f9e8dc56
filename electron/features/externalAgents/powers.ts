// Letting an agent's command run, and choosing a mode in which it may stop asking, are confirmed outside of the window
// (docs/decisions/privileged-actions.md).

import type { AgentInfo, AgentSessionInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { Power } from '../../ports/confirm.ts';

export function approveAgentPower({
  id,
  name,
  command,
  variables,
  fingerprint,
  sandboxed,
  opens,
  receivesServers,
}: AgentInfo): Power {
  const line = command.map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  const details = [
    ...(variables.length === 0 ? [] : [`with ${variables.join(', ')}`]),
    ...(sandboxed ? sandboxFacts(opens) : ['outside of the sandbox']),
    ...(receivesServers ? ['with your MCP servers'] : []),
  ];
  return {
    key: JSON.stringify(['approve agent', id, fingerprint]),
    sentence: `Let the agent “${name}” run: ${line} (${details.join(', ')})`,
  };
}

/** Parts of a sentence: the paths and hosts that the sandbox leaves open to the agent. */
export function sandboxFacts(opens: AgentInfo['opens']): string[] {
  const { paths = [], hosts = [] } = opens ?? {};
  return [
    'in the sandbox, also in folders that you do not trust',
    ...(paths.length === 0 ? [] : [`where it may change its own files and settings in ${paths.join(', ')}`]),
    ...(hosts.length === 0 ? [] : [`where it may connect to ${hosts.join(', ')}`]),
  ];
}

/** Modes in which agents by these ids change nothing. */
const readingModes: readonly string[] = ['plan', 'read-only'];

/**
 * Whether a choice may let the agent act without asking. Only the agent knows what its modes allow, so each change of one
 * counts, and so does any option that is not known to be about the model.
 */
export function needsConfirmation({ options }: AgentSessionInfo, id: string, value: string): boolean {
  const option = options.find((one) => one.id === id);
  if (option?.current === value) return false;
  switch (option?.category) {
    case 'model':
    case 'model_config':
    case 'thought_level':
      return false;
    case 'mode':
      return !readingModes.includes(value);
    default:
      return true;
  }
}

interface OptionChoice {
  conversationId: string;
  option: string;
  value: string;
}

export function agentModePower(
  { agentId, options }: AgentSessionInfo,
  name: string,
  { conversationId, option: id, value }: OptionChoice,
): Power {
  const option = options.find((one) => one.id === id);
  const choice = option?.choices.find((one) => one.value === value);
  const described = choice?.description ? ` (${choice.description})` : '';
  return {
    key: JSON.stringify(['agent option', conversationId, agentId, id, value]),
    sentence: `Set “${option?.name ?? id}” of the agent “${name}” to “${choice?.name ?? value}”${described}. It may then change files and run commands without asking`,
  };
}
