// Every sentence of the host in Chinese, by area. Loaded beside the first drawing: nothing of the host is said before it.

import { createHostForms } from '../hostForms.ts';
import type { HostWords } from '../hostWords.ts';
import { approvalForms } from './host/approvals.ts';
import { fileForms } from './host/files.ts';
import { joinedMcpForms, mcpForms } from './host/mcp.ts';
import { joinedProviderForms, providerForms } from './host/providers.ts';
import { createPreviewSentence, createReasonSentence } from './host/reasonWords.ts';
import { removalForms } from './host/removal.ts';
import { joinedRunForms, runForms } from './host/run.ts';
import { joinedDiskForms, storeForms } from './host/store.ts';
import { toolForms } from './host/tools.ts';
import { libraryForms, valueForms } from './host/values.ts';

/** Those that stand in the sources of the app. */
export const ownForms = {
  ...approvalForms,
  ...runForms,
  ...providerForms,
  ...mcpForms,
  ...storeForms,
  ...removalForms,
  ...fileForms,
  ...valueForms,
  ...toolForms,
};

const say = createHostForms({
  ...libraryForms,
  ...joinedProviderForms,
  ...joinedRunForms,
  ...joinedMcpForms,
  ...joinedDiskForms,
  ...ownForms,
});

export const hostWords: HostWords = {
  say,
  reason: createReasonSentence(say),
  preview: createPreviewSentence(say),
};
