// What the user later marked on messages, stored beside the log. The later of two marks on one message wins.

export interface Mark {
  /** Excluded from requests: a result becomes a placeholder, a message is dropped, a summary is treated as undone. */
  hidden?: boolean | undefined;
  /** Always sent whole: neither cleared nor summarized. */
  pinned?: boolean | undefined;
  archived?: boolean | undefined;
  /** The latest summary that existed when a record before it was pinned, undone or not. */
  under?: string | undefined;
  /** ISO 8601, UTC. */
  at: string;
}

export type Marks = Readonly<Record<string, Mark>>;

type Marked = { id: string; includeInContext?: boolean };

/** Returns whether a message is hidden; a mark overrides the record. */
export function isHidden(message: Marked, marks: Marks): boolean {
  return saysHidden(markOf(marks, message.id), message);
}

export function isPinned(message: { id: string }, marks: Marks): boolean {
  return markOf(marks, message.id)?.pinned === true;
}

/** Answers both questions for all records, much faster than calling the functions one by one. */
export function createMarkReader(marks: Marks): {
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

/** Ids come from files, so `__proto__` must not match. */
function markOf(marks: Marks, id: string): Mark | undefined {
  return Object.hasOwn(marks, id) ? marks[id] : undefined;
}
