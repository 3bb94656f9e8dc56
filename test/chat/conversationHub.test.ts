import { expect, test } from 'vitest';
import { createConversationHub } from '../../electron/chat/conversationHub.ts';
import { cite } from '../support/cite.ts';
import { asNew, assistantMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';

test(
  cite('STORE-12', "another process's additions are published once, however many views read them at once"),
  async () => {
    const { dataDir, store, conversationId } = await openConversation();
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
    const hub = createConversationHub(store, async () => 'all');
    okValue(await hub.load(conversationId));
    const published: unknown[] = [];
    hub.subscribe(conversationId, (_id, _seq, event) => {
      if (event.type === 'message.appended') published.push(event.message.content);
    });
    const other = openStore({ dataDir }).store;
    okValue(await other.appendConversationMessage(conversationId, asNew(assistantMessage('two'))));
    await Promise.all([1, 2, 3].map(() => hub.refresh(conversationId)));
    okValue(await other.appendConversationMessage(conversationId, asNew(userMessage('three'))));
    await hub.refresh(conversationId);
    expect(published).toEqual(['two', 'three']);
  },
);
