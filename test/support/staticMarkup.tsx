// Renders a component once to text, with a session's current state. Without a document, effects do not run.

import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { StoreApi } from 'zustand/vanilla';
import type {} from '../../renderer/app/createSession.ts';
import { SessionProvider } from '../../renderer/core/state/context.tsx';
import type { Session } from '../../renderer/core/state/session.ts';
import { ApprovalPart, CallBodyPart, QuestionPart } from '../../renderer/features/calls/boxParts.ts';

// Nothing is loaded during rendering.
await Promise.all([ApprovalPart, CallBodyPart, QuestionPart].map(({ load }) => load()));

/** Markup rendered without a document uses a store's initial state; this substitutes the current one. */
function asOfNow<T>(store: StoreApi<T>): StoreApi<T> {
  return { ...store, getInitialState: store.getState };
}

export function staticMarkup(session: Session, element: ReactNode): string {
  const now: Session = {
    ...session,
    app: { ...session.app, store: asOfNow(session.app.store) },
    conversation: { ...session.conversation, store: asOfNow(session.conversation.store) },
    context: { ...session.context, store: asOfNow(session.context.store) },
    mcp: { ...session.mcp, store: asOfNow(session.mcp.store) },
    processes: { ...session.processes, store: asOfNow(session.processes.store) },
    side: { ...session.side, of: (id) => asOfNow(session.side.of(id)) },
    lists: {
      agents: { ...session.lists.agents, store: asOfNow(session.lists.agents.store) },
      slash: { ...session.lists.slash, store: asOfNow(session.lists.slash.store) },
      inPlace: { ...session.lists.inPlace, store: asOfNow(session.lists.inPlace.store) },
      presets: { ...session.lists.presets, store: asOfNow(session.lists.presets.store) },
      rules: { ...session.lists.rules, store: asOfNow(session.lists.rules.store) },
      tools: { ...session.lists.tools, store: asOfNow(session.lists.tools.store) },
    },
    view: asOfNow(session.view),
  };
  return renderToStaticMarkup(
    <SessionProvider session={now}>
      <Tooltip.Provider>{element}</Tooltip.Provider>
    </SessionProvider>,
  );
}

const entities: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** A markup's text, as a reader sees it. */
export function wordsOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, '').replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}
