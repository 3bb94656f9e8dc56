// Compares OpenCode sessions.

/** Without IDs, which are new in every file. */
export function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one) => (/^(?:id|messageID|sessionID|parentID|tail_start_id)$/.test(key) ? '' : one)),
  );
}
