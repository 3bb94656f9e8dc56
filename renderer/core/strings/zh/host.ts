// Every sentence of the host in Chinese, by area. Loaded beside the first drawing: nothing of the host is said before it.

import type { HostTranslations } from '../hostTranslations.ts';
import { approvalWords } from './host/approvals.ts';
import { claudeCodeWords } from './host/claudeCode.ts';
import { connectionWords } from './host/connections.ts';
import { customizationWords } from './host/customizations.ts';
import { exportWords } from './host/exports.ts';
import { fileWords } from './host/files.ts';
import { inPlaceWords } from './host/inPlace.ts';
import { interopWords } from './host/interop.ts';
import { mcpWords } from './host/mcp.ts';
import { mcpOfferWords } from './host/mcpOffers.ts';
import { otherSessionWords } from './host/otherSessions.ts';
import { ownTextWords } from './host/ownTexts.ts';
import { presetWords } from './host/presets.ts';
import { providerWords } from './host/providers.ts';
import { reasonWords } from './host/reasons.ts';
import { removalWords } from './host/removal.ts';
import { runWords } from './host/run.ts';
import { sandboxWords } from './host/sandbox.ts';
import { storeWords } from './host/store.ts';
import { toolWords } from './host/tools.ts';
import { valueWords } from './host/values.ts';
import { webExportWords } from './host/webExports.ts';
import { webSearchWords } from './host/webSearch.ts';
import { wireFaultWords } from './host/wireFaults.ts';

/** Those of the features are next to them. */
const ofFeatures = import.meta.glob<HostTranslations>('../../../features/*/words/zh.host.ts', {
  eager: true,
  import: 'words',
});

export const hostWords: HostTranslations = {
  ...Object.assign({}, ...Object.values(ofFeatures)),
  ...approvalWords,
  ...runWords,
  ...sandboxWords,
  ...providerWords,
  ...connectionWords,
  ...mcpWords,
  ...mcpOfferWords,
  ...presetWords,
  ...storeWords,
  ...removalWords,
  ...fileWords,
  ...ownTextWords,
  ...valueWords,
  ...toolWords,
  ...webSearchWords,
  ...reasonWords,
  ...wireFaultWords,
  ...inPlaceWords,
  ...interopWords,
  ...claudeCodeWords,
  ...otherSessionWords,
  ...webExportWords,
  ...exportWords,
  ...customizationWords,
};
