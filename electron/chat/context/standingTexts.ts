// Texts that stand for a while: a person's own instructions, a preset, a memory file, the skills there are. Each is told with a
// record where it begins, changes or ends, so that a request begins with the whole of the one before.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import type { EnvironmentTopic, Message, NewMessage } from '../../../shared/conversation/message.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import type { StoredBranch } from '../../ports/store.ts';

type StandingTopic = Exclude<EnvironmentTopic, 'moment' | 'instructions' | 'changes' | 'plan'>;

export interface StandingText {
  about: StandingTopic;
  /** The first line of each record about it, without brackets: `Memory of this project`. It never changes. */
  title: string;
  /** Said above the text: whose words these are. */
  lead: string;
  /** As it is stored, secrets hidden (`store.asKept`); null: there is none (any more). */
  text: string | null;
  /** For people: the file that it is in, absolute; why that cannot be used; that not all of it is told; that it is switched off. */
  path?: string;
  problem?: UserText;
  isCut?: true;
  isOff?: true;
}

/** What decides which texts stand. */
interface StandingScope extends Pick<StoredBranch, 'conversationId' | 'projectId' | 'meta'> {
  folder: string | null;
  trusted: boolean;
  /** Names of the tools that the model is offered. */
  offered: readonly string[];
  /** An agent works here: what a person set up for their own conversations is not for it. */
  isAgent: boolean;
}

/** Never fails. The same topics each time, in the same order. Asked before each message of the person. */
export type StandingSource = (scope: StandingScope) => Promise<readonly StandingText[]>;

/** The records to store before the person's message, for what the last ones in the context no longer say. */
export function standingRecords(sent: readonly Message[], texts: readonly StandingText[]): NewMessage[] {
  return texts.flatMap((standing) => {
    const before = sent.findLast((message) => environmentOf(message) === standing.about)?.content;
    const inForce = typeof before === 'string' && before !== ended(standing);
    if (standing.text === null) return inForce ? [recordOf(standing, ended(standing))] : [];
    const [first, changed] = [told(standing, standing.text, false), told(standing, standing.text, true)];
    if (before === first || before === changed) return [];
    return [recordOf(standing, inForce ? changed : first)];
  });
}

function recordOf({ about }: StandingText, content: string): NewMessage {
  return { role: 'system', partType: 'environment', content, environment: { about } };
}

/** Whether a record of these says that nothing of its topic is in force any more. */
export function saysEnded(content: string): boolean {
  return content.slice(content.indexOf('\n') + 1) === noLonger;
}

const noLonger = 'What was said here before no longer applies.';

function ended({ title }: StandingText): string {
  return `[${title}]\n${noLonger}`;
}

/** `replaces`: other words are in force, and stay in the context. */
function told({ title, lead }: StandingText, text: string, replaces: boolean): string {
  const tag = blockTag('text', text);
  const end = text.endsWith('\n') ? '' : '\n';
  const instead = replaces ? ' It has changed; this replaces what was said here before:' : '';
  return `[${title}]\n${lead}${instead}\n<${tag}>\n${text}${end}</${tag}>`;
}
