// A process of its own that brings the search index of a data folder up to date and prints how far it came.

import { silentLog } from '../../electron/lib/log.ts';
import { createConversationSearch } from '../../electron/stores/search/conversationSearch.ts';

const [dataDir = ''] = process.argv.slice(2);
const search = createConversationSearch({ dataDir, log: silentLog });
process.stdout.write(`${JSON.stringify(await search.bringUpToDate())}\n`);
await search.close();
