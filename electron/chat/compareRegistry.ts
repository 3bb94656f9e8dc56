// Which conversations are answers of a compare, and of which conversation. Views show what they do there, since they are not
// listed themselves. Only those that this process has prepared or looked at: others do not run here.

export interface CompareParent {
  conversationId: string;
  compareId: string;
  /** False: it only reads, where the compared conversation works. */
  edits: boolean;
}

export interface CompareRegistry {
  note(answerId: string, place: CompareParent): void;
  /** Null: it is no answer of a compare. */
  placeOf(answerId: string): CompareParent | null;
  /** The answers of all of a conversation's compares. */
  answersOf(conversationId: string): string[];
}

/** The oldest are forgotten: they have ended long ago. */
const maxAnswers = 1000;

export function createCompareRegistry(): CompareRegistry {
  const places = new Map<string, CompareParent>();
  const answers = new Map<string, Set<string>>();

  function forget(answerId: string): void {
    const parentId = places.get(answerId)?.conversationId ?? '';
    places.delete(answerId);
    answers.get(parentId)?.delete(answerId);
    if (answers.get(parentId)?.size === 0) answers.delete(parentId);
  }

  return {
    note(answerId, place) {
      forget(answerId);
      places.set(answerId, place);
      answers.set(place.conversationId, (answers.get(place.conversationId) ?? new Set()).add(answerId));
      const [oldest] = places.keys();
      if (places.size > maxAnswers && oldest !== undefined) forget(oldest);
    },
    placeOf: (answerId) => places.get(answerId) ?? null,
    answersOf: (conversationId) => [...(answers.get(conversationId) ?? [])],
  };
}
