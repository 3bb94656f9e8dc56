// Scenes by feature, for the gallery's index. Scenes of files that are not listed here come first.

import { activityScenes } from './activityScenes.ts';
import { answerScenes } from './answerScenes.ts';
import { approvalScenes } from './approvalScenes.ts';
import { attachScenes } from './attachScenes.ts';
import { boxScenes } from './boxScenes.ts';
import { chainScenes } from './chainScenes.ts';
import { contentScenes } from './contentScenes.ts';
import { contextScenes } from './contextScenes.ts';
import { costScenes } from './costScenes.ts';
import { hookScenes } from './features/hooks/scenes.ts';
import { statsScenes } from './features/stats/scenes.ts';
import { worktreeScenes } from './features/worktrees/scenes.ts';
import { findScenes } from './findScenes.ts';
import { importScenes } from './importScenes.ts';
import { connectionScenes, dialogScenes, menuScenes, settingsScenes, startScenes, textScenes } from './lookScenes.ts';
import { planScenes } from './planScenes.ts';
import { presetScenes } from './presetScenes.ts';
import { providerScenes } from './providerScenes.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { serverScenes } from './serverScenes.ts';
import { sidebarScenes } from './sidebarScenes.ts';
import { slashScenes } from './slashScenes.ts';
import { stageScenes } from './stageScene.ts';
import { steerScenes } from './steerScenes.ts';
import { streamScenes } from './streamScenes.ts';
import { toldScenes } from './toldScenes.ts';
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
  ['Statistics', statsScenes],
  ['Answering and thinking', answerScenes],
  ['Tool calls', toolScenes],
  ['Results', boxScenes],
  ['Chains', chainScenes],
  ['Approvals', approvalScenes],
  ['Hooks', hookScenes],
  ['Import', importScenes],
  ['Plans', planScenes],
  ['What the model sees', toldScenes],
  ['Worktrees', worktreeScenes],
  ['Servers, changes, processes, agents', serverScenes],
  ['Filled in by tests', stageScenes],
];

/** Scene names by area. */
export function sceneAreas(): { area: string; names: string[] }[] {
  const placed = files.map(([area, own]) => ({ area, names: Object.keys(own) }));
  const known = new Set(placed.flatMap(({ names }) => names));
  const others = Object.keys(scenes).filter((name) => !known.has(name));
  return [{ area: 'Conversation', names: others }, ...placed];
}
