// The parts of a prompt as the protocol's content blocks. What the agent does not take is sent as text where that is possible.

import type { AgentPromptPart, AgentSession } from '../../ports/externalAgents.ts';

export function promptBlocks(parts: readonly AgentPromptPart[], takes: AgentSession['takes']): object[] {
  return parts.map((part) => {
    switch (part.type) {
      case 'text':
        return part;
      case 'image':
        return takes.images
          ? { type: 'image', mimeType: part.mediaType, data: part.base64 }
          : { type: 'text', text: `[An image (${part.mediaType}), which this agent cannot see.]` };
      case 'embedded':
        return takes.embeddedText
          ? { type: 'resource', resource: { uri: part.uri, mimeType: part.mediaType, text: part.text } }
          : { type: 'text', text: `${part.uri}:\n\n${part.text}` };
      default:
        return { type: 'resource_link', uri: part.uri, name: part.name };
    }
  });
}
