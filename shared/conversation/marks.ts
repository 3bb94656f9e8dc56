// What a person later said about a message, kept beside the log. The later of two marks on one message wins.

export interface Mark {
  /** Not sent: a result as a placeholder, a message not at all, a summary as if it had never been made. */
  hidden?: boolean | undefined;
  /** Always sent whole: it is neither cleared nor summarised away. */
  pinned?: boolean | undefined;
  archived?: boolean | undefined;
  /** The last summary behind which a pinned record stands, undone or not, when it was pinned after that summary was made. */
  under?: string | undefined;
  /** ISO 8601, UTC. */
  at: string;
}

export type Marks = Readonly<Record<string, Mark>>;

type Marked = { id: string; includeInContext?: boolean };

/** A mark overrides what the record says of itself. */
export function isHidden(message: Marked, marks: Marks): boolean {
  return saysHidden(markOf(marks, message.id), message);
}

export function isPinned(message: { id: string }, marks: Marks): boolean {
  return markOf(marks, message.id)?.pinned === true;
}

/** The same two questions for all records of a conversation: several times quicker than asking for each. */
export function markReader(marks: Marks): {
  isHidden(message: Marked): boolean;
  isPinned(message: { id: string }): boolean;
} {
  const byId = new Map(Object.entries(marks));
  return {
    isHidden: (message) => saysHidden(byId.get(message.id), message),
    isPinned: ({ id }) => byId.get(id)?.pinned === true,
  };
}

function saysHidden(mark: Mark | undefined, message: Marked): boolean {
  return mark?.hidden ?? message.includeInContext === false;
}

/** Ids come from files: `__proto__` is no mark. */
function markOf(marks: Marks, id: string): Mark | undefined {
  return Object.hasOwn(marks, id) ? marks[id] : undefined;
}
