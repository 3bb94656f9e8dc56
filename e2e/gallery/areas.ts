// Scenes by feature, for the gallery's index. Scenes of files that are not listed here come first.

import { boxScenes } from './boxScenes.ts';
import { contentScenes } from './contentScenes.ts';
import { activityScenes } from './features/activity/scenes.ts';
import { apiScenes } from './features/api/scenes.ts';
import { approvalScenes } from './features/approvals/scenes.ts';
import { attachScenes } from './features/attachments/scenes.ts';
import { steerScenes } from './features/branches/scenes.ts';
import { chainScenes } from './features/chains/scenes.ts';
import { compareScenes } from './features/compare/scenes.ts';
import { contextScenes } from './features/context/scenes.ts';
import { costScenes } from './features/costs/scenes.ts';
import { externalAgentScenes } from './features/externalAgents/scenes.ts';
import { gitScenes } from './features/git/scenes.ts';
import { goalScenes } from './features/goals/scenes.ts';
import { hookScenes } from './features/hooks/scenes.ts';
import { importScenes } from './features/import/scenes.ts';
import { languageServerScenes } from './features/languageServers/scenes.ts';
import { ledgerScenes } from './features/ledger/scenes.ts';
import { serverScenes } from './features/mcp/scenes.ts';
import { toldScenes } from './features/memory/scenes.ts';
import { answerScenes } from './features/models/answerScenes.ts';
import { providerScenes } from './features/models/scenes.ts';
import { phoneScenes } from './features/phone/scenes.ts';
import { pluginScenes } from './features/plugins/scenes.ts';
import { presetScenes } from './features/presets/scenes.ts';
import { processScenes } from './features/processes/scenes.ts';
import { queryScenes } from './features/query/scenes.ts';
import { remoteScenes } from './features/remote/scenes.ts';
import { reviewScenes } from './features/review/scenes.ts';
import { scheduleScenes } from './features/schedules/scenes.ts';
import { findScenes } from './features/search/scenes.ts';
import { sharedBrowserScenes } from './features/sharedBrowser/scenes.ts';
import { sharingScenes } from './features/sharing/scenes.ts';
import { sidebarScenes } from './features/sidebar/scenes.ts';
import { slashScenes } from './features/slash/scenes.ts';
import { statsScenes } from './features/stats/scenes.ts';
import { syncScenes } from './features/sync/scenes.ts';
import { undoScenes } from './features/undo/scenes.ts';
import { updateScenes } from './features/updates/scenes.ts';
import { worktreeScenes } from './features/worktrees/scenes.ts';
import { connectionScenes, dialogScenes, menuScenes, settingsScenes, startScenes, textScenes } from './lookScenes.ts';
import { planScenes } from './planScenes.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { stageScenes } from './stageScene.ts';
import { streamScenes } from './streamScenes.ts';
import { toolScenes } from './toolScenes.ts';
import { turnScenes } from './turnScenes.ts';

type Scenes = Record<string, () => Scene>;

const files: [area: string, scenes: Scenes][] = [
  ['Start', startScenes],
  ['Connection', connectionScenes],
  ['Settings', settingsScenes],
  ['Providers', providerScenes],
  ['Presets', presetScenes],
  ['Dialogs', dialogScenes],
  ['Menus and toasts', menuScenes],
  ['Activity', activityScenes],
  ['Sidebar', sidebarScenes],
  ['Texts', textScenes],
  ['Turns', turnScenes],
  ['Content of replies', contentScenes],
  ['Streaming', streamScenes],
  ['Find', findScenes],
  ['Attachments', attachScenes],
  ['Steering', steerScenes],
  ['Commands and skills', slashScenes],
  ['Context', contextScenes],
  ['Costs', costScenes],
  ['Ledger', ledgerScenes],
  ['API', apiScenes],
  ['Plugins', pluginScenes],
  ['Goals', goalScenes],
  ['Schedules', scheduleScenes],
  ['Devices', remoteScenes],
  ['Shared with a phone', phoneScenes],
  ['Queries', queryScenes],
  ['Statistics', statsScenes],
  ['Answering and thinking', answerScenes],
  ['Tool calls', toolScenes],
  ['Results', boxScenes],
  ['Chains', chainScenes],
  ['Approvals', approvalScenes],
  ['Hooks', hookScenes],
  ['Language servers', languageServerScenes],
  ['Shared browser', sharedBrowserScenes],
  ['Import', importScenes],
  ['Plans', planScenes],
  ['What the model sees', toldScenes],
  ['Worktrees', worktreeScenes],
  ['Compares', compareScenes],
  ['Sync', syncScenes],
  ['Sharing', sharingScenes],
  ['Updates', updateScenes],
  ['Git', gitScenes],
  ['Changes and undo', undoScenes],
  ['Review', reviewScenes],
  ['Processes and agents', processScenes],
  ['MCP servers', serverScenes],
  ['Agents', externalAgentScenes],
  ['Filled in by tests', stageScenes],
];

/** Scene names by area. */
export function sceneAreas(): { area: string; names: string[] }[] {
  const placed = files.map(([area, own]) => ({ area, names: Object.keys(own) }));
  const known = new Set(placed.flatMap(({ names }) => names));
  const others = Object.keys(scenes).filter((name) => !known.has(name));
  return [{ area: 'Conversation', names: others }, ...placed];
}
