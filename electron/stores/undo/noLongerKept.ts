// What is said of a call whose undo data had to make room.

import { say } from '../../../shared/sentence.ts';

export const noLongerKept = say`What a call changed is no longer kept, because more was to be kept for undoing than the settings allow (undoMegabytes).`;
