// What is said of a call whose undo data had to make room.

export const noLongerKept =
  'What a call changed is no longer kept, because more was to be kept for undoing than the settings allow (undoMegabytes).';
