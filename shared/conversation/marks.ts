// What a person later said about a message, kept beside the log. The later of two marks on one message wins.

export interface Mark {
  /** Not sent: a result as a placeholder, a message not at all, a summary as if it had never been made. */
  hidden?: boolean | undefined;
  /** Always sent whole: it is neither cleared nor summarised away. */
  pinned?: boolean | undefined;
  archived?: boolean | undefined;
  /** The summary behind which a pinned record stands, when it was pinned after that summary was made. */
  under?: string | undefined;
  /** ISO 8601, UTC. */
  at: string;
}

export type Marks = Readonly<Record<string, Mark>>;

/** A mark overrides what the record says of itself. */
export function isHidden(message: { id: string; includeInContext?: boolean }, marks: Marks): boolean {
  return markOf(marks, message.id)?.hidden ?? message.includeInContext === false;
}

export function isPinned(message: { id: string }, marks: Marks): boolean {
  return markOf(marks, message.id)?.pinned === true;
}

/** Ids come from files: `__proto__` is no mark. */
function markOf(marks: Marks, id: string): Mark | undefined {
  return Object.hasOwn(marks, id) ? marks[id] : undefined;
}
