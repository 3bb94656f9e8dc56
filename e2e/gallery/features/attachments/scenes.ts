// Composer and messages with attachments: uploading, attached, questionable, rejected, queued, sent.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { strings } from '../../../../renderer/core/strings.ts';
import { type AttachmentRef, messageContent } from '../../../../shared/conversation/attachments.ts';
import type { Message } from '../../../../shared/conversation/message.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import type { Scene } from '../../scene.ts';
import { fileText } from '../../texts.ts';

const ref = (letter: string, name: string, mediaType: string, bytes: number): AttachmentRef => ({
  hash: letter.repeat(64),
  name,
  mediaType,
  bytes,
});
const chart = ref('a', 'latency of the health check.png', 'image/png', 412_000);
const report = ref('1', 'incident report 2026-03.pdf', 'application/pdf', 2_300_000);
const notes = ref('2', `${strings.attachments.pastedText}.txt`, 'text/plain', 48_200);
const chinese = ref('3', '健康检查 — 值班记录与复盘（第二版，含附录与所有的时间线）.txt', 'text/plain', 9_400);

const handlers: Partial<Handlers> = {
  'attachment.check': async ({ attachments }) =>
    ok({
      problems: attachments.map(({ mediaType }) =>
        mediaType === 'application/pdf'
          ? 'Not every server can read PDF files; models.example.com may reject the message.'
          : null,
      ),
    }),
  'attachment.readPart': async () => {
    const bytes = new TextEncoder().encode(fileText);
    return ok({ base64: btoa(String.fromCharCode(...bytes)), nextOffset: null, totalBytes: bytes.length });
  },
};

function said(id: string, text: string, attachments: AttachmentRef[]): Message {
  const common = { v: 1, id, parentId: null, createdAt: new Date(Date.now() - 90_000).toISOString() };
  return { ...common, role: 'user', content: messageContent(text, attachments) };
}

function talk(draft: string, draftAttachments: AttachmentRef[], more: Partial<Scene> = {}): Scene {
  const messages = [
    said('m0', 'Why did the health check become slow on the third?', [chart, report]),
    ...script('n').says('It counts all rows of the table at each call.').messages,
    said('m9', '', [chart]),
  ];
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages, draft, draftAttachments }),
    handlers,
    ...more,
  };
}

export const attachScenes: Record<string, () => Scene> = {
  attachments: () => talk('Compare it with this one.', [chart, report, notes, chinese]),

  attaching: () =>
    talk('', [chart], {
      handlers: {
        ...handlers,
        'attachment.add': async ({ name }) =>
          name.startsWith('archive')
            ? fail(
                'NOT_SUPPORTED',
                `${name} was not attached: it is not an image (PNG, JPEG, GIF, WebP), a PDF, or text in a known encoding; save text as UTF-8.`,
              )
            : new Promise(() => {}),
      },
      files: () => [
        new File(['x'.repeat(20)], 'archive.zip'),
        new File([new Uint8Array(3_400_000)], 'a recording of the whole window.webp'),
      ],
    }),

  attachQueue: () => {
    const scene = talk('', []);
    const { conversation } = scene;
    if (!conversation) return scene;
    return {
      ...scene,
      conversation: {
        ...conversation,
        run: { runId: 'r', startedAt: new Date().toISOString(), phase: 'model' },
        queue: [
          { id: 'q1', text: 'And look at this one too', attachments: [chart, notes] },
          { id: 'q2', text: '', attachments: [report] },
        ],
      },
    };
  },

  attachmentText: () => talk('', [], { dialog: { type: 'attachment', conversationId: 'current', attachment: notes } }),

  attachmentPdf: () => talk('', [], { dialog: { type: 'attachment', conversationId: 'current', attachment: report } }),
};
