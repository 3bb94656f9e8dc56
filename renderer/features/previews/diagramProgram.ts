// The text of the program that draws diagrams: fetched when the first one is looked at, and run in the frames of previews
// alone. The page never runs it.

import address from 'mermaid/dist/mermaid.min.js?url';

let program: Promise<string> | null = null;

/** Rejects when it cannot be had; asked again, it tries again. */
export function diagramProgram(): Promise<string> {
  program ??= load().catch((error: unknown) => {
    program = null;
    throw error;
  });
  return program;
}

async function load(): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}
