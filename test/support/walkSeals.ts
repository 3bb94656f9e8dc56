// Whose thinking a request contains, determined from the records on disk: each provider seals its own (`sealed` in
// wires/speech.ts), and no seal is sent to another provider or model, or after its reply was hidden. The thinking of
// Anthropic's models is complete.

import type { Message } from '../../shared/conversation/message.ts';
import { anthropicThinkingViolations } from './validators/anthropic.ts';
import type { WalkProviderId } from './walkProvider.ts';

interface Own {
  provider?: unknown;
  model?: unknown;
  content?: unknown;
}

/** `sealed by …` as base64, whatever its length. */
const sealPattern = /c2VhbGVkIGJ5I[\w+/]+=*/g;

const sealsIn = (value: unknown): string[] => JSON.stringify(value ?? '').match(sealPattern) ?? [];

/** The problems, as sentences, and how many seals were returned to their origin. */
export function sealProblems(
  branch: readonly Message[],
  isHidden: (record: Message) => boolean,
  model: string,
  bodies: Record<string, unknown>,
): { problems: string[]; returned: number } {
  const problems: string[] = [];
  let returned = 0;
  const given = branch.flatMap((record) => {
    const data = record.role === 'assistant' ? (record.providerData ?? {}) : {};
    return Object.values(data).map((own) => ({ record, own: (own ?? {}) as Own }));
  });
  const by = new Map(given.flatMap((each) => sealsIn(each.own).map((seal) => [seal, each] as const)));
  for (const [form, body] of Object.entries(bodies)) {
    for (const seal of sealsIn(body)) {
      const from = by.get(seal);
      const isOwn = from?.own.provider === form && from.own.model === model && !isHidden(from.record);
      if (isOwn) returned++;
      else problems.push(`${form} with ${model} is sent a seal of ${from?.own.provider} with ${from?.own.model}`);
    }
  }
  const own = given.filter((each) => each.own.provider === ('anthropic' satisfies WalkProviderId));
  const replies = own.map(({ own: { model: writer, content } }) => ({ model: String(writer), content }));
  const sent = JSON.parse(JSON.stringify(bodies.anthropic)) as unknown;
  for (const { where, message } of anthropicThinkingViolations(sent, replies as never))
    problems.push(`anthropic ${where}: ${message}`);
  return { problems, returned };
}
