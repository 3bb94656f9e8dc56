// Renders Markdown to text like the window, including formulas, whose renderer is already loaded.

import type { Session } from '../../renderer/core/state/session.ts';
import { Markdown } from '../../renderer/features/markdown/Markdown.tsx';
import { joinSession, snapshotFixture } from './scriptedHost.ts';
import { staticMarkup } from './staticMarkup.tsx';

export interface MarkdownDrawing {
  session: Session;
  html(text: string, streaming?: boolean): string;
}

export async function openMarkdown(): Promise<MarkdownDrawing> {
  const { session } = joinSession({ snapshot: snapshotFixture() });
  await session.mathLoader.load();
  return {
    session,
    html: (text, streaming = false) => staticMarkup(session, <Markdown text={text} streaming={streaming} />),
  };
}
