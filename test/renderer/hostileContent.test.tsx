// Everything that content could try, at each point of a stream, rendered by the window's renderer and by a trusting
// one; and in every other place where the window shows foreign text.

import { describe, expect, test } from 'vitest';
import { server } from '../../e2e/gallery/features/mcp/fixture.ts';
import { AttachmentChips } from '../../renderer/features/attachments/AttachmentChips.tsx';
import { SentAttachments } from '../../renderer/features/attachments/SentAttachments.tsx';
import { ErrorRow } from '../../renderer/features/chat/transcript/ErrorRow.tsx';
import { NoteRow } from '../../renderer/features/chat/transcript/NoteRow.tsx';
import { McpSection } from '../../renderer/features/mcp/McpSection.tsx';
import { HitRowView } from '../../renderer/features/search/Results.tsx';
import { Notices } from '../../renderer/features/start/Notices.tsx';
import type { Message } from '../../shared/conversation/message.ts';
import { ok } from '../../shared/core/errors.ts';
import type { SearchHit } from '../../shared/features/search/methods.ts';
import { cite } from '../support/cite.ts';
import { openMarkdown } from '../support/drawMarkdown.tsx';
import { conversationFixture, joinSession, settled, snapshotFixture } from '../support/scriptedHost.ts';
import { staticMarkup } from '../support/staticMarkup.tsx';
import { sample } from '../support/volume.ts';
import { beginnings, hostileContent } from './hostileContent.ts';
import { problems } from './markupJudge.ts';
import { naiveHtml } from './naiveRenderer.ts';

const { session, html } = await openMarkdown();

describe('what content can do to the page', () => {
  for (const { name, text, inert } of sample(10, hostileContent)) {
    test(cite(['SEC-4', 'UI-4'], `${name}: nothing loads, runs or navigates, at every prefix`), () => {
      for (const beginning of beginnings(text)) expect(problems(html(beginning, true))).toEqual([]);
      expect(problems(html(text))).toEqual([]);
      // A trusting renderer is caught, so the check can fail.
      if (!inert) expect(problems(naiveHtml(text))).not.toEqual([]);
    });
  }
});

const at = '2026-01-02T03:04:05.000Z';
const nothing = (): void => undefined;
const attachment = (text: string) => ({ hash: 'a'.repeat(64), name: text, mediaType: text, bytes: 5 });
const error = (message: string) => ({ code: 'LLM_ERROR' as const, message });

/** Each place, rendered with foreign text. */
const places: [name: string, drawn: (text: string) => Promise<string> | string][] = [
  [
    'the name and the type of an attachment that was sent',
    (text) => staticMarkup(session, <SentAttachments content={[{ type: 'file', ...attachment(text) }]} />),
  ],
  [
    'the name of an attachment that is to be sent',
    (text) =>
      staticMarkup(
        session,
        <AttachmentChips
          home="current"
          attachments={[attachment(text)]}
          problems={[text]}
          uploads={[]}
          onDetach={nothing}
          onDrop={nothing}
          onRetry={nothing}
          onPutIn={nothing}
        />,
      ),
  ],
  ...(['content', 'reasoning', 'title', 'arguments', 'result', 'error'] as const).map(
    (part): (typeof places)[number] => [
      `a place that was found in the ${part}`,
      (text) => {
        const ranges: [number, number][] = text.length > 2 ? [[1, text.length - 1]] : [];
        const hit = {
          part,
          role: 'tool',
          toolName: text,
          createdAt: at,
          snippet: text,
          ranges,
        } as unknown as SearchHit;
        return staticMarkup(session, <HitRowView hit={hit} now={0} />);
      },
    ],
  ),
  [
    'the row of a failure, with what came before it',
    (text) => staticMarkup(session, <ErrorRow id={text} error={error(text)} partial={text} canContinue />),
  ],
  [
    'a note of the app',
    (text) => {
      const note = {
        v: 1,
        id: text,
        parentId: null,
        createdAt: at,
        role: 'system',
        partType: 'environment',
        content: text,
      };
      return staticMarkup(session, <NoteRow message={note as Message} canContinue />);
    },
  ],
  ['a notice of what could not be read', (text) => elsewhere(text, <Notices />)],
  ['the name and the failure of an MCP server', (text) => elsewhere(text, <McpSection />)],
];

/** In a separate window, whose host sends the text wherever it can. */
async function elsewhere(text: string, element: React.ReactNode): Promise<string> {
  const bad = {
    ...server('one'),
    name: text,
    problem: text,
    runs: text,
    serverName: text,
    serverVersion: text,
  };
  const joined = joinSession({
    snapshot: snapshotFixture(),
    conversations: [conversationFixture({ notices: [text], title: text })],
    handlers: { 'mcp.list': async () => ok({ servers: [bad], problems: [text] }) },
  });
  joined.session.connection.start();
  await settled();
  joined.session.actions.show('current');
  const stop = joined.session.mcp.watch();
  await settled();
  joined.session.view.setState({ dialog: { type: 'settings', section: 'mcp' } });
  const drawn = staticMarkup(joined.session, element);
  stop();
  return drawn;
}

describe('what content can do in the rows around the conversation', () => {
  for (const [name, drawn] of places) {
    test(cite('SEC-4', `${name}: creates nothing that plain words would not`), { tags: ['all'] }, async () => {
      const plain = await drawn('plain words');
      expect(plain).toContain('lain word');
      // Invisible letters are shown as marks.
      const known = new Set([...problems(plain), ...problems(await drawn('a\u202eb\u200bc\u001bd'))]);
      for (const { text } of hostileContent) {
        const found = problems(await drawn(text)).filter((problem) => !known.has(problem));
        expect(found, text).toEqual([]);
      }
    });
  }
});
