// The window's features and what they contribute: one line each.

import { coreCommands } from './core/commands/table.ts';
import type { WindowFeature } from './core/feature.ts';
import type { Command } from './core/state/session.ts';
import { strings } from './core/strings.ts';
import { aboutFeature } from './features/about/feature.ts';
import { activityFeature } from './features/activity/feature.ts';
import { apiFeature } from './features/api/feature.ts';
import { approvalsFeature } from './features/approvals/feature.ts';
import { attachmentsFeature } from './features/attachments/feature.ts';
import { callsFeature } from './features/calls/feature.ts';
import { chainsFeature } from './features/chains/feature.ts';
import { chatFeature } from './features/chat/feature.ts';
import { compareFeature } from './features/compare/feature.ts';
import { contextFeature } from './features/context/feature.ts';
import { costsFeature } from './features/costs/feature.ts';
import { customizationsFeature } from './features/customizations/feature.ts';
import { dataFeature } from './features/data/feature.ts';

import { desktopFeature } from './features/desktop/feature.ts';
import { diagnosticsFeature } from './features/diagnostics/feature.ts';

import { exportFeature } from './features/export/feature.ts';
import { externalAgentsFeature } from './features/externalAgents/feature.ts';
import { filesFeature } from './features/files/feature.ts';
import { gitFeature } from './features/git/feature.ts';
import { goalsFeature } from './features/goals/feature.ts';
import { hooksFeature } from './features/hooks/feature.ts';
import { importFeature } from './features/import/feature.ts';
import { inPlaceFeature } from './features/inPlace/feature.ts';
import { ledgerFeature } from './features/ledger/feature.ts';
import { mcpFeature } from './features/mcp/feature.ts';
import { memoryFeature } from './features/memory/feature.ts';
import { modelsFeature } from './features/models/feature.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { paletteFeature } from './features/palette/feature.ts';
import { phoneFeature } from './features/phone/feature.ts';
import { pluginsFeature } from './features/plugins/feature.ts';
import { presetsFeature } from './features/presets/feature.ts';
import { previewsFeature } from './features/previews/feature.ts';
import { processesFeature } from './features/processes/feature.ts';
import { projectsFeature } from './features/projects/feature.ts';
import { queryFeature } from './features/query/feature.ts';
import { remoteFeature } from './features/remote/feature.ts';
import { resultsFeature } from './features/results/feature.ts';
import { reviewFeature } from './features/review/feature.ts';
import { schedulesFeature } from './features/schedules/feature.ts';
import { searchFeature } from './features/search/feature.ts';
import { settingsFeature } from './features/settings/feature.ts';
import { sharedBrowserFeature } from './features/sharedBrowser/feature.ts';
import { sharingFeature } from './features/sharing/feature.ts';
import { sideBySideFeature } from './features/sideBySide/feature.ts';
import { sidebarFeature } from './features/sidebar/feature.ts';
import { statsFeature } from './features/stats/feature.ts';
import { syncFeature } from './features/sync/feature.ts';
import { tagsFeature } from './features/tags/feature.ts';
import { terminalFeature } from './features/terminal/feature.ts';
import { themeFeature } from './features/theme/feature.ts';
import { toolsFeature } from './features/tools/feature.ts';
import { tracesFeature } from './features/traces/feature.ts';
import { undoFeature } from './features/undo/feature.ts';
import { updatesFeature } from './features/updates/feature.ts';
import { webSearchFeature } from './features/webSearch/feature.ts';
import { worktreesFeature } from './features/worktrees/feature.ts';

export const features: readonly WindowFeature[] = [
  aboutFeature,
  activityFeature,
  apiFeature,
  approvalsFeature,
  attachmentsFeature,
  callsFeature,
  chainsFeature,
  chatFeature,
  compareFeature,
  contextFeature,
  costsFeature,
  customizationsFeature,
  dataFeature,
  desktopFeature,
  diagnosticsFeature,
  exportFeature,
  externalAgentsFeature,
  gitFeature,
  filesFeature,
  goalsFeature,
  hooksFeature,
  importFeature,
  inPlaceFeature,
  mcpFeature,
  memoryFeature,
  modelsFeature,
  notificationsFeature,
  paletteFeature,
  phoneFeature,
  pluginsFeature,
  presetsFeature,
  previewsFeature,
  processesFeature,
  projectsFeature,
  queryFeature,
  remoteFeature,
  resultsFeature,
  reviewFeature,
  schedulesFeature,
  searchFeature,
  settingsFeature,
  sharedBrowserFeature,
  sharingFeature,
  sidebarFeature,
  sideBySideFeature,
  statsFeature,
  syncFeature,
  tagsFeature,
  terminalFeature,
  themeFeature,
  toolsFeature,
  ledgerFeature,
  tracesFeature,
  undoFeature,
  updatesFeature,
  webSearchFeature,
  worktreesFeature,
];

const order: readonly string[] = Object.keys(strings.commands.titles);

/** Every command, in the order of the titles. */
export const commands: readonly Command[] = [
  ...coreCommands,
  ...features.flatMap(({ commands = [] }) => commands),
].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
