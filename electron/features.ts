// The app's features, one line each. The key here is the name under which others use its service.

import { activityFeature } from './features/activity/feature.ts';
import { apiFeature, apiServerFeature } from './features/api/feature.ts';
import { approvalsFeature } from './features/approvals/feature.ts';
import { attachmentsFeature } from './features/attachments/feature.ts';
import { backupFeature } from './features/backup/feature.ts';
import { branchesFeature } from './features/branches/feature.ts';
import { chainsFeature } from './features/chains/feature.ts';
import { compareFeature } from './features/compare/feature.ts';
import { contextFeature } from './features/context/feature.ts';
import { conversationsFeature } from './features/conversations/feature.ts';
import { costsFeature } from './features/costs/feature.ts';
import { customizationsFeature } from './features/customizations/feature.ts';
import { dataFeature } from './features/data/feature.ts';
import { desktopFeature } from './features/desktop/feature.ts';
import { diagnosticsFeature } from './features/diagnostics/feature.ts';
import { editorsFeature } from './features/editors/feature.ts';
import { encryptionFeature } from './features/encryption/feature.ts';
import { exportFeature } from './features/export/feature.ts';
import { externalAgentsFeature } from './features/externalAgents/feature.ts';
import { filesFeature } from './features/files/feature.ts';
import { gitFeature } from './features/git/feature.ts';
import { goalsFeature } from './features/goals/feature.ts';
import { hooksFeature } from './features/hooks/feature.ts';
import { importFeature } from './features/import/feature.ts';
import { inPlaceFeature } from './features/inPlace/feature.ts';
import { languageServersFeature } from './features/languageServers/feature.ts';
import { ledgerFeature } from './features/ledger/feature.ts';
import { machineSessionsFeature } from './features/machineSessions/feature.ts';
import { mcpFeature } from './features/mcp/feature.ts';
import { memoryFeature } from './features/memory/feature.ts';
import { modelsFeature } from './features/models/feature.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { pluginsFeature } from './features/plugins/feature.ts';
import { presetsFeature } from './features/presets/feature.ts';
import { processesFeature } from './features/processes/feature.ts';
import { projectsFeature } from './features/projects/feature.ts';
import { pushFeature } from './features/push/feature.ts';
import { queryFeature } from './features/query/feature.ts';
import { deviceListFeature, remoteFeature } from './features/remote/feature.ts';
import { reviewFeature } from './features/review/feature.ts';
import { sandboxFeature } from './features/sandbox/feature.ts';
import { schedulesFeature } from './features/schedules/feature.ts';
import { webhooksFeature } from './features/schedules/webhookFeature.ts';
import { searchFeature } from './features/search/feature.ts';
import { settingsFeature } from './features/settings/feature.ts';
import { sharedBrowserFeature } from './features/sharedBrowser/feature.ts';
import { sharingFeature } from './features/sharing/feature.ts';
import { slashFeature } from './features/slash/feature.ts';
import { startFeature } from './features/start/feature.ts';
import { statsFeature } from './features/stats/feature.ts';
import { syncFeature } from './features/sync/feature.ts';
import { tagsFeature } from './features/tags/feature.ts';
import { terminalFeature } from './features/terminal/feature.ts';
import { themeFeature } from './features/theme/feature.ts';
import { toolsFeature } from './features/tools/feature.ts';
import { tracesFeature } from './features/traces/feature.ts';
import { undoFeature } from './features/undo/feature.ts';
import { unsentFeature } from './features/unsent/feature.ts';
import { updatesFeature } from './features/updates/feature.ts';
import { webSearchFeature } from './features/webSearch/feature.ts';
import { worktreesFeature } from './features/worktrees/feature.ts';

/** Created before the engine, which uses some of them. */
export const platformFeatures = {
  backups: backupFeature,
  customizations: customizationsFeature,
  deviceList: deviceListFeature,
  externalAgents: externalAgentsFeature,
  hooks: hooksFeature,
  languageServers: languageServersFeature,
  mcp: mcpFeature,
  ownTexts: memoryFeature,
  permissions: approvalsFeature,
  plugins: pluginsFeature,
  presets: presetsFeature,
  queries: queryFeature,
  sharedBrowser: sharedBrowserFeature,
  traces: tracesFeature,
  unsent: unsentFeature,
  webSearch: webSearchFeature,
};

/** Created after the engine: they work on conversations. */
export const engineFeatures = {
  api: apiFeature,
  attachments: attachmentsFeature,
  compares: compareFeature,
  context: contextFeature,
  costs: costsFeature,
  diagnostics: diagnosticsFeature,
  git: gitFeature,
  goals: goalsFeature,
  inPlace: inPlaceFeature,
  machineSessions: machineSessionsFeature,
  teamLedger: ledgerFeature,
  reviews: reviewFeature,
  schedules: schedulesFeature,
  sharing: sharingFeature,
  sync: syncFeature,
  terminals: terminalFeature,
  tree: branchesFeature,
  worktrees: worktreesFeature,
};

/** Created for a window, or without a service. */
export const appFeatures = {
  activity: activityFeature,
  apiServer: apiServerFeature,
  chains: chainsFeature,
  conversations: conversationsFeature,
  data: dataFeature,
  desktop: desktopFeature,
  editors: editorsFeature,
  encrypting: encryptionFeature,
  export: exportFeature,
  files: filesFeature,
  imports: importFeature,
  models: modelsFeature,
  notifications: notificationsFeature,
  processes: processesFeature,
  projects: projectsFeature,
  push: pushFeature,
  remote: remoteFeature,
  sandbox: sandboxFeature,
  search: searchFeature,
  settings: settingsFeature,
  slash: slashFeature,
  start: startFeature,
  stats: statsFeature,
  tags: tagsFeature,
  theme: themeFeature,
  tools: toolsFeature,
  undo: undoFeature,
  updates: updatesFeature,
  webhooks: webhooksFeature,
};

export const coreFeatures = { ...platformFeatures, ...engineFeatures };

export const features = { ...coreFeatures, ...appFeatures };
