// English strings for `@` mentions: path completion, attached contents, and trusting a folder's instructions.

export const catalog = {
  list: 'Files, folders and resources',
  found: (count: number) =>
    count === 1
      ? '1 match. Press Enter to insert it.'
      : `${count} matches. Use the arrow keys to choose, Enter to insert.`,
  nothing: 'No matches',
} as const;
