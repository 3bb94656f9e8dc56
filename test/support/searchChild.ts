// Updates the search index of a data folder in its own process and prints the progress.

import { silentLog } from '../../electron/lib/log.ts';
import { createConversationSearch } from '../../electron/stores/search/conversationSearch.ts';

const [dataDir = ''] = process.argv.slice(2);
const search = createConversationSearch({ dataDir, log: silentLog });
process.stdout.write(`${JSON.stringify(await search.bringUpToDate())}\n`);
await search.close();
