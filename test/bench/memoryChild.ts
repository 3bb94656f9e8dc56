// Opens one conversation in a process of its own and says how much memory that took: argv is the data folder and the id.

import { benchStore, mustBeOk } from './openedStore.ts';

const [dataDir, conversationId] = process.argv.slice(2) as [string, string];
const store = benchStore(dataDir);
const branch = mustBeOk(await store.readBranch(conversationId, { tail: 200 }));
mustBeOk(await store.appendConversationMessage(conversationId, { role: 'user', content: 'more' }));
// The most it ever was, in kilobytes.
process.stdout.write(JSON.stringify({ messages: branch.messages.length, peak: process.resourceUsage().maxRSS * 1024 }));
await store.close();
