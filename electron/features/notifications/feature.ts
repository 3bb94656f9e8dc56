// native.* and confirmation.*: system notifications, more windows, and confirmations outside of the window. The user's settings apply
// even if a window does not check them.

import { ok } from '../../../shared/core/errors.ts';
import type { nativeMethods } from '../../../shared/features/notifications/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { NativeNotice } from '../../ports/native.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { answerablePrompt } from './answerable.ts';

export const notificationsFeature = defineFeature<typeof nativeMethods>()({ handlers });

type Labels = Record<'allow' | 'deny' | 'reply', string>;

function handlers(deps: AppParts): HandlersOf<typeof nativeMethods> {
  const { native, settings, feed, confirm } = deps;
  return {
    async 'native.notify'({ title, body, conversationId, labels }) {
      const { settings: now } = await settings.read();
      if (!now.notifications) return ok({ shown: false });
      const onClick = (): void => feed.publish({ type: 'window.show', conversationId });
      const notice: NativeNotice = { title, body, conversationId, onClick };
      const answer = labels && now.noticeContent ? await answerOf(deps, conversationId, labels) : {};
      return ok({ shown: await native.notify({ ...notice, ...answer }) });
    },
    async 'confirmation.answer'({ confirmation, code }) {
      const confirmed = await confirm.answer(confirmation, code);
      return confirmed.ok ? ok({}) : confirmed;
    },
    'native.openWindow': async ({ conversationId }) => ok(await native.openWindow(conversationId)),
    'native.badge': async ({ count }) => ok({ shown: await native.badge(count) }),
  };
}

/**
 * The open prompt's text and answers. An answer names its prompt, so that one which comes late, twice or after a restart
 * reaches nothing; then the window shows the conversation instead.
 */
async function answerOf(
  { hub, approvals, questions, native, feed }: Pick<AppParts, 'hub' | 'approvals' | 'questions' | 'native' | 'feed'>,
  conversationId: string,
  labels: Labels,
): Promise<Pick<NativeNotice, 'actions' | 'reply'> & { body?: string }> {
  const release = hub.hold(conversationId);
  const loaded = await hub.load(conversationId);
  release();
  const answerable = loaded.ok ? answerablePrompt(loaded.value, process.platform) : null;
  if (!answerable) return {};
  const open = (): void => {
    native.desktop?.toFront();
    feed.publish({ type: 'window.show', conversationId });
  };
  const { prompt, text } = answerable;
  if (prompt?.kind === 'approval') {
    const decide = (decision: 'allow' | 'deny') => (): void => {
      const answered = approvals.answerTogether(conversationId, [prompt.approvalId], { decision, reason: '' });
      if (!answered.ok || answered.value.gone.length > 0) open();
    };
    const deny = { label: labels.deny, run: decide('deny') };
    const allow = { label: labels.allow, run: decide('allow') };
    return { body: text, actions: prompt.mayAllow ? [allow, deny] : [deny] };
  }
  if (prompt?.kind !== 'question') return { body: text };
  const send = (answer: string): void => {
    const values = { [prompt.field]: answer };
    const answered = questions.answer(conversationId, prompt.questionId, { action: 'accept', values });
    if (!answered.ok) open();
  };
  return { body: text, reply: { label: labels.reply, send } };
}
