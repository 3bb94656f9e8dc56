// Opens one conversation in its own process and reports the memory used. Arguments: data folder and ID.

import { benchStore, mustBeOk } from './openedStore.ts';

const [dataDir, conversationId] = process.argv.slice(2) as [string, string];
const store = benchStore(dataDir);
const branch = mustBeOk(await store.readBranch(conversationId, { tail: 200 }));
mustBeOk(await store.appendConversationMessage(conversationId, { role: 'user', content: 'more' }));
// Peak memory in kilobytes.
process.stdout.write(JSON.stringify({ messages: branch.messages.length, peak: process.resourceUsage().maxRSS * 1024 }));
await store.close();
