// Strings for two conversations side by side.

export const catalog = {
  open: 'Open to the side',
  close: 'Close this side',
  swap: 'Swap sides',
  width: 'Width of the left conversation',
  widthHint: 'Drag to resize. Double-click to make both equally wide.',
  both: 'Open conversations',
  dropLeft: 'Open on the left',
  dropRight: 'Open on the right',
  dropHere: 'Open here',
};
