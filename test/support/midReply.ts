// Sends to conversations and waits, in its own process: killed in the middle of their replies. Arguments: data folder,
// message, conversation IDs.

import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';

const [dataDir = '', text = '', ...ids] = process.argv.slice(2);
const core = createCore({ dataDir, env: {}, log: silentLog, person: false });
const sent = await Promise.all(ids.map((id) => core.chat.send(id, text, { approvalMode: 'all' })));
for (const each of sent) if (!each.ok) throw new Error(each.error.message);
