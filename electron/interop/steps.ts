// Steps collected by readers, and the messages built from them. A reply and its results are one step, so that results
// directly follow their calls regardless of the file's order.

import { type Message, messageVersion } from '../../shared/conversation/message.ts';
import type { ImportProgram } from '../../shared/features/import/otherApps.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { ImportOrigin } from './history.ts';
import { importedId } from './importedId.ts';

/** A message without ids. `name`: stable base of its id. */
export type Draft = DraftOf<Message>;
type DraftOf<M extends Message> = M extends Message
  ? Omit<M, 'v' | 'id' | 'parentId' | 'origin'> & {
      name: string;
      origin: Omit<ImportOrigin, 'type' | 'program' | 'session'>;
    }
  : never;

export interface Step {
  /** Follows the last message of that step. */
  parent: Step | null;
  /** At least one. */
  drafts(): Draft[];
}

export interface MadeRecords {
  messages: Message[];
  /** First and last message of a step. */
  beginOf(step: Step): string;
  endOf(step: Step): string;
}

/** In slices: a session may have hundreds of thousands. */
export async function messagesOfSteps(
  program: ImportProgram,
  session: string,
  steps: readonly Step[],
): Promise<MadeRecords> {
  const slice = createTimeSlice();
  const usedNames = new Map<string, number>();
  const [begins, ends] = [new Map<Step, string>(), new Map<Step, string>()];
  const messages: Message[] = [];
  const idOf = (name: string): string => {
    const before = usedNames.get(name) ?? 0;
    usedNames.set(name, before + 1);
    return importedId(program, session, before === 0 ? name : `${name} ${before + 1}`);
  };
  for (const step of steps) {
    const turn = slice();
    if (turn) await turn;
    let parentId = step.parent ? (ends.get(step.parent) ?? null) : null;
    for (const { name, origin, ...rest } of step.drafts()) {
      const id = idOf(name);
      const base = { v: messageVersion, id, parentId };
      messages.push({ ...base, ...rest, origin: { type: 'import', program, session, ...origin } } as Message);
      if (!begins.has(step)) begins.set(step, id);
      parentId = id;
    }
    if (parentId !== null) ends.set(step, parentId);
  }
  return { messages, beginOf: (step) => begins.get(step) as string, endOf: (step) => ends.get(step) as string };
}
