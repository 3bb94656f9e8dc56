// Attaching files to a draft in the window: progress, rejections, the new chat's place, sending.

import { describe, expect, test } from 'vitest';
import type { Handlers } from '../../../electron/lib/protocolServer.ts';
import { strings } from '../../../renderer/core/strings.ts';
import { isLong } from '../../../renderer/features/attachments/usePaste.ts';
import { UserRow } from '../../../renderer/features/chat/transcript/UserRow.tsx';
import { messageContent } from '../../../shared/conversation/attachments.ts';
import type { UserMessage } from '../../../shared/conversation/message.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

const hash = (letter: string): string => letter.repeat(64);
const added = (name: string, letter = 'a') => ({
  hash: hash(letter),
  name,
  mediaType: 'text/plain',
  bytes: 5,
});

async function joined(handlers: Partial<Handlers> = {}) {
  const made = joinSession({
    snapshot: snapshotFixture(),
    conversations: [conversationFixture({ draft: 'as the host has it' })],
    handlers: {
      'conversation.create': async () => ok({ conversationId: 'staged' }),
      'conversation.delete': async () => ok({}),
      'run.send': async () => ok({ queued: false, messageId: 'm' }),
      'attachment.add': async ({ name, last }) =>
        ok({ attachment: last ? { ...added(name, name.charAt(0)), problem: null } : null }),
      ...handlers,
    },
  });
  made.session.connection.start();
  await settled();
  return made;
}

const file = (name: string, bytes = 5): File => new File([new Uint8Array(bytes)], name);
const until = async (fits: () => boolean): Promise<void> => {
  for (let tries = 0; !fits(); tries++) {
    if (tries > 200) throw new Error('it never came');
    await settled();
  }
};

describe("a draft's attachments", () => {
  test(
    cite('WORK-2', 'a file is sent in chunks, becomes an attachment of the draft, and the text stays unchanged'),
    async () => {
      const { session, host } = await joined();
      session.actions.show('current');
      await settled();
      session.uploads.add('current', [file('a.txt', 2_000_000)]);
      await until(() => session.drafts.attachmentsOf('current').length === 1);
      const pieces = host.calls.filter(({ method }) => method === 'attachment.add');
      expect(pieces.map(({ params }) => (params as { last: boolean }).last)).toEqual([false, false, true]);
      expect(host.calls.find(({ method }) => method === 'conversation.saveDraft')?.params).toEqual({
        conversationId: 'current',
        attachments: [added('a.txt')],
        writer: expect.any(String),
      });
      expect(session.drafts.textOf('current')).toBe('as the host has it');
      session.uploads.detach('current', hash('a'));
      expect(session.drafts.attachmentsOf('current')).toEqual([]);
    },
  );

  test(
    cite('WORK-2', 'too large or too many files are reported before sending; a rejected one can be dismissed'),
    async () => {
      const { session, host } = await joined({
        'attachment.add': async ({ name }) => fail('NOT_SUPPORTED', `${name} was not attached: it is not an image.`),
      });
      const large = file('large.bin');
      Object.defineProperty(large, 'size', { value: 26 * 1024 * 1024 });
      session.uploads.add('current', [large, file('b.zip')]);
      const shown = () => session.uploads.store.getState().uploads.current ?? [];
      await until(() => shown().every(({ error }) => error !== null));
      expect(shown().map(({ error }) => error)).toEqual([
        strings.attachments.tooLarge(25),
        'b.zip was not attached: it is not an image.',
      ]);
      expect(host.calls.filter(({ method }) => method === 'attachment.add')).toHaveLength(1);
      session.uploads.drop('current', shown()[0]?.id ?? '');
      expect(shown()).toHaveLength(1);
      session.uploads.add(
        'other',
        Array.from({ length: 51 }, (_, at) => file(`${at}.txt`)),
      );
      expect(session.uploads.store.getState().uploads.other?.at(-1)?.error).toBe(strings.attachments.tooMany(50));
    },
  );

  test(
    cite('WORK-2', 'a new chat is created with its first file, and leaves nothing behind if nothing is attached'),
    async () => {
      const { session, host } = await joined();
      const { memory } = session;
      session.uploads.add(null, [file('a.txt'), file('b.txt')]);
      await until(() => session.drafts.attachmentsOf(null).length === 2);
      expect(host.calls.filter(({ method }) => method === 'conversation.create')).toHaveLength(1);
      expect(memory.get('draft.attachments')).toContain('a.txt');
      session.uploads.detach(null, hash('a'));
      session.uploads.detach(null, hash('b'));
      await settled();
      expect(host.calls.filter(({ method }) => method === 'conversation.delete')).toHaveLength(1);
      expect(memory.get('draft.attachments')).toBeNull();
      expect(session.uploads.home(null)).toBeNull();
    },
  );

  test(
    cite(
      'WORK-2',
      'a new chat sends its first message from the same draft; a message that could not be sent returns with its files',
    ),
    async () => {
      let refuse = true;
      const { session, host } = await joined({
        'run.send': async () =>
          refuse ? fail('STORE_WRITE_FAILED', 'The disk is full.') : ok({ queued: false, messageId: 'm' }),
      });
      session.uploads.add(null, [file('a.txt')]);
      await until(() => session.drafts.attachmentsOf(null).length === 1);
      expect(await session.actions.send('look', session.drafts.attachmentsOf(null))).toBe(false);
      expect(session.drafts.store.getState().texts['']).toBe('look');
      expect(session.drafts.attachmentsOf(null)).toEqual([added('a.txt')]);
      refuse = false;
      expect(await session.actions.send('look', session.drafts.attachmentsOf(null))).toBe(true);
      expect(host.calls.findLast(({ method }) => method === 'run.send')?.params).toEqual({
        conversationId: 'staged',
        text: 'look',
        attachments: [added('a.txt')],
      });
      expect(host.calls.filter(({ method }) => method === 'conversation.create')).toHaveLength(1);
      expect(session.drafts.attachmentsOf(null)).toEqual([]);
      expect(session.uploads.home(null)).toBeNull();
    },
  );

  test(cite('WORK-2', 'a withdrawn message comes back with its files, next to existing ones'), async () => {
    const { session } = await joined({
      'run.withdraw': async () => ok({ text: 'take me back', attachments: [added('b.txt', 'b')] }),
    });
    session.actions.show('current');
    await settled();
    session.uploads.add('current', [file('a.txt')]);
    await until(() => session.drafts.attachmentsOf('current').length === 1);
    await session.actions.withdraw('q');
    expect(session.drafts.attachmentsOf('current').map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  });
});

test('a paste is long above ten thousand characters or two hundred lines', () => {
  expect(isLong('x'.repeat(10_000))).toBe(false);
  expect(isLong('x'.repeat(10_001))).toBe(true);
  expect(isLong('\n'.repeat(199))).toBe(false);
  expect(isLong('\n'.repeat(200))).toBe(true);
});

test(
  cite('WORK-2', 'a sent message shows its files, which can be opened; without text there is no empty bubble'),
  async () => {
    const { session } = await joined();
    const pdf = { hash: hash('1'), name: 'report\u202e.pdf', mediaType: 'application/pdf', bytes: 2_300_000 };
    const common = { v: 1, id: 'm', parentId: null, createdAt: '2026-01-01T00:00:00.000Z', role: 'user' } as const;
    const message: UserMessage = { ...common, content: messageContent('', [pdf]) };
    const markup = staticMarkup(session, <UserRow message={message} />);
    expect(markup).not.toContain('data-role="user"');
    expect(wordsOf(markup)).toContain('PDF · 2.3 MB');
    // A direction override is shown by its code.
    expect(wordsOf(markup)).toContain('⟨U+202E⟩');
  },
);
