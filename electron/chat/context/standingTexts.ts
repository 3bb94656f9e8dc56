// Long-lived texts: the user's instructions, a preset, a memory file, the available skills. A record is stored when one
// starts, changes or ends, so that each request starts with the previous one.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import type { EnvironmentTopic, Message, NewMessage } from '../../../shared/conversation/message.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import type { StoredBranch } from '../../ports/store.ts';

type StandingTopic = Exclude<EnvironmentTopic, 'moment' | 'instructions' | 'changes' | 'plan'>;

export interface StandingText {
  about: StandingTopic;
  /** The first line of its records, without brackets: `Memory of this project`. Constant. */
  title: string;
  /** Introduces the text: who wrote it. */
  lead: string;
  /** As stored, with secrets masked (`store.asKept`); null: none (any more). */
  text: string | null;
  /** For the user: absolute path of its file; why it is unusable; whether it is cut or switched off. */
  path?: string;
  problem?: UserText;
  isCut?: true;
  isOff?: true;
}

/** The scope that determines the texts. */
interface StandingScope extends Pick<StoredBranch, 'conversationId' | 'projectId' | 'meta'> {
  folder: string | null;
  trusted: boolean;
  /** Names of the tools offered to the model. */
  offered: readonly string[];
  /** An agent's conversation: the user's setup for their own conversations does not apply. */
  isAgent: boolean;
}

/** Never fails. Always returns the same topics in the same order. Called before each user message. */
export type StandingSource = (scope: StandingScope) => Promise<readonly StandingText[]>;

/** Returns the records to store before the user's message, for what has changed since the last ones in the context. */
export function standingRecords(sent: readonly Message[], texts: readonly StandingText[]): NewMessage[] {
  return texts.flatMap((standing) => {
    const before = sent.findLast((message) => environmentOf(message) === standing.about)?.content;
    const inForce = typeof before === 'string' && before !== ended(standing);
    if (standing.text === null) return inForce ? [recordOf(standing, ended(standing))] : [];
    const [first, changed] = [
      standingTextMessage(standing, standing.text, false),
      standingTextMessage(standing, standing.text, true),
    ];
    if (before === first || before === changed) return [];
    return [recordOf(standing, inForce ? changed : first)];
  });
}

function recordOf({ about }: StandingText, content: string): NewMessage {
  return { role: 'system', partType: 'environment', content, environment: { about } };
}

/** Returns whether a record ends its topic. */
export function endsText(content: string): boolean {
  return content.slice(content.indexOf('\n') + 1) === noLonger;
}

const noLonger = 'What was said here before no longer applies.';

function ended({ title }: StandingText): string {
  return `[${title}]\n${noLonger}`;
}

/** `replaces`: an earlier text is still in the context. */
function standingTextMessage({ title, lead }: StandingText, text: string, replaces: boolean): string {
  const tag = blockTag('text', text);
  const end = text.endsWith('\n') ? '' : '\n';
  const instead = replaces ? ' It has changed; this replaces what was said here before:' : '';
  return `[${title}]\n${lead}${instead}\n<${tag}>\n${text}${end}</${tag}>`;
}
