// Tells the model which skills it may load and which agents it may start, if it has the tool for them.

import { agentTool } from '../../chat/agentParent.ts';
import type { StandingSource } from '../../chat/context/standingTexts.ts';
import type { AgentSource, SkillSource } from '../../ports/customizations.ts';
import type { ConversationWriter } from '../../ports/store.ts';

const skillTool = 'load_skill';

/** Maximum bytes of a list in each request. */
const maxBytes = 16 * 1024;
const shortDescription = 200;

interface Named {
  name: string;
  description: string;
}

export function customizationTexts(deps: {
  skills: Pick<SkillSource, 'offered'>;
  agents: AgentSource;
  store: Pick<ConversationWriter, 'asKept'>;
}): StandingSource {
  async function storedListOf(all: readonly Named[]): Promise<string | null> {
    const text = listOf(all);
    return text === '' ? null : (await deps.store.asKept(text)).text;
  }

  return async ({ folder, trusted, offered }) => {
    const place = { folder, trusted };
    const skills = offered.includes(skillTool) ? await deps.skills.offered(place) : [];
    const agents = offered.includes(agentTool) ? await deps.agents.agents(place) : [];
    return [
      {
        about: 'skills',
        title: 'Skills',
        lead: `Skills there are, and what each is for. Load the one that fits a task with ${skillTool} before you begin it.`,
        text: await storedListOf(skills),
      },
      {
        about: 'agents',
        title: 'Agents',
        lead: `Agents that the user or the project defined, and when to use each. Name one as \`agent\` of ${agentTool}.`,
        text: await storedListOf(agents),
      },
    ];
  };
}

/** In full if it fits; otherwise descriptions are truncated, and what still does not fit is only counted. */
function listOf(all: readonly Named[]): string {
  const whole = all.map(({ name, description }) => `- ${name}: ${description}`);
  if (Buffer.byteLength(whole.join('\n')) <= maxBytes) return whole.join('\n');
  const lines: string[] = [];
  let bytes = 0;
  for (const { name, description } of all) {
    const line = `- ${name}: ${description.slice(0, shortDescription).toWellFormed()}`;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) return [...lines, `- and ${all.length - lines.length} more`].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}
