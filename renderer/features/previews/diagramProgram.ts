// The source of Mermaid, which draws diagrams: fetched for the first visible one, and run only in preview frames, never in the
// page.

import address from 'mermaid/dist/mermaid.min.js?url';

let program: Promise<string> | null = null;

/** Rejects if it cannot be loaded; the next call retries. */
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
